#include "ui/pages/split_page_facts.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/pages/split_page_plan.h"
#include "ui/text/format.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {

SplitFacts::SplitFacts(QWidget* parent)
    : QWidget(parent),
      m_origin(new KeyValues),
      m_counts(new KeyValues),
      m_notice(makeLabel({}, "hint")),
      m_freeze(makeButton(tr("Freeze"), QStringLiteral("lock"))),
      m_copy(makeButton(tr("Copy"), QStringLiteral("copy"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* origin = new Section(tr("How it was drawn"));
  origin->content()->addWidget(m_origin);
  column->addWidget(origin);
  auto* counts = new Section(tr("What it holds"), tr("samples, share"));
  counts->content()->addWidget(m_counts);
  column->addWidget(counts);
  auto* whole = new Section(tr("As a whole"));
  m_notice->setWordWrap(true);
  whole->content()->addWidget(m_notice);
  whole->content()->addWidget(m_freeze);
  whole->content()->addWidget(m_copy);
  column->addWidget(whole);
  column->addStretch();
  connect(m_freeze, &QPushButton::clicked, this, &SplitFacts::freezeRequested);
  connect(m_copy, &QPushButton::clicked, this, &SplitFacts::copyRequested);
}

void SplitFacts::setState(const State& state) {
  const bool drawn = state.plan.has_value();
  m_origin->set(tr("Manifest"), state.stored ? state.name : tr("%1, not kept yet").arg(state.name));
  m_origin->set(tr("Drawn"), drawn ? tr("at random") : tr("read from lists"));
  m_origin->set(tr("Seed"), drawn ? formatCount(state.plan->seed) : QString());
  m_origin->set(tr("Class shares"), !drawn                 ? QString()
                                    : state.plan->stratify ? tr("the same everywhere")
                                                           : tr("left to chance"));
  m_origin->set(tr("Groups"), !drawn                ? QString()
                              : state.plan->byGroup ? tr("kept together")
                                                    : tr("may be on both sides"));
  m_origin->set(tr("Rules"), drawn && !state.plan->rules.empty() ? formatCount(state.plan->rules.size()) : QString());
  const auto counts = shownCounts(state.counts);
  const double all = static_cast<double>(counts[0] + counts[1] + counts[2] + counts[3]);
  for (int split = 0; split < 4; ++split) {
    const std::uint64_t count = counts[static_cast<std::size_t>(split)];
    const double share = all > 0 ? static_cast<double>(count) / all : 0;
    m_counts->set(splitTitle(split), tr("%1, %2").arg(formatCount(count), formatPercent(share, 1)));
  }
  m_notice->setText(state.frozen   ? tr("Frozen: runs that name it stay comparable. Edit a copy instead.")
                    : state.stored ? tr("Freezing keeps it from ever changing, so that runs stay comparable.")
                                   : tr("This is a preview. Draw and keep it to train with it."));
  m_freeze->setVisible(state.stored && !state.frozen);
  m_copy->setVisible(state.stored);
}

}  // namespace masu::ui
