// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/view.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/ingest/recordings/read/segments.h"
#include "core/table/number_text.h"
#include "ui/charts/signal/image_grid.h"
#include "ui/pages/common/table_setup.h"
#include "ui/pages/import/recordings/arrays.h"
#include "ui/pages/import/recordings/images.h"
#include "ui/pages/import/recordings/model.h"
#include "ui/pages/import/recordings/rules.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::array<int, ImportRecordingsModel::columnCount_> kWidths = {0, 84, 92, 52, 96, 112, 100};
constexpr int kTableRows = 8;
constexpr int kWidestLabel = 180;
constexpr std::size_t kMostParts = 10'000;

}  // namespace

ImportRecordingsView::ImportRecordingsView(QWidget* parent)
    : QWidget(parent),
      m_arrays(new ImportArrays),
      m_rules(new ImportRules),
      m_model(new ImportRecordingsModel(this)),
      m_table(makeTable(m_model)),
      m_banner(new Banner),
      m_name(makeLabel({}, "heading")),
      m_statusLabel(makeLabel({}, "label")),
      m_preview(new QStackedWidget),
      m_windows(new ImportWindowsView),
      m_images(new ImageGrid) {
  auto* column = new QVBoxLayout(this);
  m_banner->setFlat();
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setAccessibleName(tr("Recordings"));
  m_table->setTextElideMode(Qt::ElideMiddle);  // Paths differ where they end.
  for (int i = 1; i < ImportRecordingsModel::columnCount_; ++i)
    m_table->setColumnWidth(i, kWidths[static_cast<std::size_t>(i)]);
  m_table->setMinimumHeight(size::kTableHeader + 3 * size::kRow);

  auto* preview = new QWidget;
  auto* below = new QVBoxLayout(preview);
  below->setContentsMargins(size::kLeft, 8, size::kLeft, 0);
  below->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(m_name);
  head->addWidget(m_statusLabel);
  head->addStretch();
  below->addLayout(head);
  m_preview->addWidget(m_windows);
  m_preview->addWidget(m_images);
  below->addWidget(m_preview, 1);

  column->addWidget(m_arrays);
  column->addWidget(m_rules);
  column->addWidget(m_table, kTableRows);
  column->addWidget(m_banner);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(preview, kTableRows);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) { choose(index.row()); });
  connect(m_images, &ImageGrid::capacityChanged, this, &ImportRecordingsView::showImages);
  connect(m_images, &ImageGrid::currentChanged, m_images, &ImageGrid::setCurrent);
  connect(m_windows, &ImportWindowsView::chosenChanged, this, &ImportRecordingsView::announce);
}

void ImportRecordingsView::showPlan(std::shared_ptr<const ingest::ImportPlan> plan) {
  // Of other channels, or of another array, the same file has other values.
  if (m_plan && m_plan->recordings().channelNames != plan->recordings().channelNames) m_shown.values = nullptr;
  m_plan = std::move(plan);
  m_model->setPlan(m_plan);
  fitColumns();
  m_rules->showPlan(*m_plan);
  m_rules->setVisible(!m_arrays->hasArrays());
  m_arrays->showOptions(m_plan->options.recordings);
  const auto& files = m_plan->recordings().files;
  const auto bad =
      static_cast<int>(std::count_if(files.begin(), files.end(), [](const auto& f) { return !f.problem.empty(); }));
  if (bad == 0) {
    m_banner->clear();
  } else {
    const QString first = translated(m_model->recording(0).message).toHtmlEscaped();
    const QString rest = tr("%n file(s) will be set aside; the other %1 are imported.", nullptr, bad)
                             .arg(formatCount(files.size() - static_cast<std::size_t>(bad)));
    m_banner->showSentence(Banner::Kind::warn, first + QLatin1Char(' ') + rest);
  }
  int row = m_path.empty() ? -1 : m_model->rowOf(m_path);
  if (row < 0)
    for (row = 0; row + 1 < m_model->rowCount() && !m_model->recording(row).problem.empty();) ++row;
  if (m_model->rowCount() > 0) m_table->selectRow(row);
}

void ImportRecordingsView::choose(int row) {
  if (row < 0 || !m_plan) return;
  const ingest::RecordingPlan& recording = m_model->recording(row);
  const bool same = recording.path == m_path;
  m_path = recording.path;
  m_rules->setExample(toQt(m_path));
  m_name->setText(toQt(m_path.substr(m_path.rfind('/') + 1)));
  const auto frames = static_cast<double>(recording.frames);
  if (!same || m_shown.frames != frames || m_shown.rate != recording.rate) {
    m_shown.values = nullptr;
    m_shown.notes.clear();
    m_channels = 1;
  }
  m_shown.frames = frames;
  m_shown.rate = recording.rate;
  m_shown.rule = ingest::windowRuleOf(*m_plan);
  m_shown.segments.clear();
  m_shown.labels.clear();
  // In an array of millions of samples each is a part: they are too narrow to distinguish.
  const bool few = recording.segments.size() <= kMostParts;
  if (recording.problem.empty() && few) m_shown.segments = ingest::segmentsOf(recording, 0);
  const std::size_t labelled = recording.labels.empty() ? 0 : std::min(recording.segments.size(), kMostParts);
  for (std::size_t i = 0; i < labelled; ++i) m_shown.labels << shownText(ingest::labelOf(recording, i));
  m_samples = m_model->windowsOf(row);
  m_windows->setRecording(m_shown);
  const bool images = ingest::holdsImages(*m_plan);
  m_preview->setCurrentWidget(images ? static_cast<QWidget*>(m_images) : m_windows);
  if (images) m_images->setImageSize(imageSize());
  showImages();
  announce();
  if (!same || !m_shown.values) Q_EMIT recordingChosen(toQt(m_path));
}

/// Of an array: how many samples it holds.
void ImportRecordingsView::updateSamples() {
  if (!m_plan) return;
  m_statusLabel->setText(counted(tr("%n sample(s) of %1", nullptr, static_cast<int>(m_samples)), m_samples)
                             .arg(toQt(table::shapeText(m_plan->recordings().sampleShape))));
}

void ImportRecordingsView::announce() {
  if (m_plan && ingest::holdsRows(*m_plan)) {
    m_statusLabel->setText(tr("%n row(s)", nullptr, static_cast<int>(m_shown.frames)));
    return;
  }
  if (!m_plan || !m_plan->recordings().sampleShape.empty()) return updateSamples();
  const auto timeOf = [&](double frames) {
    return m_shown.rate > 0 ? formatSeconds(frames / m_shown.rate) : tr("%1 frames").arg(formatNumber(frames));
  };
  const waveform::WindowPlan& windows = m_windows->windows();
  const auto count = static_cast<int>(m_samples);
  const bool divided = m_shown.segments.size() > 1;
  QString says = divided ? counted(tr("%1 in %2 segments gives %n window(s)", nullptr, count), m_samples)
                               .arg(timeOf(m_shown.frames), formatCount(m_shown.segments.size()))
                         : counted(tr("%1 gives %n window(s)", nullptr, count), m_samples).arg(timeOf(m_shown.frames));
  if (m_windows->chosen() < static_cast<int>(windows.size())) {
    const waveform::Window chosen = windows.at(static_cast<std::uint64_t>(m_windows->chosen()));
    // Padding after the recording is drawn; between segments there is no room for it.
    const bool padded =
        chosen.present < m_shown.rule.length && static_cast<double>(chosen.start + chosen.present) < m_shown.frames;
    if (m_windows->chosen() > 0 || padded)
      says +=
          tr("; window %1 starts at %2").arg(m_windows->chosen() + 1).arg(timeOf(static_cast<double>(chosen.start)));
    if (padded)
      says += tr(", then %1 of padding").arg(timeOf(static_cast<double>(m_shown.rule.length - chosen.present)));
  }
  if (m_windows->framesDrawn() < m_shown.frames)
    says += tr("; only the first %1 are drawn").arg(timeOf(m_windows->framesDrawn()));
  if (m_channels > 1) says += tr("; channel %1 of %2 is drawn").arg(m_channel, formatCount(m_channels));
  if (const std::size_t notes = m_shown.notes.size(); notes > 0)
    says += counted(tr("; %n annotation(s)", nullptr, pluralOf(notes)), notes);
  m_statusLabel->setText(says);
}

void ImportRecordingsView::showSignal(const std::string& path,
                                      const std::shared_ptr<const tasks::RecordingSignal>& signal) {
  if (path != m_path) return;
  m_shown.values = std::shared_ptr<const std::vector<float>>(signal, &signal->values);
  m_shown.notes.clear();
  for (const tasks::SignalNote& note : signal->notes)
    m_shown.notes.push_back({note.first, note.frames, shownText(note.text)});
  m_channel = shownText(signal->channel);
  m_channels = signal->channels;
  m_windows->setRecording(m_shown);
  showImages();
  announce();
}

QSize ImportRecordingsView::imageSize() const {
  return {static_cast<int>(m_plan->recordings().sampleShape[2]), static_cast<int>(m_plan->recordings().sampleShape[1])};
}

void ImportRecordingsView::showImages() {
  if (!m_plan || !ingest::holdsImages(*m_plan)) return;
  const auto most = static_cast<std::size_t>(std::max(0, m_images->capacity()));
  const QStringList labels = m_shown.labels.mid(0, m_images->capacity());
  m_images->setCells(m_shown.values ? firstImages(*m_shown.values, imageSize(), most, labels)
                                    : std::vector<ImageGrid::Cell>());
}

/// Labels and groups as wide as they are, within bounds.
void ImportRecordingsView::fitColumns() {
  constexpr int kLooked = 200;
  for (const int column : {ImportRecordingsModel::label, ImportRecordingsModel::group}) {
    int wide = kWidths[static_cast<std::size_t>(column)];
    const QFontMetrics metrics(uiFont(Type::table));
    for (int row = 0; row < std::min(kLooked, m_model->rowCount()); ++row)
      wide = std::max(wide, metrics.horizontalAdvance(m_model->index(row, column).data().toString()) + 28);
    m_table->setColumnWidth(column, std::min(wide, kWidestLabel));
  }
}

}  // namespace masu::ui
