#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/expression.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

class copy_source;

enum class command_kind : std::uint8_t {
  sql,
  set,            // \set VARIABLE EXPRESSION
  sleep,          // \sleep NUMBER|:VARIABLE [us|ms|s]
  shell,          // \shell COMMAND...
  setshell,       // \setshell VARIABLE COMMAND...
  if_,            // \if EXPRESSION
  elif,           // \elif EXPRESSION
  else_,          // \else
  endif,          // \endif
  startpipeline,  // \startpipeline, \beginbatch
  syncpipeline,   // \syncpipeline
  endpipeline,    // \endpipeline, \endbatch
  windowed_sql,   // --depth: SQL whose answer is not waited for while there is room in the window
  drain,          // --depth, behind the last command: waits for all answers
};

// What happens to the rows of an SQL command.
enum class row_use : std::uint8_t {
  none,
  gset,  // the last statement's only row becomes variables
  aset,  // the last row of each statement that has rows becomes variables
};

// How the text of a variable is put into SQL: as it is, as :'name', or as :"name".
enum class quoting : std::uint8_t { none, literal, identifier };

// A run of text, then the variable that follows it.
struct text_piece {
  std::string text;
  variable_slot slot = no_variable;  // no_variable: nothing follows
  bench::quoting quoting = bench::quoting::none;
};

// The operand of \sleep: a constant, or a variable whose text is a number.
struct sleep_time {
  std::int64_t unit_us = 1000000;
  std::int64_t number = 0;
  variable_slot slot = no_variable;  // when set, it is used in place of `number`
};

// One command of a script: plain data, of which `kind` says what is in use. What to do with it at run time beyond
// reading it is in script_run.hpp.
struct command {
  command_kind kind = command_kind::sql;
  row_use rows = row_use::none;

  // Every kind: the index of the command to run after this one. It leaps over the rest of a conditional when this is
  // the last command of its branch, so that \elif is reached only to be evaluated. The number of commands is the end.
  std::uint32_t next = 0;

  // \if, \elif: where to go on in place of `next` when the condition is not true: an \elif, or the \else or \endif.
  // \startpipeline: the index of the \endpipeline that follows next in the text, or the number of commands.
  std::uint32_t jump = 0;

  // \set, \setshell: the variable; no_variable when its name is not valid, which fails when the command is run.
  variable_slot target = no_variable;

  // SQL: counts the SQL commands of all scripts of a loader from 0; a name for a prepared statement.
  std::uint32_t statement = 0;

  expression formula;  // \set: the value; \if, \elif: the condition
  sleep_time sleep;

  // SQL in simple mode: the text in pieces, each variable to be replaced by its text (or left as ":name" if undefined).
  // \shell, \setshell: the shell's command line, likewise, but an undefined variable is an error.
  std::vector<text_piece> pieces;

  // SQL in extended and prepared mode: the text with $1, $2, ... and the variable of each; an undefined one is NULL. A
  // variable that is a name, :"name", stands in it as written: see `pieces`.
  std::string parameterized;
  std::vector<variable_slot> parameters;

  // COPY ... FROM STDIN: its data, shared by all who run the script.
  std::shared_ptr<const copy_source> copy;

  std::string prefix;  // \gset, \aset: what stands before the column's name in the variable's name

  std::string text;         // as written, without leading blanks and "--" comments
  std::string first_line;   // the first line of `text`, for reports
  std::string name;         // meta-commands: the name, in lower case, as messages call it; \set: see target_name
  std::string target_name;  // \set, \setshell: the variable's name as written
  std::uint32_t line = 0;   // where the text starts, from 1
};

// A script, ready to run. Immutable and shared by all threads.
struct script {
  std::string label;      // for reports: the file's name, or "<builtin: ...>"
  std::size_t index = 0;  // in the loader's order, from 0
  std::string source;     // the whole text
  std::vector<command> commands;
};

}  // namespace pgpipe::app::bench
