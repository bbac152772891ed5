// What one does with libpq. libpq_to_pgpipe.cpp does the same with pgpipe, and must print the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <poll.h>

namespace {

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::exit(1);
}

PGconn* connect(const char* conninfo) {
  PGconn* conn = PQconnectdb(conninfo);
  if (PQstatus(conn) != CONNECTION_OK) give_up(PQerrorMessage(conn));
  return conn;
}

void run_text(PGconn* conn) {
  PGresult* made = PQexec(conn,
                          "CREATE TEMPORARY TABLE book (id int, title text UNIQUE); "
                          "INSERT INTO book VALUES (1, 'Dune'), (2, 'Emma'), (3, NULL)");
  if (PQresultStatus(made) != PGRES_COMMAND_OK) give_up(PQerrorMessage(conn));
  PQclear(made);
}

void ask_with_parameters(PGconn* conn) {
  const char* values[] = {"1"};
  PGresult* books = PQexecParams(conn, "SELECT id, title FROM book WHERE id > $1 ORDER BY id", 1, nullptr, values,
                                 nullptr, nullptr, 0);
  if (PQresultStatus(books) != PGRES_TUPLES_OK) give_up(PQerrorMessage(conn));
  for (int i = 0; i != PQntuples(books); ++i) {
    const int id = std::atoi(PQgetvalue(books, i, 0));
    const char* title = PQgetisnull(books, i, 1) ? "(no title)" : PQgetvalue(books, i, 1);
    std::printf("%d %s\n", id, title);
  }
  PQclear(books);
}

void read_binary(PGconn* conn) {
  PGresult* answer = PQexecParams(conn, "SELECT 42::int4", 0, nullptr, nullptr, nullptr, nullptr, 1);
  if (PQresultStatus(answer) != PGRES_TUPLES_OK) give_up(PQerrorMessage(conn));
  std::uint32_t number = 0;
  std::memcpy(&number, PQgetvalue(answer, 0, 0), sizeof number);
  std::printf("%d\n", static_cast<int>(ntohl(number)));
  PQclear(answer);
}

void look_at_an_error(PGconn* conn) {
  PGresult* twice = PQexec(conn, "INSERT INTO book VALUES (4, 'Emma')");
  if (PQresultStatus(twice) == PGRES_FATAL_ERROR) {
    std::printf("%s on %s\n", PQresultErrorField(twice, PG_DIAG_SQLSTATE),
                PQresultErrorField(twice, PG_DIAG_CONSTRAINT_NAME));
  }
  PQclear(twice);
}

void prepare(PGconn* conn) {
  PQclear(PQprepare(conn, "rename", "UPDATE book SET title = $2 WHERE id = $1", 0, nullptr));
  const char* values[] = {"3", "Ulysses"};
  PGresult* renamed = PQexecPrepared(conn, "rename", 2, values, nullptr, nullptr, 0);
  if (PQresultStatus(renamed) != PGRES_COMMAND_OK) give_up(PQerrorMessage(conn));
  std::printf("%s renamed\n", PQcmdTuples(renamed));
  PQclear(renamed);
}

void read_row_by_row(PGconn* conn) {
  if (!PQsendQuery(conn, "SELECT generate_series(1, 10000)")) give_up(PQerrorMessage(conn));
  PQsetSingleRowMode(conn);
  long sum = 0;
  while (PGresult* row = PQgetResult(conn)) {
    if (PQresultStatus(row) == PGRES_SINGLE_TUPLE) sum += std::atol(PQgetvalue(row, 0, 0));
    if (PQresultStatus(row) == PGRES_FATAL_ERROR) give_up(PQerrorMessage(conn));
    PQclear(row);
  }
  std::printf("%ld\n", sum);
}

void pipeline(PGconn* conn) {
  PQclear(PQprepare(conn, "square", "SELECT $1::int * $1::int", 0, nullptr));
  if (!PQenterPipelineMode(conn)) give_up(PQerrorMessage(conn));
  for (int i = 1; i <= 100; ++i) {
    const std::string text = std::to_string(i);
    const char* values[] = {text.c_str()};
    if (!PQsendQueryPrepared(conn, "square", 1, values, nullptr, nullptr, 0)) give_up(PQerrorMessage(conn));
  }
  if (!PQpipelineSync(conn)) give_up(PQerrorMessage(conn));
  long sum = 0;
  for (int i = 1; i <= 100; ++i) {
    PGresult* square = PQgetResult(conn);
    if (PQresultStatus(square) != PGRES_TUPLES_OK) give_up(PQerrorMessage(conn));
    sum += std::atol(PQgetvalue(square, 0, 0));
    PQclear(square);
    PQgetResult(conn);  // a null pointer behind each statement
  }
  PQclear(PQgetResult(conn));  // PGRES_PIPELINE_SYNC
  PQexitPipelineMode(conn);
  std::printf("%ld\n", sum);
}

void copy(PGconn* conn) {
  PQclear(PQexec(conn, "COPY book FROM STDIN"));
  for (int i = 10; i != 20; ++i) {
    const std::string line = std::to_string(i) + "\tbook " + std::to_string(i) + "\n";
    if (PQputCopyData(conn, line.data(), static_cast<int>(line.size())) != 1) give_up(PQerrorMessage(conn));
  }
  if (PQputCopyEnd(conn, nullptr) != 1) give_up(PQerrorMessage(conn));
  PGresult* copied = PQgetResult(conn);
  if (PQresultStatus(copied) != PGRES_COMMAND_OK) give_up(PQerrorMessage(conn));
  std::printf("%s copied\n", PQcmdTuples(copied));
  PQclear(copied);
  PQgetResult(conn);
}

void listen(PGconn* conn) {
  PQclear(PQexec(conn, "LISTEN news; NOTIFY news, 'hello'"));
  for (;;) {
    PQconsumeInput(conn);
    if (PGnotify* heard = PQnotifies(conn)) {
      std::printf("%s: %s\n", heard->relname, heard->extra);
      PQfreemem(heard);
      return;
    }
    pollfd readable = {PQsocket(conn), POLLIN, 0};
    poll(&readable, 1, 10000);
  }
}

void quote(PGconn* conn) {
  const char* text = "it's";
  char* literal = PQescapeLiteral(conn, text, std::strlen(text));
  std::printf("%s\n", literal);
  PQfreemem(literal);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  PGconn* conn = connect(argv[1]);
  run_text(conn);
  ask_with_parameters(conn);
  read_binary(conn);
  look_at_an_error(conn);
  prepare(conn);
  read_row_by_row(conn);
  pipeline(conn);
  copy(conn);
  listen(conn);
  quote(conn);
  PQfinish(conn);
}
