// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace CLI {
class App;
}

namespace masu::cli {

/// The options `inspect` and `import` share, as they come from the command line.
/// Lifetime: addTo() binds the members, so the object outlives the parsing.
class ImportArguments {
 public:
  void addTo(CLI::App& command);

  /// Errors: a word that is neither a type, a character nor a policy.
  Result<ingest::ImportOptions> options() const;
  /// An option with a value that it does not take, or without effect on these sources, as a sentence; nothing where
  /// every option is obeyed.
  std::optional<std::string> conflictWithSources(const CLI::App& command) const;
  /// Errors: an order of dates was asked for, and the plan has none.
  Result<void> checkDates(const ingest::ImportPlan& plan) const;
  /// Whether a source can be read only once; see tasks::PipedSources.
  bool hasPipe() const;
  /// The text of the recipe file, or nothing.
  Result<std::string> recipe() const;
  /// The recipe file itself, where one was named.
  std::vector<std::filesystem::path> recipeFile() const;

 private:
  std::optional<std::string> conflictWithRecipe(const ingest::RecordingOptions& asked) const;
  std::optional<std::string> askedTwice(const ingest::ImportOptions& asked) const;
  void addSpellingOptions(CLI::App& command);
  void addTableOptions(CLI::App& command);
  void addColumnOptions(CLI::App& command);
  void addRecordingOptions(CLI::App& command);
  Result<void> fillTypes(ingest::TableOptions& table) const;
  Result<void> fillMissing(ingest::ImportOptions& options) const;
  static void fillMarkers(std::string_view list, ingest::TableOptions& table);
  Result<void> fillTable(ingest::TableOptions& table) const;
  Result<void> fillWindows(ingest::RecordingOptions& recordings) const;
  Result<void> fillLabelRule(ingest::RecordingOptions& recordings) const;
  Result<void> fillRecordings(ingest::RecordingOptions& recordings) const;

  std::vector<std::string> m_sources;
  std::string m_as = "auto";
  std::vector<std::string> m_labels;
  std::string m_target;
  std::string m_weight;
  std::string m_dtype;
  std::optional<double> m_tolerance;
  std::string m_pastTolerance = "widen";
  std::string m_compression = "none";
  std::vector<std::string> m_missing;
  std::string m_onError = "reject";
  std::string m_ragged = "reject";
  std::optional<std::uint64_t> m_shuffle;
  std::string m_recipe;

  std::string m_delimiter;
  std::string m_quote;
  std::string m_escape;
  std::string m_decimal;
  std::string m_thousands;
  std::string m_encoding;
  bool m_header = false;
  bool m_noHeader = false;
  std::string m_comment;
  std::optional<std::uint64_t> m_skip;
  std::optional<std::uint64_t> m_longestRecord;
  std::string m_dateOrder;
  std::vector<std::string> m_types;
  std::string m_where;
  std::vector<std::string> m_missingMarkers;
  std::vector<std::string> m_keep;
  std::vector<std::string> m_text;
  std::vector<std::pair<std::string, std::string>> m_classMap;

  std::string m_window;
  std::string m_hop;
  std::string m_rest = "pad";
  std::string m_store = "windows";
  double m_rate = 0;
  std::vector<std::string> m_channels;
  std::string m_time;
  std::string m_raw;
  std::string m_frames;
  std::vector<std::string> m_labelFrom;
  std::string m_groupFrom;
};

}  // namespace masu::cli
