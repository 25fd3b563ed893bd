// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace masu::tasks {

/// A part of a page that is well formed as XML and as HTML. Text becomes part of it by being escaped, as this
/// happens wherever a text is passed for markup: whatever a name in a file holds, it is shown and nothing else.
class Markup {
 public:
  Markup() = default;
  Markup(std::string_view text);
  Markup(const std::string& text) : Markup(std::string_view(text)) {}
  Markup(const char* text) : Markup(std::string_view(text)) {}

  /// Markup that the caller wrote, as it is. Requires: nothing in it is from a file.
  static Markup trusted(std::string markup);

  bool isEmpty() const { return m_markup.empty(); }
  const std::string& text() const { return m_markup; }
  Markup& operator+=(const Markup& other);
  friend Markup operator+(Markup one, const Markup& other) { return one += other; }

 private:
  std::string m_markup;
};

/// What an element is given beside its content, such as class="bar". Values are escaped.
struct Attribute {
  const char* name;
  std::string value;
};

/// <name attributes>content</name>.
Markup element(const char* name, const Markup& content, const std::vector<Attribute>& attributes = {});
/// <name attributes/>, for elements that never hold anything: br, meta, and shapes of SVG.
Markup emptyElement(const char* name, const std::vector<Attribute>& attributes);

/// A table with a caption and a header for each column; the first cell of a row is the header of the row.
class HtmlTable {
 public:
  struct Column {
    std::string title;
    bool hasFigures = false;  ///< aligned to the right
  };

  HtmlTable(const Markup& caption, std::vector<Column> columns);

  /// Cells that are left out are empty. Requires: no more than there are columns.
  void add(const std::vector<Markup>& cells);
  bool isEmpty() const { return m_rows.isEmpty(); }
  Markup markup() const;

 private:
  Markup m_caption;
  std::vector<Column> m_columns;
  Markup m_rows;
};

/// A table of two columns without headers above them: what something is called and what it is.
class FactTable {
 public:
  explicit FactTable(const Markup& caption) : m_caption(caption) {}
  /// Nothing where there is no such fact.
  void add(const Markup& name, const Markup& value);
  Markup markup() const;

 private:
  Markup m_caption;
  Markup m_rows;
};

}  // namespace masu::tasks
