// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/classes.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/charts/figure/split_bar.h"
#include "ui/pages/split/plan.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kWidth = 288;

}  // namespace

SplitClasses::SplitClasses(QWidget* parent)
    : QWidget(parent), m_bars(new ClassBars), m_furthest(makeLabel({}, "caption")) {
  setFixedWidth(kWidth);
  m_furthest->setWordWrap(true);
  auto* scrolled = new QWidget;
  auto* rows = new QVBoxLayout(scrolled);
  rows->setContentsMargins(size::kLeft, 0, size::kRight, 12);
  rows->addWidget(m_bars);
  rows->addWidget(m_furthest);
  rows->addStretch();
  QScrollArea* scroll = makeColumnScroll(scrolled);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 12, 0, 0);
  column->setSpacing(0);
  auto* heading = makeLabel(tr("Classes"), "heading");
  heading->setContentsMargins(size::kLeft, 0, 0, 0);
  column->addWidget(heading);
  column->addWidget(scroll, 1);
}

void SplitClasses::setOutcome(const tasks::SplitOutcome& outcome, const std::vector<std::string>& names) {
  std::vector<ClassBars::ClassBar> rows;
  for (std::size_t i = 0; i < outcome.perClass.size(); ++i) {
    const auto& stored = outcome.perClass[i];
    rows.push_back(
        {i < names.size() ? shownText(names[i]) : QString::number(i), {stored[0], stored[1], stored[2], stored[3]}});
  }
  m_bars->setRows(std::move(rows));
  const FurthestClass furthest = furthestClass(outcome);
  m_furthest->setText(furthest.index < 0     ? QString()
                      : furthest.by < 0.0005 ? tr("Every class has its share in every split.")
                                             : tr("Class %1 is furthest from its share, by %2.")
                                                   .arg(m_bars->rows()[static_cast<std::size_t>(furthest.index)].name,
                                                        formatPercent(furthest.by, 1)));
}

}  // namespace masu::ui
