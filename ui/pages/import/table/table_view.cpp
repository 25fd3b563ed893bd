// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/pages/import/table/plan_view.h"
#include "ui/pages/import/table/preview.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

/// What the dots of the plan mean.
class LossLegend : public QWidget {
 public:
  LossLegend() { setFixedHeight(size::kRow); }
  void setTolerance(std::optional<double> tolerance) {
    m_tolerance = tolerance;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(uiFont(Type::hint));
    const int middle = height() / 2;
    int right = width() - size::kRight;
    const auto entry = [&](const QString& text, const std::function<void(QPointF)>& mark) {
      right -= painter.fontMetrics().horizontalAdvance(text);
      painter.setPen(t.text2);
      painter.drawText(QRect(right, 0, 400, height()), Qt::AlignVCenter, text);
      if (mark) mark(QPointF(right - 12, middle));
      right -= 34;
    };
    entry(ImportTableView::tr("beyond it, or overflow"), [&](QPointF at) {
      painter.setPen(QPen(t.bad, 1.75));
      painter.drawLine(at + QPointF(-3, -3), at + QPointF(3, 3));
      painter.drawLine(at + QPointF(-3, 3), at + QPointF(3, -3));
    });
    const QString within = m_tolerance ? ImportTableView::tr("within %1").arg(formatNumber(*m_tolerance))
                                       : ImportTableView::tr("within 0.01 % of range");
    entry(within, [&](QPointF at) {
      painter.setPen(QPen(t.warn, 1.75));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(at, 2.75, 2.75);
    });
    entry(ImportTableView::tr("exact"), [&](QPointF at) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(t.accent);
      painter.drawEllipse(at, 3, 3);
    });
    right += 6;
    entry(ImportTableView::tr("Loss at each type:"), {});
  }

 private:
  std::optional<double> m_tolerance;
};

ImportTableView::ImportTableView(QWidget* parent)
    : QWidget(parent),
      m_preview(new ImportPreview),
      m_plan(new ImportPlanView),
      m_counts(makeLabel({}, "caption")),
      m_legend(new LossLegend) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_preview);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(m_plan, 1);
  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(size::kLeft, 0, 0, 0);
  foot->addWidget(m_counts);
  foot->addWidget(m_legend, 1);
  column->addLayout(foot);
}

void ImportTableView::showPlan(std::shared_ptr<const ingest::ImportPlan> plan, ingest::TablePreview preview) {
  const auto used = std::count_if(plan->columns.begin(), plan->columns.end(),
                                  [](const auto& column) { return column.role != table::Role::ignored; });
  m_counts->setText(tr("%n column(s) found, %1 used", nullptr, static_cast<int>(plan->columns.size())).arg(used));
  m_legend->setTolerance(plan->options.tolerance);
  m_preview->setPlan(plan, std::move(preview));
  m_plan->plan()->setPlan(std::move(plan));
}

}  // namespace masu::ui
