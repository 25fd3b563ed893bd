// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/rejects.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include "core/tasks/data/import_task.h"
#include "ui/models/csv_records_model.h"
#include "ui/pages/common/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::size_t kShownRecords = 10'000;

int widthOf(const std::string& column) {
  constexpr int kNumberWidth = 90;
  constexpr int kTextWidth = 170;
  return column == "line" || column == "byte" ? kNumberWidth : kTextWidth;
}

}  // namespace

ImportRejects::ImportRejects(const std::filesystem::path& file, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Records set aside"));
  resize(900, 480);
  auto* model = new CsvRecordsModel(this);
  model->setRecords(tasks::firstRecords(file, kShownRecords));
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
