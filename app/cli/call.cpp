// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/call.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "app/cli/commands/commands.h"

namespace masu::cli {

namespace {

/// --scratch sets TMPDIR, which is the calling program's own.
class KeptEnvironment {
 public:
  KeptEnvironment() {
    if (const char* folder = std::getenv(kName)) m_before = folder;
  }
  ~KeptEnvironment() {
    const char* now = std::getenv(kName);
    if (now == nullptr || m_before == now) return;
    if (m_before)
      ::setenv(kName, m_before->c_str(), 1);
    else
      ::unsetenv(kName);
  }
  KeptEnvironment(const KeptEnvironment&) = delete;
  KeptEnvironment& operator=(const KeptEnvironment&) = delete;

 private:
  static constexpr const char* kName = "TMPDIR";
  std::optional<std::string> m_before;
};

OptionFacts::Takes takesOf(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return OptionFacts::Takes::nothing;
  return option.get_type_size_max() == 2 ? OptionFacts::Takes::pair : OptionFacts::Takes::value;
}

Result<std::string> printedBy(const Result<Report>& outcome) {
  if (outcome) return outcome->json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const Error& error = outcome.error();
  return fail(error.code, "{0}", {errorText(error)}, error.source);
}

}  // namespace

std::vector<OptionFacts> optionsOf(std::string_view command) {
  CLI::App app;
  CommonOptions common;
  int exitCode = 0;
  addCommands({app, common, exitCode});
  CLI::App* const asked = app.get_subcommand(std::string(command));
  std::vector<OptionFacts> facts;
  for (const CLI::Option* option : asked->get_options()) {
    const bool ofTerminal = option == asked->get_help_ptr() || option->check_lname("json");
    if (option->nonpositional() && !ofTerminal) facts.push_back({option->get_lnames(), takesOf(*option)});
  }
  return facts;
}

Called call(std::vector<std::string> words, const JobContext& job) {
  const KeptEnvironment kept;
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
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    called.json = fail(Errc::invalidArgument, "{0}", {error.what()});
  } catch (const std::exception& error) {
    called.json = fail(Errc::internal, MASU_TEXT("core", "Masu met a defect of its own: {0}."), {error.what()});
  }
  return called;
}

}  // namespace masu::cli
