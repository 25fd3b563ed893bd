// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/dialect_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QTextDocument>
#include <array>

#include "ui/pages/import/table/dialect_menu.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::array kDelimiters = {',', ';', '\t', '|', ' '};
constexpr std::array kQuotes = {'"', '\'', '\0'};
/// As the survey names them; CP932 is what people call Shift_JIS.
const QStringList kEncodings = {"UTF-8",        "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252", "windows-1250",
                                "windows-1251", "CP932",    "EUC-JP",   "GB18030",    "CP950",        "CP949"};

QComboBox* makeCombo(const QStringList& items, int width, const QString& name) {
  auto* combo = new QComboBox;
  combo->setProperty("scale", "small");
  combo->addItems(items);
  combo->setFixedWidth(width);
  combo->setAccessibleName(name);
  return combo;
}

template <class Options>
int indexOf(const Options& options, char value) {
  const auto found = std::find(options.begin(), options.end(), value);
  return found == options.end() ? -1 : static_cast<int>(found - options.begin());
}

}  // namespace

QString sourcesName(const ingest::ImportPlan& plan) {
  const auto& sources = plan.options.sources;
  if (sources.empty()) return {};
  const QString first = toQt(sources.front().filename());
  if (sources.size() == 1 && (plan.ofRecordings() || plan.sources.size() < 2)) return first;
  if (sources.size() == 1)
    return ImportDialectBar::tr("%1, %n files", nullptr, static_cast<int>(plan.sources.size())).arg(first);
  return ImportDialectBar::tr("%1 and %n more", nullptr, static_cast<int>(sources.size()) - 1).arg(first);
}

ImportDialectBar::ImportDialectBar(QWidget* parent)
    : QWidget(parent),
      m_chip(new FileChip),
      m_sheetName(makeLabel(tr("Sheet"), "label")),
      m_sheet(makeCombo({}, 120, tr("Sheet"))),
      m_delimiter(makeCombo({tr("Comma"), tr("Semicolon"), tr("Tab"), tr("Bar"), tr("Blank")}, 96, tr("Delimiter"))),
      m_quote(makeCombo({QStringLiteral("\""), QStringLiteral("'"), tr("none")}, 60, tr("Quote"))),
      m_encoding(makeCombo(kEncodings, 92, tr("Encoding"))),
      m_missing(new TagList),
      m_header(new QCheckBox(tr("Header line"))),
      m_more(new DialectMenu(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  for (std::size_t i = 0; i < kDelimiters.size(); ++i)
    m_delimiter->setItemData(static_cast<int>(i), QChar::fromLatin1(kDelimiters[i]));
  m_header->setProperty("scale", "small");
  m_missing->setAccessibleName(tr("Missing"));
  m_missing->setToolTip(tr("Markers of missing values"));
  row->addWidget(m_chip);
  row->addWidget(makeToolBarSeparator());
  const auto add = [row](const QString& name, QWidget* field) {
    row->addWidget(makeLabel(name, "label"));
    row->addWidget(field);
    row->addSpacing(4);
  };
  row->addWidget(m_sheetName);
  row->addWidget(m_sheet);
  m_sheetName->hide();
  m_sheet->hide();
  add(tr("Delimiter"), m_delimiter);
  add(tr("Quote"), m_quote);
  add(tr("Encoding"), m_encoding);
  add(tr("Missing"), m_missing);
  row->addWidget(m_header);
  auto* more = makeButton(tr("More"), {}, ButtonKind::normal, ButtonSize::small);
  more->setObjectName("spelling");
  more->setToolTip(tr("Decimal mark, escapes, comments, lines before the table, dates"));
  more->setMenu(m_more);
  more->setProperty("menu", true);
  row->addWidget(more);
  row->addStretch(1);

  connect(m_chip, &FileChip::removed, this, &ImportDialectBar::removed);
  connect(m_sheet, &QComboBox::activated, this,
          [this](int index) { Q_EMIT sheetChosen(m_sheet->itemData(index).toString()); });
  connect(m_delimiter, &QComboBox::activated, this, [this](int index) {
    m_options.delimiter = m_delimiter->itemData(index).toChar().toLatin1();
    Q_EMIT edited(m_options);
  });
  connect(m_quote, &QComboBox::activated, this, [this](int index) {
    m_options.quote = kQuotes[static_cast<std::size_t>(index)];
    Q_EMIT edited(m_options);
  });
  connect(m_encoding, &QComboBox::activated, this, [this](int index) {
    m_options.encoding = fromQt(m_encoding->itemText(index));
    Q_EMIT edited(m_options);
  });
  connect(m_header, &QCheckBox::clicked, this, [this](bool checked) {
    m_options.header = checked;
    Q_EMIT edited(m_options);
  });
  connect(m_more, &DialectMenu::edited, this, &ImportDialectBar::edited);
  connect(m_missing, &TagList::clicked, this, &ImportDialectBar::editMarkers);
}

void ImportDialectBar::showPlan(const ingest::ImportPlan& plan) {
  m_options = plan.options.table;
  m_chip->show("file", sourcesName(plan), formatBytes(plan.sourceBytes));
  showSheets(plan.table());
  showDelimiter(plan.table().dialect.delimiter);
  m_quote->setCurrentIndex(indexOf(kQuotes, plan.table().dialect.quote));
  showEncoding(toQt(plan.table().dialect.encoding));
  showHeader(plan.table());
  m_more->showPlan(plan);
  m_markers = plan.table().dialect.missingMarkers;
  // The bar has room for three; the rest is in the tool tip.
  QStringList tags;
  for (const std::string& marker : m_markers) tags << (marker.empty() ? tr("empty") : toQt(marker));
  m_missing->setToolTip(tags.join(QStringLiteral(", ")));
  if (tags.size() > 3) tags = tags.mid(0, 3) << QStringLiteral("…");
  m_missing->setTags(tags);
}

/// A sheet has no delimiter, quote or encoding that could be another, an ARFF or a .ts file neither these nor a header.
void ImportDialectBar::showSheets(const ingest::TablePlan& table) {
  m_sheet->clear();
  for (const std::string& sheet : table.sheets)
    m_sheet->addItem(toQt(sheet), toQt(table.workbook) + QLatin1Char('#') + toQt(sheet));
  m_sheet->setCurrentText(toQt(table.sheet));
  for (QWidget* each : {static_cast<QWidget*>(m_sheetName), static_cast<QWidget*>(m_sheet)})
    each->setVisible(table.sheets.size() > 1);
  for (QComboBox* each : {m_delimiter, m_quote}) each->setEnabled(table.sheets.empty() && table.tagged.empty());
  m_encoding->setEnabled(table.sheets.empty());
  m_header->setEnabled(table.tagged.empty());
}

/// What was guessed, with how sure that is and why.
void ImportDialectBar::showHeader(const ingest::TablePlan& table) {
  m_header->setChecked(table.dialect.header);
  QString why;
  if (!table.headerReason.text.empty()) {
    why = table.dialect.header ? tr("The first record was taken as the header with a confidence of %1.")
                               : tr("The first record was taken as data with a confidence of %1.");
    why = why.arg(formatPercent(table.dialect.headerConfidence)) + QLatin1Char('\n') + translated(table.headerReason);
  }
  // Cells of the file are text, not mark-up.
  m_header->setToolTip(why.isEmpty() ? why : Qt::convertFromPlainText(why, Qt::WhiteSpaceNormal));
  m_header->setAccessibleDescription(why);
}

/// Any character may separate cells, such as the colon of some files of series.
void ImportDialectBar::showDelimiter(char delimiter) {
  const QChar character = QChar::fromLatin1(delimiter);
  if (m_delimiter->findData(character) < 0) m_delimiter->addItem(QString(character), character);
  m_delimiter->setCurrentIndex(m_delimiter->findData(character));
}

/// A recipe may name one that the list lacks.
void ImportDialectBar::showEncoding(const QString& encoding) {
  int index = m_encoding->findText(encoding, Qt::MatchFixedString);
  if (index < 0 && !encoding.isEmpty()) {
    m_encoding->addItem(encoding);
    index = m_encoding->count() - 1;
  }
  m_encoding->setCurrentIndex(index);
}

void ImportDialectBar::editMarkers() {
  QStringList markers;
  for (const std::string& marker : m_markers)
    if (!marker.empty()) markers << toQt(marker);
  bool accepted = false;
  const QString typed = QInputDialog::getText(
      this, tr("Missing"), tr("Markers of missing values, separated by commas. An empty cell is always missing."),
      QLineEdit::Normal, markers.join(QLatin1Char(',')), &accepted);
  if (!accepted) return;
  std::vector<std::string> chosen = {""};
  for (const QString& marker : typed.split(QLatin1Char(','), Qt::SkipEmptyParts))
    chosen.push_back(fromQt(marker.trimmed()));
  m_options.missingMarkers = std::move(chosen);
  Q_EMIT edited(m_options);
}

}  // namespace masu::ui
