// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/view_as.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/tasks/train/stream_task.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

ViewAs::ViewAs(JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_job(runner),
      m_segments(new Segments({tr("Stored"), tr("Network")}, ButtonSize::small)),
      m_options(new QWidget),
      m_augment(new QLineEdit),
      m_again(makeButton({}, QStringLiteral("dice"), ButtonKind::normal, ButtonSize::small)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_segments->button(0)->setToolTip(tr("Values as stored"));
  m_segments->button(1)->setToolTip(tr("Values as the network sees them: widened, normalised, augmented"));
  row->addWidget(m_segments);
  m_options->setParent(this);
  m_options->hide();
  auto* options = new QHBoxLayout(m_options);
  options->setContentsMargins(0, 0, 0, 0);
  options->setSpacing(8);
  m_augment->setPlaceholderText(QStringLiteral("noise=0.05,shift=100"));
  m_augment->setAccessibleName(tr("Augmentation"));
  m_augment->setFixedWidth(280);
  m_again->setToolTip(tr("Another draw of the augmentation"));
  options->addStretch();
  options->addWidget(makeLabel(tr("Augmentation"), "label"));
  options->addWidget(m_augment);
  options->addWidget(m_again);
  connect(m_segments, &Segments::currentChanged, this, &ViewAs::choose);
  connect(m_augment, &QLineEdit::editingFinished, this, &ViewAs::setAugment);
  connect(m_again, &QPushButton::clicked, this, [this] {
    ++m_draw.seed;
    apply();
  });
}

void ViewAs::setDataset(std::shared_ptr<const store::Dataset> dataset, const QString& manifest) {
  m_job.drop();
  const bool same = dataset == m_dataset;
  m_dataset = std::move(dataset);
  m_manifest = manifest;
  m_view.reset();
  // What is shown stays until the statistics of the other train split are there.
  if (same && m_segments->current() == 1) return open();
  m_lens = {};
  if (same) return;
  setVisible(m_dataset && m_dataset->find("features") != nullptr);
  m_segments->setCurrent(0);
  Q_EMIT networkChosen(false);
  m_draw = {};
  m_augment->clear();
}

void ViewAs::choose(int segment) {
  Q_EMIT networkChosen(segment == 1);
  if (segment == 1) return m_view ? apply() : open();
  m_job.drop();
  m_lens = {};
  Q_EMIT lensChanged();
}

void ViewAs::open() {
  using View = std::shared_ptr<const loader::SampleView>;
  m_job.run<View>(
      {.title = tr("Read the train split's statistics"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, name = fromQt(m_manifest), resources = chosenResources()](const JobContext& job) {
        return tasks::openView(dataset, name, job, resources);
      },
      [this](Result<View> view) {
        if (!view) {
          if (view.error().code != Errc::cancelled) Q_EMIT failed(view.error());
          m_segments->setCurrent(0);
          m_lens = {};
          Q_EMIT networkChosen(false);
          Q_EMIT lensChanged();
          return;
        }
        m_view = std::move(*view);
        apply();
      });
}

void ViewAs::setAugment() {
  const auto spec = loader::AugmentSpec::parse(fromQt(m_augment->text()));
  const auto possible = spec && m_dataset ? loader::SampleView::check(*m_dataset, *spec) : Result<void>();
  setStyleProperty(m_augment, "invalid", !spec || !possible);
  m_augment->setToolTip(!spec       ? translated(spec.error())
                        : !possible ? translated(possible.error())
                                    : tr("noise, gain, shift, crop, mask, drop, flip: as masu stream --augment takes"));
  if (!spec || !possible) return;
  m_draw.augment = *spec;
  if (m_view) apply();
}

void ViewAs::apply() {
  m_again->setText(tr("Draw %1").arg(formatCount(m_draw.seed)));
  m_again->setEnabled(m_draw.augment.active());
  if (m_segments->current() != 1) return;
  m_lens = {m_view, m_draw};
  Q_EMIT lensChanged();
}

}  // namespace masu::ui
