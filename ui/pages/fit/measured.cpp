// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/measured.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

QString amountOf(const estimate::Compared& row, double amount) {
  if (row.unit == estimate::Compared::Unit::bytes) return formatBytes(static_cast<std::uint64_t>(amount));
  return amount < 1 ? FitMeasured::tr("%1 ms").arg(formatNumber(1000 * amount, 3)) : formatDuration(amount);
}

QString differenceOf(const estimate::Compared& row) {
  if (row.measured <= 0) return {};
  const double share = row.estimated / row.measured - 1;
  const QString text = formatPercent(share);
  return std::lround(100 * share) > 0 ? QLatin1Char('+') + text : text;
}

}  // namespace

FitMeasured::FitMeasured(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kLeft, 0, size::kLeft, 16);
  column->setSpacing(6);
  auto* heading = makeLabel(tr("Measured in the first steps of a run"), "value");
  heading->setFont(uiFont(Type::table, QFont::DemiBold));
  column->addWidget(heading);
  m_grid->setHorizontalSpacing(24);
  m_grid->setVerticalSpacing(4);
  m_grid->setColumnStretch(4, 1);
  column->addLayout(m_grid);
  hide();
}

void FitMeasured::setRows(const std::vector<estimate::Compared>& rows) {
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const auto put = [this](int row, int column, const QString& text, const char* role) {
    m_grid->addWidget(makeLabel(text, role), row, column, column == 0 ? Qt::AlignLeft : Qt::AlignRight);
  };
  int line = 0;
  const QStringList header = {tr("Item"), tr("Estimated"), tr("Measured"), tr("Off by")};
  for (int column = 0; column < header.size(); ++column) put(line, column, header[column], "label");
  for (const estimate::Compared& row : rows) {
    ++line;
    put(line, 0, translated(std::string_view(row.name)), "value");
    put(line, 1, amountOf(row, row.estimated), "value");
    put(line, 2, amountOf(row, row.measured), "value");
    put(line, 3, differenceOf(row), "value");
  }
  setVisible(!rows.empty());
}

QString FitMeasured::text(int row, int column) const {
  const QLayoutItem* item = m_grid->itemAtPosition(row + 1, column);
  const auto* label = item == nullptr ? nullptr : qobject_cast<const QLabel*>(item->widget());
  return label == nullptr ? QString() : label->text();
}

}  // namespace masu::ui
