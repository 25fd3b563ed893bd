// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/checks.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/split_editor.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/icons.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {
namespace {

/// Checks read the whole dataset: they follow every edit only for datasets where that takes a moment.
constexpr std::uint64_t kQuickBytes = 256U << 20U;
constexpr int kCheckAfterMs = 700;

struct Title {
  const char* check;
  const char* passed;
  const char* failed;
  const char* topic;  ///< where there was nothing to compare
};
constexpr Title kTitles[] = {
    {"duplicates", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "No sample twice"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Same samples in two splits"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Same samples")},
    {"overlapping_windows", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "No overlapping windows across splits"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Windows of a recording leak"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Overlapping windows")},
    {"groups_across_splits", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Groups on one side"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Groups on both sides"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Groups")},
    {"class_shares", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Class shares agree"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Class shares differ"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Class shares")},
    {"label_given_away", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "No column gives the label away"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "A column gives the label away"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Columns that give the label away")},
    {"drift", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Statistics agree"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Statistics drift"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Statistics")},
    {"missing_classes", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Every class in every split"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "A split lacks classes"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Missing classes")},
    {"conflicting_labels", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Labels agree"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Same samples, other labels"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Labels of equal samples")},
    {"empty_splits", QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "No empty split"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "A split is empty"),
     QT_TRANSLATE_NOOP("masu::ui::SplitChecks", "Empty splits")},
};

QString titleOf(const manifest::Check& check) {
  const auto* title = std::ranges::find_if(kTitles, [&](const Title& one) { return check.name == one.check; });
  if (title == std::end(kTitles)) return toQt(check.name);
  return SplitChecks::tr(!check.compared ? title->topic : check.passed ? title->passed : title->failed);
}

QLabel* makeWrapped(const QString& text, const char* role) {
  QLabel* label = makeLabel(text, role);
  label->setWordWrap(true);
  return label;
}

}  // namespace

SplitChecks::SplitChecks(SplitEditor& editor, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_job(runner),
      m_section(new Section(tr("Checks"), tr("not yet"))),
      m_rows(new QVBoxLayout),
      m_again(makeButton(tr("Check now"), QStringLiteral("check"), ButtonKind::normal, ButtonSize::small)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_rows->setSpacing(10);
  m_section->content()->addLayout(m_rows);
  m_section->content()->addWidget(m_again, 0, Qt::AlignLeft);
  column->addWidget(m_section);
  column->addStretch();
  m_later.setSingleShot(true);
  m_later.setInterval(kCheckAfterMs);
  connect(&m_later, &QTimer::timeout, this, &SplitChecks::run);
  connect(m_again, &QPushButton::clicked, this, &SplitChecks::run);
  connect(&m_editor, &SplitEditor::opened, this, &SplitChecks::changed);
  connect(&m_editor, &SplitEditor::changed, this, &SplitChecks::changed);
  connect(&m_editor, &SplitEditor::closed, this, [this] {
    m_job.drop();
    m_later.stop();
    show({});
  });
}

void SplitChecks::setFrozen(bool frozen) {
  if (frozen == m_frozen) return;
  m_frozen = frozen;
  show(std::move(m_checks));
}

void SplitChecks::changed() {
  m_old = true;
  m_job.drop();
  if (m_editor.draft() != nullptr && m_editor.draft()->dataset().fileBytes() <= kQuickBytes) m_later.start();
  announce();
}

void SplitChecks::run() {
  m_later.stop();
  const manifest::Draft* draft = m_editor.draft();
  if (draft == nullptr) return;
  m_job.run<tasks::CheckOutcome>(
      {.title = tr("Check the split"), .icon = QStringLiteral("check"), .kind = Job::Kind::quiet},
      [dataset = draft->sharedDataset(), assignment = std::make_shared<const store::Assignment>(draft->assignment()),
       origin = manifest::editedOrigin(m_editor.origin(), m_editor.movedByHand()),
       resources = chosenResources()](const JobContext& job) {
        manifest::CheckOptions options;
        options.origin = origin;
        options.resources = resources;
        return tasks::check(*dataset, *assignment, options, job);
      },
      [this](Result<tasks::CheckOutcome> outcome) {
        if (outcome) {
          m_old = false;
          show(std::move(outcome->checks));
        } else if (outcome.error().code != Errc::cancelled) {
          Q_EMIT failed(outcome.error());
        }
        announce();
      });
  announce();
}

void SplitChecks::announce() {
  const auto compared = std::ranges::count_if(m_checks, [](const manifest::Check& check) { return check.compared; });
  const auto passed =
      std::ranges::count_if(m_checks, [](const manifest::Check& check) { return check.compared && check.passed; });
  m_section->setCaption(m_job.busy() || m_later.isActive() ? tr("checking …")
                        : m_checks.empty()                 ? tr("not yet")
                        : m_old                            ? tr("edited since")
                                                           : tr("%1 of %2 pass").arg(passed).arg(compared));
  m_again->setVisible(m_old && !m_job.busy() && !m_later.isActive() && m_editor.draft() != nullptr);
}

void SplitChecks::show(std::vector<manifest::Check> checks) {
  m_checks = std::move(checks);
  while (QLayoutItem* item = m_rows->takeAt(0)) {
    item->widget()->hide();  // it names columns of what was checked, and goes only when this returns
    item->widget()->deleteLater();
    delete item;
  }
  for (const manifest::Check& check : m_checks) m_rows->addWidget(makeRow(check));
  announce();
}

QWidget* SplitChecks::makeRow(const manifest::Check& check) {
  auto* row = new QWidget;
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(10);
  const bool serious = check.severity == manifest::Severity::serious;
  auto* icon = new QLabel;
  icon->setFixedWidth(size::kIcon);
  if (check.compared) {
    icon->setPixmap(check.passed ? themeIcon(QStringLiteral("check")).pixmap(size::kIcon)
                    : serious    ? themeIcon(QStringLiteral("bad"), &Tokens::bad).pixmap(size::kIcon)
                                 : themeIcon(QStringLiteral("warn"), &Tokens::warn).pixmap(size::kIcon));
  }
  icon->setAccessibleName(!check.compared ? tr("not compared")
                          : check.passed  ? tr("passed")
                          : serious       ? tr("serious")
                                          : tr("warning"));
  icon->setAlignment(Qt::AlignTop);
  across->addWidget(icon, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  auto* title = makeWrapped(titleOf(check), check.passed ? "value" : "heading");
  column->addWidget(title);
  const QString detail = translated(check.detail);
  column->addWidget(makeWrapped(check.compared ? detail : tr("Not compared: %1").arg(detail), "caption"));
  if (!check.passed && !check.remedy.any()) column->addWidget(makeWrapped(translated(check.fix), "hint"));
  if (QPushButton* fix = check.passed ? nullptr : makeFix(check)) column->addWidget(fix, 0, Qt::AlignLeft);
  across->addLayout(column, 1);
  return row;
}

QPushButton* SplitChecks::makeFix(const manifest::Check& check) {
  const manifest::Remedy& remedy = check.remedy;
  if (!remedy.any()) return nullptr;
  const QString what = !remedy.setAside.empty()          ? tr("Set %1 aside").arg(formatCount(remedy.setAside.size()))
                       : !remedy.redraw->groupBy.empty() ? tr("Split by %1").arg(shownText(remedy.redraw->groupBy))
                       : remedy.redraw->keepEqual        ? tr("Keep equal samples together")
                       : remedy.redraw->stratify         ? tr("Keep class shares")
                                                         : tr("Draw again");
  QPushButton* fix = makeButton(what, {}, ButtonKind::link);
  fix->setToolTip(translated(check.fix));
  fix->setEnabled(!m_frozen);
  connect(fix, &QPushButton::clicked, this, [this, remedy] { Q_EMIT fixRequested(remedy); });
  return fix;
}

}  // namespace masu::ui
