// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/rejects.h"

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <map>

#include "core/tasks/data/import_task.h"
#include "ui/pages/common/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::size_t kShownRecords = 10'000;

/// The first records of a rejects file. Its header, the first of `records`, says what each column is.
class RejectsModel : public QAbstractTableModel {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::ImportRejects)

 public:
  RejectsModel(std::vector<std::vector<std::string>> records, QObject* parent)
      : QAbstractTableModel(parent), m_records(std::move(records)) {
    if (m_records.empty()) return;
    m_header = std::move(m_records.front());
    m_records.erase(m_records.begin());
  }
  const std::vector<std::string>& header() const { return m_header; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_header.size());
  }

  QVariant data(const QModelIndex& index, int role) const override {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const std::vector<std::string>& record = m_records[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    if (column >= record.size()) return {};
    // Reasons are words of Masu, written in English.
    const QString text = m_header[column] == "reason" ? translated(record[column]) : shownText(record[column]);
    return role == Qt::DisplayRole ? text.simplified() : text;
  }

  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const auto column = static_cast<std::size_t>(section);
    if (column >= m_header.size()) return {};
    static const std::map<std::string, const char*> kTitles = {
        {"source", QT_TR_NOOP("Source")},  {"line", QT_TR_NOOP("Line")},     {"byte", QT_TR_NOOP("Byte")},
        {"column", QT_TR_NOOP("Column")},  {"reason", QT_TR_NOOP("Reason")}, {"text", QT_TR_NOOP("Text")},
        {"problem", QT_TR_NOOP("Problem")}};
    const auto title = kTitles.find(m_header[column]);
    return title == kTitles.end() ? shownText(m_header[column]) : tr(title->second);
  }

 private:
  std::vector<std::string> m_header;
  std::vector<std::vector<std::string>> m_records;
};

int widthOf(const std::string& column) {
  constexpr int kNumberWidth = 90;
  constexpr int kTextWidth = 170;
  return column == "line" || column == "byte" ? kNumberWidth : kTextWidth;
}

}  // namespace

ImportRejects::ImportRejects(const std::filesystem::path& file, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Records set aside"));
  resize(900, 480);
  auto* model = new RejectsModel(tasks::firstRejects(file, kShownRecords), this);
  QTableView* view = makeTable(model);
  QHeaderView* header = view->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setStretchLastSection(true);
  for (int column = 0; column < model->columnCount(); ++column)
    view->setColumnWidth(column, widthOf(model->header()[static_cast<std::size_t>(column)]));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(makeLabel(
      tr("%1, in %2").arg(tr("%n record(s)", nullptr, model->rowCount()), shownText(file.string())), "caption"));
  column->addWidget(view, 1);
  column->addWidget(buttons);
}

}  // namespace masu::ui
