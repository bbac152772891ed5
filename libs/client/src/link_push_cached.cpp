#include <utility>

#include <pgpipe/protocol/frontend.hpp>

#include "bind_writer.hpp"
#include "describes_once.hpp"
#include "link.hpp"

// Statements that are prepared because they may be asked again.
namespace pgpipe::detail {

// The server's message that a plan's columns have changed shares its SQLSTATE with many others.
bool tells_stale_plan(const error& why) {
  if (why.server() == nullptr) return false;
  return why.sqlstate() == "26000" || (why.sqlstate() == "0A000" && why.server()->routine == "RevalidateCachedQuery");
}

result<statement_id> link::push_cached(std::string_view sql, parameters arguments, result_kind kind) {
  // What may change shape describes itself each time anyway, and DDL is rarely asked twice.
  if (cache_.capacity() == 0 || arguments.size() > greatest_parameter_count || !describes_once(sql)) {
    if (mode_ != pooler_mode::session) [[unlikely]]
      return push_pooled(sql, arguments, kind);
    return push_query(sql, arguments, kind);
  }
  declare_types(arguments);
  const auto path = startup_.parameters.find("search_path");
  const std::shared_ptr<cached_statement> entry =
      cache_.find_or_make(sql, argument_types_, path == startup_.parameters.end() ? "" : path->second);
  if (entry->what) return push_execute(prepared_statement(entry->what), arguments, kind);
  return push_to_be_cached(sql, arguments, kind, entry);
}

// Close, Parse, Describe, Bind and Execute, all in the group of the use.
result<statement_id> link::push_to_be_cached(std::string_view sql, parameters arguments, result_kind kind,
                                             const std::shared_ptr<cached_statement>& entry) {
  auto what = std::make_shared<prepared_statement::description>();
  what->name = entry->name;
  what->described_once = true;
  prebuild(*what);
  output_buffer& out = session_->output();
  const std::uint64_t before = out.appended_total();
  std::ignore = protocol::close(out, protocol::object_kind::statement, what->name);
  if (!protocol::parse(out, what->name, text_to_parse(sql), argument_types_)) {
    out.truncate(before);
    return fail(cannot_be_said());
  }
  std::ignore = protocol::describe(out, protocol::object_kind::statement, what->name);
  protocol::message_writer bind(out, what->bind_head);
  if (auto written = finish_bind(bind, arguments, {}); !written) {
    out.truncate(before);
    return fail(std::move(written).error());
  }
  out.append(what->execute);
  const statement_id id = add(protocol::step_close | protocol::step_parse | protocol::step_describe_statement |
                                  protocol::step_bind | protocol::step_execute,
                              kind);
  to_be_described_.push_back({id, entry, std::move(what)});
  return id;
}

// The statement that the request has the server describe, or nullptr. Those of older requests were skipped.
link::describing* link::described_by(statement_id id) {
  while (!to_be_described_.empty() && to_be_described_.front().by < id) to_be_described_.pop_front();
  return to_be_described_.empty() || to_be_described_.front().by != id ? nullptr : &to_be_described_.front();
}

// Its description is complete: later uses need no Parse.
void link::finish_describing(statement_id id) {
  describing* one = described_by(id);
  if (one == nullptr) return;
  if (one->entry) one->entry->what = std::move(one->what);
  to_be_described_.pop_front();
}

void link::forget_stale(const error& why) {
  if (!tells_stale_plan(why)) return;
  if (cache_.capacity() != 0) cache_.forget_all();
  if (mode_ == pooler_mode::transaction_named) ++plans_lost_;
}

// A pooler that follows prepared statements shares those of one text among its clients, and Close does not reach the
// server. So where a plan has gone stale, only another text has it made anew.
std::string link::text_to_parse(std::string_view sql) const {
  std::string text(sql);
  if (plans_lost_ != 0)
    text.append("\n/* ").append(std::to_string(startup_.process_id)).append("." + std::to_string(plans_lost_) + " */");
  return text;
}

result<statement_result> link::query_alone(std::string_view sql, parameters arguments) {
  const bool alone = session_->status() == protocol::transaction_status::idle && session_->outstanding() == 0;
  auto first = finish_lone(push_cached(sql, arguments, result_kind::lone_statement));
  if (first || !alone || cache_.capacity() == 0 || !tells_stale_plan(first.error()) || !open_) return first;
  // Refused before it ran, in a group of its own: nothing has happened.
  return finish_lone(push_cached(sql, arguments, result_kind::lone_statement));
}

}  // namespace pgpipe::detail
