#include "scenarios.hpp"

#include <iterator>

namespace {

void drain(PGconn* connection) {
  while (PGresult* result = PQgetResult(connection)) PQclear(result);
}

void query(PGconn* connection, const char* sql) { PQclear(PQexec(connection, sql)); }

void simple_query(PGconn* connection) {
  query(connection, "SELECT 1 AS one, NULL, E'tab\\t\xc3\xbc\\x01 back\\\\slash ''quoted'''");
  query(connection, "SELECT 'a'; SELECT 2 WHERE false; CREATE TEMP TABLE t (a int)");
  query(connection, "BEGIN");
  query(connection, "COMMIT");
}

void empty_query(PGconn* connection) {
  query(connection, "");
  query(connection, " ; ;");
}

void extended_parameters(PGconn* connection) {
  const char* values[] = {"1", nullptr, "a\001b", ""};
  const int lengths[] = {0, 0, 3, 0};
  const int formats[] = {0, 0, 1, 0};
  PQclear(PQexecParams(connection, "SELECT $1::int4, $2::text, $3::bytea, $4::text", 4, nullptr, values, lengths,
                       formats, 0));
  PQclear(PQexecParams(connection, "SELECT $1::int4, $2::text, $3::bytea, $4::text", 4, nullptr, values, lengths,
                       formats, 1));
  const Oid types[] = {23};
  PQclear(PQexecParams(connection, "SELECT $1", 1, types, values, nullptr, nullptr, 0));
}

void prepare_describe(PGconn* connection) {
  const Oid types[] = {23, 25};
  PQclear(PQprepare(connection, "s1", "SELECT $1 AS a, $2 AS b", 2, types));
  PQclear(PQdescribePrepared(connection, "s1"));
  const char* values[] = {"7", "seven"};
  PQclear(PQexecPrepared(connection, "s1", 2, values, nullptr, nullptr, 0));
  PQclear(PQprepare(connection, "s2", "CREATE TEMP TABLE t (a int)", 0, nullptr));
  PQclear(PQdescribePrepared(connection, "s2"));
  query(connection, "BEGIN; DECLARE c CURSOR FOR SELECT 1");
  PQclear(PQdescribePortal(connection, "c"));
}

void push_select(PGconn* connection, const char* value) {
  PQsendQueryParams(connection, "SELECT 6 / $1::int4", 1, nullptr, &value, nullptr, nullptr, 0);
}

// The results of `statements` statements and `syncs` Syncs.
void take_results(PGconn* connection, int statements, int syncs) {
  for (int i = 0; i != statements; ++i) drain(connection);
  for (int i = 0; i != syncs; ++i) PQclear(PQgetResult(connection));
}

void pipeline(PGconn* connection) {
  PQenterPipelineMode(connection);
  for (const char* value : {"1", "2", "3"}) push_select(connection, value);
  PQpipelineSync(connection);
  take_results(connection, 3, 1);
  PQexitPipelineMode(connection);
}

void pipeline_prepared(PGconn* connection) {
  PQenterPipelineMode(connection);
  PQsendPrepare(connection, "s", "SELECT $1::int4", 0, nullptr);
  for (const char* value : {"1", "2"}) PQsendQueryPrepared(connection, "s", 1, &value, nullptr, nullptr, 1);
  PQsendFlushRequest(connection);
  PQpipelineSync(connection);
  take_results(connection, 3, 1);
  PQexitPipelineMode(connection);
}

void pipeline_error(PGconn* connection) {
  PQenterPipelineMode(connection);
  for (const char* value : {"1", "0", "3"}) push_select(connection, value);
  PQpipelineSync(connection);
  push_select(connection, "2");
  PQpipelineSync(connection);
  take_results(connection, 3, 1);
  take_results(connection, 1, 1);
  PQexitPipelineMode(connection);
}

void error(PGconn* connection) {
  query(connection, "SELECT 1 / 0");
  query(connection, "SELECT * FROM \"no such table\"");
  query(connection,
        "DO $$ BEGIN RAISE 'all fields' USING ERRCODE = 'P0002', DETAIL = 'd', HINT = 'h', SCHEMA = 's', TABLE = 't',"
        " COLUMN = 'c', DATATYPE = 'dt', CONSTRAINT = 'n'; END $$");
}

void notice(PGconn* connection) {
  query(connection, "DO $$ BEGIN RAISE NOTICE 'noticed' USING HINT = 'a hint'; END $$");
}

void notification(PGconn* connection) {
  query(connection, "LISTEN channel");
  query(connection, "NOTIFY channel, 'payload'");
  query(connection, "NOTIFY channel");
}

void copy_in(PGconn* connection) {
  query(connection, "CREATE TEMP TABLE t (a int, b text)");
  query(connection, "COPY t FROM STDIN");
  PQputCopyData(connection, "1\tone\n", 6);
  PQputCopyData(connection, "2\ttwo\n", 6);
  PQputCopyEnd(connection, nullptr);
  drain(connection);
  query(connection, "COPY t FROM STDIN");
  PQputCopyEnd(connection, "changed my mind");
  drain(connection);
}

void copy_out(PGconn* connection) {
  for (const char* sql :
       {"COPY (VALUES (1, 'one'), (2, NULL)) TO STDOUT", "COPY (VALUES (1, 'one')) TO STDOUT (FORMAT binary)"}) {
    query(connection, sql);
    char* row = nullptr;
    while (PQgetCopyData(connection, &row, 0) > 0) PQfreemem(row);
    drain(connection);
  }
}

void parameter_status(PGconn* connection) {
  query(connection, "SET application_name = 'other'");
  query(connection, "SET TimeZone = 'UTC'");
}

}  // namespace

const std::array<scenario, 14> scenarios = {{
    {"simple_query", simple_query},
    {"empty_query", empty_query},
    {"extended_parameters", extended_parameters},
    {"prepare_describe", prepare_describe},
    {"pipeline", pipeline},
    {"pipeline_prepared", pipeline_prepared},
    {"pipeline_error", pipeline_error},
    {"error", error},
    {"error_unmasked", error, false},
    {"notice", notice},
    {"notification", notification},
    {"copy_in", copy_in},
    {"copy_out", copy_out},
    {"parameter_status", parameter_status},
}};
