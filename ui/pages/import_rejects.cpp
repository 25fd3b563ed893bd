#include "ui/pages/import_rejects.h"

#include <QAbstractTableModel>
#include <QDialogButtonBox>
#include <QFile>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include "core/csv/first_records.h"
#include "ui/pages/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr qint64 kShownBytes = qint64{8} << 20;
constexpr std::size_t kShownRecords = 10'000;

/// The first records of a rejects file. Its header says what each column is.
class RejectsModel : public QAbstractTableModel {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::ImportRejects)

 public:
  RejectsModel(std::vector<std::vector<std::string>> records, QObject* parent)
      : QAbstractTableModel(parent), m_records(std::move(records)) {}

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }

  QVariant data(const QModelIndex& index, int role) const override {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const std::vector<std::string>& record = m_records[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    const QString text = column < record.size() ? toQt(record[column]) : QString();
    return role == Qt::DisplayRole ? text.simplified() : text;
  }

  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const QStringList names = {tr("Source"), tr("Line"), tr("Byte"), tr("Column"), tr("Reason"), tr("Text")};
    return names.value(section);
  }

 private:
  static constexpr int kColumns = 6;
  std::vector<std::vector<std::string>> m_records;
};

std::vector<std::vector<std::string>> recordsIn(const std::filesystem::path& path) {
  QFile file(toQt(path));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const std::string bytes = file.read(kShownBytes).toStdString();
  csv::Dialect dialect;
  dialect.trimBlanks = false;
  auto records = csv::firstRecords(bytes, file.atEnd(), dialect, kShownRecords + 1);
  if (!records.empty()) records.erase(records.begin());
  return records;
}

}  // namespace

ImportRejects::ImportRejects(const std::filesystem::path& file, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Records set aside"));
  resize(900, 480);
  auto* model = new RejectsModel(recordsIn(file), this);
  QTableView* view = makeTable(model);
  QHeaderView* header = view->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(model->columnCount() - 1, QHeaderView::Stretch);
  view->setColumnWidth(0, 170);
  view->setColumnWidth(1, 70);
  view->setColumnWidth(2, 90);
  view->setColumnWidth(3, 120);
  view->setColumnWidth(4, 150);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(
      makeLabel(tr("%1, in %2").arg(tr("%n record(s)", nullptr, model->rowCount()), toQt(file)), "caption"));
  column->addWidget(view, 1);
  column->addWidget(buttons);
}

}  // namespace masu::ui
