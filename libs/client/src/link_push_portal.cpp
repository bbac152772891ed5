#include <string>
#include <utility>

#include <pgpipe/protocol/frontend.hpp>

#include "bind_writer.hpp"
#include "link.hpp"

// What a link pushes for portals, which let a statement be executed some rows at a time.
namespace pgpipe::detail {
namespace {

result<void> write_bind(output_buffer& out, std::string_view portal, std::string_view statement, parameters arguments,
                        std::span<const std::uint32_t> types, std::span<const std::byte> result_formats) {
  protocol::message_writer bind(out, protocol::frontend::bind);
  bind.string(portal);
  bind.string(statement);
  return finish_bind(bind, arguments, types, result_formats);
}

}  // namespace

result<statement_id> link::push_bind(const prepared_statement& statement, parameters arguments, result_kind kind,
                                     bound_portal& into) {
  if (auto allowed = require_mode(mode_ != pooler_mode::simple, "portals"); !allowed)
    return fail(std::move(allowed).error());
  const prepared_statement::description& what = statement.what();
  if (arguments.size() != what.parameter_types.size())
    return fail(wrong_parameter_count(what.parameter_types.size(), arguments.size()));
  into = {"pgpipe_" + std::to_string(next_portal_name_++), what.columns, what.described_once};
  output_buffer& out = session_->output();
  auto written = write_bind(out, into.name, what.name, arguments, what.parameter_types, what.result_formats);
  if (!written) return fail(std::move(written).error());
  if (what.described_once) return add(protocol::step_bind, kind, what.columns);
  std::ignore = protocol::describe(out, protocol::object_kind::portal, into.name);
  return add(protocol::step_bind | protocol::step_describe_portal, kind);
}

result<statement_id> link::push_bind(std::string_view sql, parameters arguments, result_kind kind, bound_portal& into) {
  if (auto allowed = require_mode(mode_ != pooler_mode::simple, "portals"); !allowed)
    return fail(std::move(allowed).error());
  output_buffer& out = session_->output();
  const std::uint64_t before = out.appended_total();
  if (auto parsed = write_unnamed_parse(sql, arguments); !parsed) return fail(std::move(parsed).error());
  into = {"pgpipe_" + std::to_string(next_portal_name_++), nullptr, false};
  if (auto written = write_bind(out, into.name, "", arguments, {}, {}); !written) {
    out.truncate(before);
    return fail(std::move(written).error());
  }
  std::ignore = protocol::describe(out, protocol::object_kind::portal, into.name);
  return add(protocol::step_parse | protocol::step_bind | protocol::step_describe_portal, kind);
}

statement_id link::push_fetch(const bound_portal& portal, std::int32_t rows, result_kind kind) {
  output_buffer& out = session_->output();
  if (!portal.columns_known) std::ignore = protocol::describe(out, protocol::object_kind::portal, portal.name);
  std::ignore = protocol::execute(out, portal.name, rows);
  if (portal.columns_known) return add(protocol::step_execute, kind, portal.columns);
  return add(protocol::step_describe_portal | protocol::step_execute, kind);
}

statement_id link::push_close(const bound_portal& portal, result_kind kind) {
  std::ignore = protocol::close(session_->output(), protocol::object_kind::portal, portal.name);
  return add(protocol::step_close, kind);
}

}  // namespace pgpipe::detail
