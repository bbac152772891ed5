#pragma once

#include <string>

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

}  // namespace pgpipe::perf
