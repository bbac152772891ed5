#pragma once

#include <cstdint>
#include <string_view>

namespace pgpipe {

// What stands between a connection and its server, and so what may be asked over it; connection::set_pooler_mode(). In
// the last three a server connection is this session's for the length of a transaction only: LISTEN, settings,
// temporary tables and other things that belong to a session do not last (docs/guide/poolers.md).
enum class pooler_mode : std::uint8_t {
  // Nothing, or a pooler that keeps a server connection for each session: everything may be asked.
  session,
  // Transactions, by a pooler that follows prepared statements by their names, as PgBouncer does from 1.21 on where its
  // max_prepared_statements is not 0. Statements are prepared and closed by Parse and Close alone, never by SQL.
  transaction_named,
  // Transactions, by a pooler that does not: Parse, Bind and Execute of a statement stand in one group. prepare() is
  // refused, and the statement cache caches nothing.
  transaction_unnamed,
  // Transactions, by a pooler that knows simple Queries only, or for statements that shall look so: arguments are
  // written into the text as constants. prepare(), portals, atomic pipelines and COPY in pipelines are refused too.
  simple,
};

[[nodiscard]] std::string_view to_string(pooler_mode mode);

}  // namespace pgpipe
