#include <algorithm>
#include <utility>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/protocol/authenticator.hpp>
#include <pgpipe/protocol/quote.hpp>

#include "connect.hpp"
#include "link.hpp"

namespace pgpipe {
namespace {

using detail::watched_call;

result<std::unique_ptr<detail::link>> connect_watched(const protocol::connect_options& options, observer* watching) {
  if (watching == nullptr) return detail::connect(options);
  connect_observation what;
  what.begun = std::chrono::steady_clock::now();
  auto made = detail::connect(options);
  what.duration = std::chrono::steady_clock::now() - what.begun;
  what.user = options.user;
  what.dbname = options.dbname;
  if (made) what.server_version = (*made)->startup().parameters["server_version"];
  what.failure = made ? nullptr : &made.error();
  watching->on_connect(what);
  return made;
}

std::uint64_t rows_of(const statement_result& of) { return std::max<std::uint64_t>(of.size(), of.affected_rows()); }
std::uint64_t rows_of(const prepared_statement& /*of*/) { return 0; }
std::uint64_t rows_of(const std::vector<statement_result>& of) {
  std::uint64_t rows = 0;
  for (const statement_result& each : of) rows += rows_of(each);
  return rows;
}

// Runs a call that somebody watches.
template <typename Run>
[[gnu::noinline, gnu::cold]] auto watched(detail::link& on, watched_call kind, std::string_view text,
                                          std::string_view statement, Run run) {
  on.watch()->begin(text);
  auto made = run();
  on.watch()->end(kind, statement, made ? rows_of(*made) : 0, made ? nullptr : &made.error());
  return made;
}

}  // namespace

bool needs_password(const error& failure) { return failure.text().ends_with(protocol::no_password_supplied); }

connection::connection(std::unique_ptr<detail::link> link, std::shared_ptr<const protocol::connect_options> options)
    : link_(std::move(link)), options_(std::move(options)) {}
connection::connection(connection&&) noexcept = default;
connection& connection::operator=(connection&&) noexcept = default;
connection::~connection() = default;

result<connection> connection::open(std::string_view conninfo) {
  auto options = options_from_conninfo(conninfo);
  if (!options) return fail(std::move(options).error());
  return open(*options);
}

result<connection> connection::open(const protocol::connect_options& options) { return open(options, nullptr); }

result<connection> connection::open(std::string_view conninfo, std::shared_ptr<observer> watching) {
  auto options = options_from_conninfo(conninfo);
  if (!options) return fail(std::move(options).error());
  return open(*options, std::move(watching));
}

result<connection> connection::open(const protocol::connect_options& options, std::shared_ptr<observer> watching) {
  auto link = connect_watched(options, watching.get());
  if (!link) return fail(std::move(link).error());
  if (watching) (*link)->set_observer(std::move(watching));
  return connection(std::move(*link), std::make_shared<const protocol::connect_options>(options));
}

result<void> connection::reconnect() {
  link_->close();
  auto renewed = connect_watched(*options_, link_->watch() == nullptr ? nullptr : link_->watch()->to().get());
  if (!renewed) return fail(std::move(renewed).error());
  (*renewed)->succeed(*link_);
  link_ = std::move(*renewed);
  return {};
}

// --- statements -----------------------------------------------------------------------------------------------------

result<std::vector<statement_result>> connection::exec(std::string_view sql) {
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  if (link_->watch() != nullptr) return watched(*link_, watched_call::query, sql, "", [&] { return exec_idle(sql); });
  return exec_idle(sql);
}

result<std::vector<statement_result>> connection::exec_idle(std::string_view sql) {
  std::vector<statement_result> results;
  const auto id = link_->push_simple_query(sql, results);
  if (!id) return fail(id.error());
  link_->wait_for(*id);
  const statement_result group = link_->take_front();
  if (group.failure() != nullptr) return fail(*group.failure());
  if (!results.empty() && results.back().failure() != nullptr) return fail(*results.back().failure());
  return results;
}

result<statement_result> connection::query_parameters(std::string_view sql, parameters arguments) {
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  if (link_->watch() != nullptr) [[unlikely]]
    return watched(*link_, watched_call::query, sql, "", [&] { return link_->query_alone(sql, arguments); });
  return link_->query_alone(sql, arguments);
}

result<statement_result> connection::execute_parameters(const prepared_statement& statement, parameters arguments) {
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  const auto run = [&] {
    return link_->finish_lone(link_->push_execute(statement, arguments, detail::result_kind::lone_statement));
  };
  if (link_->watch() != nullptr) [[unlikely]]
    return watched(*link_, watched_call::query, "", statement.name(), run);
  return run();
}

void connection::set_statement_cache(std::size_t capacity) { link_->set_cache_capacity(capacity); }

result<void> connection::set_pooler_mode(pgpipe::pooler_mode mode) {
  if (auto idle = link_->require_idle(); !idle) return idle;
  return link_->set_pooler_mode(mode);
}

pooler_mode connection::pooler_mode() const { return link_->mode(); }

result<row_stream> connection::stream_parameters(std::string_view sql, parameters arguments) {
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  if (link_->watch() != nullptr) link_->watch()->begin(sql);  // row_stream tells its end
  if (auto id = link_->push_cached(sql, arguments, detail::result_kind::streamed); !id)
    return refuse_stream(id.error());
  if (link_->session().group_open()) std::ignore = link_->push_sync();
  return row_stream(*link_);
}

result<row_stream> connection::stream_parameters(const prepared_statement& statement, parameters arguments) {
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  if (link_->watch() != nullptr) link_->watch()->begin("");
  if (auto id = link_->push_execute(statement, arguments, detail::result_kind::streamed); !id)
    return refuse_stream(id.error());
  std::ignore = link_->push_sync();
  return row_stream(*link_);
}

result<row_stream> connection::refuse_stream(const error& why) {
  if (link_->watch() != nullptr) link_->watch()->end(watched_call::query, "", 0, &why);
  return fail(why);
}

result<prepared_statement> connection::prepare(std::string_view sql, std::span<const std::uint32_t> types,
                                               result_format results) {
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  if (link_->watch() != nullptr) {
    return watched(*link_, watched_call::prepare, sql, "", [&] { return prepare_idle(sql, types, results); });
  }
  return prepare_idle(sql, types, results);
}

result<prepared_statement> connection::prepare_idle(std::string_view sql, std::span<const std::uint32_t> types,
                                                    result_format results) {
  auto description = std::make_shared<prepared_statement::description>();
  description->results = results;
  auto finished = link_->finish_lone(link_->push_prepare(sql, types, description));
  if (!finished) return fail(std::move(finished).error());
  return prepared_statement(std::move(description));
}

result<void> connection::close_statement(const prepared_statement& statement) {
  if (auto idle = link_->require_idle(); !idle) return idle;
  auto finished = link_->finish_lone(link_->push_close(statement));
  if (!finished) return fail(std::move(finished).error());
  return {};
}

// --- quoting --------------------------------------------------------------------------------------------------------

result<std::string> connection::escape_literal(std::string_view text) const {
  return protocol::escape_literal(text, protocol::encoding_named(parameter_status("client_encoding")));
}

result<std::string> connection::escape_identifier(std::string_view text) const {
  return protocol::escape_identifier(text, protocol::encoding_named(parameter_status("client_encoding")));
}

// --- deadlines ------------------------------------------------------------------------------------------------------

void connection::set_timeout(std::chrono::nanoseconds timeout) { link_->set_timeout(timeout); }

void connection::set_deadline(std::chrono::steady_clock::time_point until) { link_->set_deadline(until); }

void connection::cancel_on_deadline(std::chrono::milliseconds timeout) { link_->set_cancel_timeout(timeout); }

std::chrono::steady_clock::time_point connection::deadline() const { return link_->given_deadline(); }

// --- state ----------------------------------------------------------------------------------------------------------

bool connection::is_open() const { return link_ && link_->is_open(); }

bool connection::is_alive() const { return is_open() && !net::peer_has_closed(link_->stream().fd()); }

result<void> connection::check(std::chrono::milliseconds timeout) {
  if (auto idle = link_->require_idle(); !idle) return idle;
  return link_->check(timeout.count() == 0 ? net::no_deadline : std::chrono::steady_clock::now() + timeout);
}

protocol::transaction_status connection::status() const { return link_->session().status(); }

std::string_view connection::parameter_status(std::string_view name) const {
  const auto& reported = link_->startup().parameters;
  const auto found = reported.find(name);
  return found == reported.end() ? std::string_view() : found->second;
}

std::int32_t connection::process_id() const { return link_->startup().process_id; }

pgpipe::cancel_token connection::cancel_token() const { return link_->cancel(); }

void connection::on_notice(std::function<void(const server_message&)> handler) {
  link_->on_notice = std::move(handler);
}

void connection::on_notification(std::function<void(std::int32_t, std::string_view, std::string_view)> handler) {
  link_->on_notification = std::move(handler);
}

result<bool> connection::wait_for_notification(std::chrono::nanoseconds timeout) {
  if (auto allowed = link_->require_mode(link_->mode() == pooler_mode::session, "notifications"); !allowed)
    return fail(std::move(allowed).error());
  if (auto idle = link_->require_idle(); !idle) return fail(std::move(idle).error());
  const auto now = std::chrono::steady_clock::now();
  return link_->wait_for_notification(timeout > net::no_deadline - now ? net::no_deadline : now + timeout);
}

void connection::set_observer(std::shared_ptr<observer> to) { link_->set_observer(std::move(to)); }

result<void> connection::trace(std::function<void(std::string_view)> sink, unsigned flags) {
  if (auto idle = link_->require_idle(); !idle) return idle;
  return link_->set_trace(std::move(sink), flags);
}

void connection::close() { link_->close(); }

}  // namespace pgpipe
