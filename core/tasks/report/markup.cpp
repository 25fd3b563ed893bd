// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/markup.h"

#include <utility>

#include "core/base/shown_text.h"

namespace masu::tasks {

namespace {

/// The characters U+FFFE and U+FFFF, which XML does not have.
bool isNoncharacter(std::string_view text) {
  return text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
}

std::string escaped(std::string_view text) {
  const std::string shown = shownText(text, LineEnds::shown);
  std::string markup;
  markup.reserve(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    switch (shown[i]) {
      case '&':
        markup += "&amp;";
        break;
      case '<':
        markup += "&lt;";
        break;
      case '>':
        markup += "&gt;";
        break;
      case '"':
        markup += "&quot;";
        break;
      case '\'':
        markup += "&#39;";
        break;
      default:
        if (isNoncharacter(std::string_view(shown).substr(i))) {
          markup += "\xEF\xBF\xBD";
          i += 2;
        } else {
          markup += shown[i];
        }
    }
  }
  return markup;
}

std::string opening(const char* name, const std::vector<Attribute>& attributes) {
  std::string text = std::string("<") + name;
  for (const Attribute& attribute : attributes)
    text += std::string(" ") + attribute.name + "=\"" + escaped(attribute.value) + "\"";
  return text;
}

std::vector<Attribute> alignment(bool hasFigures) {
  return hasFigures ? std::vector<Attribute>{{"class", "figure"}} : std::vector<Attribute>();
}

/// Tables that are wider than the page are scrolled by themselves, also by the keyboard.
Markup scrolled(const Markup& content) {
  return element("div", element("table", content), {{"class", "wide"}, {"tabindex", "0"}});
}

}  // namespace

Markup::Markup(std::string_view text) : m_markup(escaped(text)) {}

Markup Markup::trusted(std::string markup) {
  Markup made;
  made.m_markup = std::move(markup);
  return made;
}

Markup& Markup::operator+=(const Markup& other) {
  m_markup += other.m_markup;
  return *this;
}

Markup element(const char* name, const Markup& content, const std::vector<Attribute>& attributes) {
  return Markup::trusted(opening(name, attributes) + ">" + content.text() + "</" + name + ">");
}

Markup emptyElement(const char* name, const std::vector<Attribute>& attributes) {
  return Markup::trusted(opening(name, attributes) + "/>");
}

HtmlTable::HtmlTable(const Markup& caption, std::vector<Column> columns)
    : m_caption(caption), m_columns(std::move(columns)) {}

void HtmlTable::add(const std::vector<Markup>& cells) {
  Markup row;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const Markup cell = i < cells.size() ? cells[i] : Markup();
    std::vector<Attribute> attributes = alignment(m_columns[i].hasFigures);
    if (i == 0) attributes.push_back({"scope", "row"});
    row += element(i == 0 ? "th" : "td", cell, attributes);
  }
  m_rows += element("tr", row) + Markup::trusted("\n");
}

Markup HtmlTable::markup() const {
  Markup head;
  for (const Column& column : m_columns) {
    std::vector<Attribute> attributes = alignment(column.hasFigures);
    attributes.push_back({"scope", "col"});
    head += element("th", column.title, attributes);
  }
  return scrolled(element("caption", m_caption) + element("thead", element("tr", head)) + Markup::trusted("\n") +
                  element("tbody", m_rows)) +
         Markup::trusted("\n");
}

void FactTable::add(const Markup& name, const Markup& value) {
  if (value.isEmpty()) return;
  m_rows += element("tr", element("th", name, {{"scope", "row"}}) + element("td", value)) + Markup::trusted("\n");
}

Markup FactTable::markup() const {
  return scrolled(element("caption", m_caption) + element("tbody", m_rows)) + Markup::trusted("\n");
}

}  // namespace masu::tasks
