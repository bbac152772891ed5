#pragma once

#include <string>
#include <string_view>

#include <libpq-fe.h>

#include "contender.hpp"

namespace pgpipe::perf {

inline PGconn* connect_by_libpq(const task& task) {
  PGconn* connection = PQconnectdb(task.conninfo.c_str());
  if (PQstatus(connection) != CONNECTION_OK) give_up(PQerrorMessage(connection));
  return connection;
}

// Ends the program unless the result is of this kind. The result is the caller's to clear.
inline PGresult* expect(PGconn* connection, PGresult* result, ExecStatusType wanted) {
  if (PQresultStatus(result) != wanted) give_up(std::string("unexpected result: ") + PQerrorMessage(connection));
  return result;
}

inline void exec_by_libpq(PGconn* connection, const std::string& sql) {
  PQclear(expect(connection, PQexec(connection, sql.c_str()), PGRES_COMMAND_OK));
}

inline void prepare_by_libpq(PGconn* connection, const std::string& sql) {
  PQclear(expect(connection, PQprepare(connection, "s", sql.c_str(), 0, nullptr), PGRES_COMMAND_OK));
}

inline void send_prepared(PGconn* connection) {
  if (PQsendQueryPrepared(connection, "s", 0, nullptr, nullptr, nullptr, 0) != 1) give_up(PQerrorMessage(connection));
}

inline void send_sync(PGconn* connection) {
  if (PQpipelineSync(connection) != 1) give_up(PQerrorMessage(connection));
}

// The rows of one statement of a pipeline, for take(result), and the end of the statement.
template <typename Take>
void take_rows(PGconn* connection, Take take) {
  PGresult* result = expect(connection, PQgetResult(connection), PGRES_TUPLES_OK);
  take(result);
  PQclear(result);
  if (PQgetResult(connection) != nullptr) give_up("expected the end of the statement");
}

inline void take_sync(PGconn* connection) { PQclear(expect(connection, PQgetResult(connection), PGRES_PIPELINE_SYNC)); }

// What SELECT 1 must have returned.
inline void expect_one(const PGresult* result) {
  if (std::string_view(PQgetvalue(result, 0, 0)) != "1") give_up("wrong answer");
}

}  // namespace pgpipe::perf
