// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/call.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "app/cli/commands/commands.h"
#include "app/cli/usage.h"
#include "app/cli/usage_sentence.h"
#include "core/base/unexpected.h"
#include "core/io/scratch_folder.h"

namespace masu::cli {

namespace {

/// --scratch names a folder for the whole process, so that of several calls that name one each waits for its turn. One
/// that names none meanwhile has its temporary files there, too.
class ScratchTurn {
 public:
  ScratchTurn(const std::vector<std::string>& words, const std::stop_token& stop) : m_turn(turns(), std::defer_lock) {
    constexpr std::chrono::milliseconds kPatience{50};
    const auto names = [](const std::string& word) { return word == "--scratch" || word.starts_with("--scratch="); };
    m_needed = std::ranges::any_of(words, names);
    while (m_needed && !stop.stop_requested() && !m_turn.try_lock_for(kPatience)) {
    }
  }
  ~ScratchTurn() {
    if (m_turn.owns_lock()) io::useScratchFolder({});
  }
  ScratchTurn(const ScratchTurn&) = delete;
  ScratchTurn& operator=(const ScratchTurn&) = delete;

  /// False where the call was stopped while it waited.
  bool has() const { return !m_needed || m_turn.owns_lock(); }

 private:
  static std::timed_mutex& turns() {
    static std::timed_mutex mutex;
    return mutex;
  }

  std::unique_lock<std::timed_mutex> m_turn;
  bool m_needed = false;
};

CallOption::Takes takesOf(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return CallOption::Takes::nothing;
  return option.get_type_size_max() == 2 ? CallOption::Takes::pair : CallOption::Takes::value;
}

Result<std::string> printedBy(const Result<Report>& outcome) {
  if (outcome) return outcome->json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const Error& error = outcome.error();
  return fail(error.code, "{0}", {errorText(error)}, error.source);
}

}  // namespace

std::vector<CallOption> optionsOf(std::string_view command) {
  CLI::App app;
  CommonOptions common;
  int exitCode = 0;
  addCommands({app, common, exitCode});
  CLI::App* const asked = app.get_subcommand(std::string(command));
  std::vector<CallOption> facts;
  for (const CLI::Option* option : asked->get_options()) {
    const bool ofTerminal = option == asked->get_help_ptr() || option->check_lname("json");
    if (option->nonpositional() && !ofTerminal) facts.push_back({option->get_lnames(), takesOf(*option)});
  }
  return facts;
}

Called call(const std::vector<std::string>& words, const JobContext& job) {
  const ScratchTurn turn(words, job.stop);
  if (!turn.has()) return {fail(Error::cancelled()), {}};
  CLI::App app;
  app.require_subcommand(1);
  CommonOptions common;
  int exitCode = 0;
  Called called;
  common.caller = [&](const Work& work) {
    called.json = printedBy(guarded(work, job));
    return 0;
  };
  addCommands({app, common, exitCode});
  app.parse_complete_callback([&] { called.settled = prepare(app); });
  try {
    parse(app, words);
  } catch (const CLI::ParseError& error) {
    called.json = fail(Errc::invalidArgument, "{0}", {usageSentence(app, error, words)});
  } catch (const std::exception& error) {
    called.json = fail(unexpected(error.what()));
  }
  return called;
}

}  // namespace masu::cli
