#include <string>
#include <utility>

#include <pgpipe/protocol/frontend.hpp>

#include "bind_writer.hpp"
#include "describes_once.hpp"
#include "link.hpp"

// What a link pushes: the messages of a request, and the request itself.
namespace pgpipe::detail {
namespace {

error too_many_parameters() {
  return {error_category::usage, "a statement has at most 65535 parameters", retry_safety::safe};
}

}  // namespace

result<statement_id> link::push_execute(const prepared_statement& statement, parameters arguments, result_kind kind) {
  const prepared_statement::description& what = statement.what();
  if (arguments.size() != what.parameter_types.size()) [[unlikely]]
    return fail(wrong_parameter_count(what.parameter_types.size(), arguments.size()));
  output_buffer& out = session_->output();
  if (arguments.empty()) {
    out.append(what.bind_nothing_execute);
  } else {
    protocol::message_writer bind(out, what.bind_head);
    if (auto written = finish_bind(bind, arguments, what.parameter_types, what.result_formats); !written) [[unlikely]]
      return fail(std::move(written).error());
    out.append(what.execute);
  }
  if (what.described_once) return add(protocol::step_bind | protocol::step_execute, kind, what.columns);
  return add(protocol::step_bind | protocol::step_describe_portal | protocol::step_execute, kind);
}

// The types that the arguments say, for a Parse; none where they say none.
void link::declare_types(parameters arguments) {
  argument_types_.clear();
  bool any_declared = false;
  for (const parameter& each : arguments) {
    argument_types_.push_back(each.type());
    any_declared = any_declared || each.type() != 0;
  }
  if (!any_declared) argument_types_.clear();
}

result<void> link::write_unnamed_parse(std::string_view sql, parameters arguments) {
  if (arguments.size() > greatest_parameter_count) return fail(too_many_parameters());
  declare_types(arguments);
  if (!protocol::parse(session_->output(), "", sql, argument_types_)) return fail(cannot_be_said());
  return {};
}

result<statement_id> link::push_query(std::string_view sql, parameters arguments, result_kind kind) {
  output_buffer& out = session_->output();
  const std::uint64_t before = out.appended_total();
  if (auto parsed = write_unnamed_parse(sql, arguments); !parsed) return fail(std::move(parsed).error());
  protocol::message_writer bind(out, protocol::frontend::bind);
  bind.string("");
  bind.string("");
  if (auto written = finish_bind(bind, arguments, {}); !written) {
    out.truncate(before);
    return fail(std::move(written).error());
  }
  std::ignore = protocol::describe(out, protocol::object_kind::portal, "");
  std::ignore = protocol::execute(out);
  return add(protocol::step_parse | protocol::step_bind | protocol::step_describe_portal | protocol::step_execute,
             kind);
}

result<statement_id> link::push_sync() {
  const statement_id id = results_.push(result_kind::group);
  session_->sync(id);
  return id;
}

statement_id link::push_failing_sync() {
  output_buffer& out = session_->output();
  std::ignore = protocol::execute(out, "the rest of its group could not be written");
  protocol::sync(out);
  const statement_id id = results_.push(result_kind::group);
  session_->push(protocol::step_execute | protocol::step_sync, id);
  return id;
}

result<statement_id> link::push_simple_query(std::string_view sql, std::vector<statement_result>& simple_results) {
  if (auto allowed = refuse_listen(sql); !allowed) return fail(std::move(allowed).error());
  if (!protocol::query(session_->output(), sql)) return fail(cannot_be_said());
  simple_results_ = &simple_results;
  detour_ = true;
  simple_query_ = add(protocol::step_query, result_kind::group);
  return simple_query_;
}

result<statement_id> link::push_prepare(std::string_view sql, std::span<const std::uint32_t> types,
                                        std::shared_ptr<prepared_statement::description> what) {
  auto allowed = require_mode(mode_ <= pooler_mode::transaction_named, "prepared statements");
  if (allowed) allowed = refuse_listen(sql);
  if (!allowed) return fail(std::move(allowed).error());
  what->name = "pgpipe_" + std::to_string(next_statement_name_++);
  what->described_once = describes_once(sql);
  prebuild(*what);
  output_buffer& out = session_->output();
  if (!protocol::parse(out, what->name, text_to_parse(sql), types)) return fail(cannot_be_said());
  std::ignore = protocol::describe(out, protocol::object_kind::statement, what->name);
  const statement_id id = add(protocol::step_parse | protocol::step_describe_statement, result_kind::lone_statement);
  to_be_described_.push_back({id, nullptr, std::move(what)});
  return id;
}

result<statement_id> link::push_close(const prepared_statement& statement) {
  std::ignore = protocol::close(session_->output(), protocol::object_kind::statement, statement.name());
  return add(protocol::step_close, result_kind::lone_statement);
}

}  // namespace pgpipe::detail
