// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/ingest/sources/json_table.h"

namespace masu::ingest {

/// Texts whose tags, such as @attribute and @data, describe the table below them: ARFF of Weka
/// (https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/) and the .ts files of the archives of time
/// series (https://www.aeon-toolkit.org/en/stable/examples/datasets/data_loading.html).
enum class TaggedFormat : std::uint8_t { arff, ts };
/// "ARFF", ".ts".
std::string_view name(TaggedFormat format);

/// The format of a text by its first tags. `head`: its front, in an encoding that has ASCII as it is.
std::optional<TaggedFormat> taggedFormat(std::string_view head);
/// The same of a source, perhaps packed; nothing of one that cannot be read.
std::optional<TaggedFormat> taggedFormatOf(const std::filesystem::path& path);

/// The text of such a file as CSV with commas, double quotes and decimal points, line by line: a line of the source is
/// one of the CSV, tags and comments are blank lines, the header is in the place of @data. Missing values are empty
/// cells. A sparse record of ARFF has all its values. A series of a .ts file is a record of its values in the order of
/// time, dimension after dimension, with its class or target last; all have the length of the first. Of a line that
/// cannot be read the record is its text in one cell. A record has as many fields as the header only if it was read.
/// Threads: one at a time.
class TaggedTable {
 public:
  /// `path`: what messages name. `longest`: bytes of a line.
  TaggedTable(TaggedFormat format, std::filesystem::path path, std::uint64_t longest)
      : m_format(format), m_path(std::move(path)), m_lines(longest) {}

  /// Appends to `to` the CSV of a piece of the text, in UTF-8. `last`: no other follows.
  /// Errors: a relational attribute, weights of records, times beside values, series of different lengths, a .tsf file;
  /// no @data.
  Result<void> append(std::string_view piece, bool last, std::string& to);

  TaggedFormat format() const { return m_format; }
  /// Of each series of a .ts file, once one was read; 0 of ARFF.
  std::uint64_t dimensions() const { return m_dimensions; }
  std::uint64_t length() const { return m_length; }

 private:
  struct Attribute {
    std::string name;
    std::string absent;  ///< what a sparse record means by not having it
  };

  Result<void> addTag(std::string_view line);
  Result<void> addAttribute(std::string_view text);
  Result<void> addSeriesTag(const std::string& tag, std::string_view value);
  void addHeader(std::string& to);
  /// The header of a .ts file, by its first series.
  Result<void> beginSeries(std::string_view line, std::string& to);
  Result<void> addRecord(std::string_view line, std::string& to);
  /// False: the line cannot be read.
  bool readRecord(std::string_view& line);
  bool readSparse(std::string_view& line);
  bool readSeries(std::string_view line);
  Error refusal(std::string text, std::string word = {}, std::string more = {}) const;

  TaggedFormat m_format;
  std::filesystem::path m_path;
  LineCutter m_lines;
  std::vector<Attribute> m_attributes;  ///< the columns
  std::string m_targetName;             ///< of a .ts file; empty: its series have none
  std::uint64_t m_dimensions = 0;
  std::uint64_t m_length = 0;
  bool m_inData = false;
  bool m_headed = false;        ///< the header is written
  std::uint64_t m_waiting = 0;  ///< blank lines below a header that waits for the first series
  std::vector<std::string> m_fields;
};

/// Whether a dialect reads such tables.
bool readsTagged(const csv::Dialect& dialect);

}  // namespace masu::ingest
