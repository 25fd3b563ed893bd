// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/seen.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {

namespace {

/// Whoever moves through the samples does not ask about each.
constexpr int kQuietMilliseconds = 250;
constexpr std::size_t kShownSteps = 24;

QLabel* wrapped(const char* role) {
  QLabel* label = makeLabel({}, role);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->hide();
  return label;
}

void setOrHide(QLabel* label, const QString& text) {
  label->setText(text);
  label->setVisible(!text.isEmpty());
}

QString neverText(const tasks::SeenSample& sample, const tasks::SeenOutcome& seen) {
  switch (sample.split) {
    case store::Split::train:
      if (!seen.ended) return BrowseSeen::tr("Not learned from in the steps reported so far.");
      return seen.balanced ? BrowseSeen::tr("Never learned from: the balanced order did not draw it.")
                           : BrowseSeen::tr("Never learned from: the run ended before its step.");
    case store::Split::validation:
      return BrowseSeen::tr("Never learned from: it scored the models after each epoch.");
    case store::Split::test:
      return BrowseSeen::tr("Never learned from: it is for the test after training.");
    case store::Split::unused:
      break;
  }
  return BrowseSeen::tr("Never used by this run.");
}

QString stepsText(const std::vector<tasks::SampleUse>& uses) {
  QStringList lines;
  const std::size_t shown = std::min(uses.size(), kShownSteps);
  for (std::size_t i = 0; i < shown; ++i)
    lines << BrowseSeen::tr("Epoch %1, step %2")
                 .arg(formatCount(static_cast<std::uint64_t>(uses[i].epoch)), formatCount(uses[i].step));
  if (uses.size() > shown)
    lines << BrowseSeen::tr("and %1 more, which masu seen lists").arg(formatCount(uses.size() - shown));
  return lines.join(QLatin1Char('\n'));
}

QString progressText(const tasks::SeenOutcome& seen) {
  const std::uint64_t all = static_cast<std::uint64_t>(seen.epochsPlanned) * seen.stepsPerEpoch;
  const QString steps = formatCount(seen.stepsDone);
  QStringList lines = {(seen.ended ? BrowseSeen::tr("The run took %1 of %2 steps, %3 an epoch.")
                                   : BrowseSeen::tr("The run reported %1 of %2 steps so far, %3 an epoch."))
                           .arg(steps, formatCount(all), formatCount(seen.stepsPerEpoch))};
  for (const tasks::ModelProgress& model : seen.models) {
    if (model.steps == seen.stepsDone) continue;
    QString name = std::isnan(model.learningRate)
                       ? shownText(model.model)
                       : BrowseSeen::tr("%1 at %2").arg(shownText(model.model), formatNumber(model.learningRate, 3));
    if (model.repeat > 0) name = BrowseSeen::tr("%1 (repeat %2)").arg(name).arg(model.repeat);
    lines << (seen.ended ? BrowseSeen::tr("%1 learned in the first %2 of them only.")
                         : BrowseSeen::tr("%1 reported %2 of them so far."))
                 .arg(name, formatCount(model.steps));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

SeenText seenText(const tasks::SeenOutcome& seen) {
  const tasks::SeenSample& sample = seen.samples.front();
  SeenText text;
  text.progress = progressText(seen);
  if (sample.uses.empty()) {
    text.sentence = neverText(sample, seen);
    return text;
  }
  const auto times = static_cast<int>(std::min<std::size_t>(sample.uses.size(), 1'000'000));
  text.sentence = sample.weightless
                      ? BrowseSeen::tr("Its weight is 0: nothing but batch statistics depends on it, in these steps.")
                      : counted(BrowseSeen::tr("Learned from %n time(s).", nullptr, times), sample.uses.size());
  text.steps = stepsText(sample.uses);
  return text;
}

BrowseSeen::BrowseSeen(Session& session, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(runner),
      m_section(new Section(tr("In training"))),
      m_sentence(wrapped("value")),
      m_steps(wrapped("value")),
      m_progress(wrapped("caption")) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_section);
  for (QLabel* label : {m_sentence, m_steps, m_progress}) m_section->content()->addWidget(label);
  m_soon.setSingleShot(true);
  m_soon.setInterval(kQuietMilliseconds);
  connect(&m_soon, &QTimer::timeout, this, &BrowseSeen::ask);
  connect(&session, &Session::openRunChanged, this, &BrowseSeen::askSoon);
  connect(&session, &Session::datasetChanged, this, &BrowseSeen::askSoon);
  hide();
}

void BrowseSeen::setSample(std::optional<std::uint64_t> sample) {
  if (sample == m_sample && m_dataset.lock() == m_session.dataset()) return;
  m_sample = sample;
  m_dataset = m_session.dataset();
  askSoon();
}

void BrowseSeen::refresh() {
  if (!busy()) askSoon();
}

/// The page may show a sample of the dataset before until it is seen again.
bool BrowseSeen::isChosen() const {
  const auto dataset = m_session.dataset();
  return m_sample && dataset && m_dataset.lock() == dataset && !m_session.openRun().empty();
}

void BrowseSeen::clear() {
  m_soon.stop();
  m_job.drop();
  for (QLabel* label : {m_sentence, m_steps, m_progress}) setOrHide(label, {});
}

void BrowseSeen::askSoon() {
  clear();
  setVisible(isChosen());
  if (!isChosen()) return;
  m_section->setCaption(shownText(m_session.openRun().filename().string()));
  setOrHide(m_progress, tr("Looking it up …"));
  m_soon.start();
}

void BrowseSeen::ask() {
  if (!isChosen()) return;
  tasks::SeenRequest request;
  request.run = m_session.openRun();
  request.sample = std::to_string(*m_sample);
  request.dataset = m_session.dataset()->path();
  request.resources = chosenResources();
  m_job.run<tasks::SeenOutcome>(
      {.title = tr("Looking up a sample in a run"), .icon = QStringLiteral("train"), .kind = Job::Kind::quiet},
      [request](const JobContext& job) { return tasks::seen(request, job); },
      [this](const Result<tasks::SeenOutcome>& seen) { showSeen(seen); });
}

void BrowseSeen::showSeen(const Result<tasks::SeenOutcome>& seen) {
  if (!seen) {
    setOrHide(m_progress, {});
    return setOrHide(m_sentence, seen.error().code == Errc::cancelled ? QString() : translated(seen.error()));
  }
  const SeenText text = seenText(*seen);
  setOrHide(m_sentence, text.sentence);
  setOrHide(m_steps, text.steps);
  setOrHide(m_progress, text.progress);
}

QString BrowseSeen::text() const {
  if (busy() || isHidden()) return {};
  QStringList parts;
  for (const QLabel* label : {m_sentence, m_steps, m_progress}) {
    if (!label->text().isEmpty()) parts << label->text();
  }
  return parts.join(QLatin1Char('\n'));
}

}  // namespace masu::ui
