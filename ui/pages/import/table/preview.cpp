// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/preview.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr int kRawWidth = 300;
constexpr int kHead = 28;
constexpr int kLine = 22;
constexpr int kNumberWidth = 36;
constexpr int kCellPadding = 8;
constexpr int kMinWidth = 44;
constexpr int kMost = 160;

bool isMissing(const csv::Dialect& dialect, std::string_view cell) {
  return std::find(dialect.missingMarkers.begin(), dialect.missingMarkers.end(), cell) != dialect.missingMarkers.end();
}

std::string_view trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

}  // namespace

ImportPreview::ImportPreview(QWidget* parent) : QAbstractScrollArea(parent) {
  setFixedHeight(kHead + 6 * kLine + 3);
  // Wheel and arrow keys scroll; bars would cover the last line.
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("First lines as written and as parsed"));
}

void ImportPreview::setPlan(std::shared_ptr<const ingest::ImportPlan> plan, ingest::TablePreview preview) {
  m_plan = std::move(plan);
  m_preview = std::move(preview);
  measure();
  viewport()->update();
}

int ImportPreview::rows() const {
  if (!m_plan) return 0;
  return static_cast<int>(m_preview.lines.size()) - firstLine() + (m_plan->table().dialect.header ? 0 : 1);
}

/// Row 0 is the header: a line of the file, or names that Masu gave where the file has none.
const std::vector<std::string>* ImportPreview::cellsAt(int row) const {
  const auto& cells = m_preview.cells;
  if (row < 1 || row > static_cast<int>(cells.size())) return nullptr;
  return &cells[static_cast<std::size_t>(row - 1)];
}

/// Lines before the header belong to no record.
int ImportPreview::firstLine() const {
  return static_cast<int>(m_preview.linesBefore);
}

void ImportPreview::measure() {
  m_widths.clear();
  m_numeric.clear();
  if (!m_plan) return;
  const QFontMetrics heads(uiFont(Type::hint, QFont::Medium));
  const QFontMetrics cells(uiFont(Type::table));
  for (std::size_t c = 0; c < m_plan->columns.size(); ++c) {
    const ingest::ColumnPlan& column = m_plan->columns[c];
    m_numeric.push_back(column.kind == table::Kind::integer || column.kind == table::Kind::decimal);
    int width = heads.horizontalAdvance(shownText(column.name));
    for (const auto& record : m_preview.cells)
      if (c < record.size()) width = std::max(width, cells.horizontalAdvance(shownText(record[c])) + 6);
    m_widths.push_back(std::clamp(width + 2 * kCellPadding, kMinWidth, kMost));
  }
  int total = 0;
  for (const int width : m_widths) total += width;
  horizontalScrollBar()->setRange(0, std::max(0, total + kRawWidth + 8 - viewport()->width()));
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setSingleStep(24);
  verticalScrollBar()->setRange(0, std::max(0, rows() * kLine - (viewport()->height() - kHead)));
  verticalScrollBar()->setSingleStep(kLine);
  verticalScrollBar()->setPageStep(viewport()->height() - kHead);
}

void ImportPreview::resizeEvent(QResizeEvent*) {
  measure();
}

void ImportPreview::keyPressEvent(QKeyEvent* event) {
  QScrollBar* bar = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right ? horizontalScrollBar()
                    : event->key() == Qt::Key_Up || event->key() == Qt::Key_Down  ? verticalScrollBar()
                                                                                  : nullptr;
  if (bar == nullptr) return QAbstractScrollArea::keyPressEvent(event);
  const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
  bar->setValue(bar->value() + (back ? -bar->singleStep() : bar->singleStep()));
}

void ImportPreview::scrollContentsBy(int, int) {
  viewport()->update();
}

void ImportPreview::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Tokens& t = tokens();
  painter.fillRect(viewport()->rect(), t.surface);
  if (!m_plan) return;
  paintParsed(painter);
  painter.fillRect(0, 0, kRawWidth, viewport()->height(), t.surface);
  paintRaw(painter);
  paintHeads(painter);
  painter.fillRect(kRawWidth - 1, 0, 1, viewport()->height(), t.line);
}

void ImportPreview::paintHeads(QPainter& painter) const {
  const Tokens& t = tokens();
  painter.fillRect(0, 0, viewport()->width(), kHead, t.surface);
  const auto head = [&](int left, const QString& name, const QString& detail) {
    painter.setFont(uiFont(Type::hint, QFont::Medium));
    painter.setPen(t.text);
    painter.drawText(QRect(left, 0, 200, kHead), Qt::AlignVCenter, name);
    const int width = painter.fontMetrics().horizontalAdvance(name);
    painter.setFont(uiFont(Type::hint));
    painter.setPen(t.text2);
    painter.drawText(QRect(left + width + 8, 0, 200, kHead), Qt::AlignVCenter, detail);
  };
  const std::size_t shown = m_preview.lines.size();
  head(size::kLeft, tr("As written"), tr("lines 1 to %1").arg(shown > 0 ? m_preview.lineNumber(shown - 1) : 0));
  head(kRawWidth + 12, tr("As parsed"), tr("%n column(s)", nullptr, static_cast<int>(m_plan->columns.size())));
}

void ImportPreview::paintRaw(QPainter& painter) const {
  painter.save();
  painter.setClipRect(0, kHead, kRawWidth - 1, viewport()->height() - kHead);
  const int offset = m_plan->table().dialect.header ? 0 : 1;
  const auto& lines = m_preview.lines;
  for (int row = offset; row < rows(); ++row) {
    const QRect rect(0, kHead + row * kLine - verticalScrollBar()->value(), kRawWidth, kLine);
    if (rect.bottom() < kHead || rect.top() > viewport()->height()) continue;
    const auto at = static_cast<std::size_t>(firstLine() + row - offset);
    painter.setFont(monoFont());
    painter.setPen(tokens().text3);
    if (const std::uint64_t number = m_preview.lineNumber(at); number > 0) {
      painter.drawText(rect.adjusted(0, 0, kNumberWidth - 12 - kRawWidth, 0), Qt::AlignRight | Qt::AlignVCenter,
                       QString::number(number));
    }
    painter.save();
    painter.setClipRect(QRect(kNumberWidth, kHead, kRawWidth - kNumberWidth - 1, viewport()->height()),
                        Qt::IntersectClip);
    paintRawLine(painter, rect.adjusted(kNumberWidth - horizontalScrollBar()->value(), 0, 0, 0),
                 lines[at]);
    painter.restore();
  }
  painter.restore();
}

/// Delimiters in accent, blanks at the edge of a cell as faint dots, missing markers on the ground of a warning.
void ImportPreview::paintRawLine(QPainter& painter, const QRect& rect, const std::string& line) const {
  const Tokens& t = tokens();
  const QFontMetrics metrics(monoFont());
  QFont bold = monoFont();
  bold.setBold(true);
  int x = rect.left();
  const auto draw = [&](const QString& text, const QColor& ink, const QFont& face) {
    painter.setFont(face);
    painter.setPen(ink);
    painter.drawText(QRect(x, rect.top(), 4000, rect.height()), Qt::AlignVCenter, text);
    x += metrics.horizontalAdvance(text);
  };
  const csv::Dialect& dialect = m_plan->table().dialect;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && dialect.quote != '\0' && line[i] == dialect.quote) quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != dialect.delimiter)) continue;
    const std::string_view cell = std::string_view(line).substr(begin, i - begin);
    const std::string_view core = trimmed(cell);
    const std::size_t lead = core.empty() ? cell.size() : static_cast<std::size_t>(core.data() - cell.data());
    draw(QString(static_cast<qsizetype>(lead), QChar(0x00B7)), t.textOff, monoFont());
    const QString text = shownText(core);
    if (!core.empty() && isMissing(dialect, core)) {
      painter.fillRect(QRect(x - 3, rect.top() + 4, metrics.horizontalAdvance(text) + 6, rect.height() - 8), t.warnBg);
      draw(text, t.warn, monoFont());
    } else {
      draw(text, t.text, monoFont());
    }
    draw(QString(static_cast<qsizetype>(cell.size() - lead - core.size()), QChar(0x00B7)), t.textOff, monoFont());
    if (i < line.size()) draw(line[i] == '\t' ? QStringLiteral("→") : QString(QLatin1Char(line[i])), t.accent, bold);
    begin = i + 1;
    if (x > kRawWidth) break;
  }
}

void ImportPreview::paintParsed(QPainter& painter) const {
  const Tokens& t = tokens();
  for (int row = 0; row < rows(); ++row) {
    const int top = kHead + row * kLine - verticalScrollBar()->value();
    if (top + kLine < kHead || top > viewport()->height()) continue;
    if (row == 0) painter.fillRect(kRawWidth, top + kLine - 1, viewport()->width(), 1, t.line);
    const auto* cells = cellsAt(row);
    int left = kRawWidth + 4 - horizontalScrollBar()->value();
    for (std::size_t c = 0; c < m_widths.size(); ++c) {
      const QRect room(left + kCellPadding, top, m_widths[c] - 2 * kCellPadding, kLine);
      left += m_widths[c];
      if (room.right() < kRawWidth || room.left() > viewport()->width()) continue;
      const auto alignment = (m_numeric[c] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
      const bool out = m_plan->columns[c].role == table::Role::ignored;
      QString text;
      if (row == 0) {
        painter.setFont(uiFont(Type::hint, QFont::Medium));
        painter.setPen(out ? t.textOff : t.text2);
        text = shownText(m_plan->columns[c].name);
      } else if (cells != nullptr && c < cells->size()) {
        const bool missing = isMissing(m_plan->table().dialect, (*cells)[c]);
        painter.setFont(uiFont(Type::table));
        painter.setPen(out ? t.textOff : missing ? t.warn : t.text);
        text = missing ? tr("missing") : shownText((*cells)[c]);
        bool whole = false;
        const qlonglong number = text.toLongLong(&whole);
        if (m_numeric[c] && whole) text = formatNumber(static_cast<double>(number));
      }
      drawFigures(painter, room, alignment, painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
    }
  }
}

}  // namespace masu::ui
