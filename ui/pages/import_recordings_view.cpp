#include "ui/pages/import_recordings_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/ingest/recording_stretches.h"
#include "ui/pages/import_arrays.h"
#include "ui/pages/import_recordings_model.h"
#include "ui/pages/import_rules.h"
#include "ui/pages/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::array<int, ImportRecordingsModel::columnCount_> kWidths = {0, 84, 92, 52, 96, 112, 100};
constexpr int kTableRows = 8;

}  // namespace

ImportRecordingsView::ImportRecordingsView(QWidget* parent)
    : QWidget(parent),
      m_arrays(new ImportArrays),
      m_rules(new ImportRules),
      m_model(new ImportRecordingsModel(this)),
      m_table(makeTable(m_model)),
      m_banner(new Banner),
      m_name(makeLabel({}, "heading")),
      m_says(makeLabel({}, "label")),
      m_windows(new ImportWindowsView) {
  auto* column = new QVBoxLayout(this);
  m_banner->setFlat();
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setAccessibleName(tr("Recordings"));
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
  head->addWidget(m_says);
  head->addStretch();
  below->addLayout(head);
  below->addWidget(m_windows, 1);

  column->addWidget(m_arrays);
  column->addWidget(m_rules);
  column->addWidget(m_table, kTableRows);
  column->addWidget(m_banner);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(preview, kTableRows);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) { choose(index.row()); });
  connect(m_windows, &ImportWindowsView::chosenChanged, this, &ImportRecordingsView::tell);
}

void ImportRecordingsView::showPlan(std::shared_ptr<const ingest::ImportPlan> plan) {
  // Of other channels, or of another array, the same file has other values.
  if (m_plan && m_plan->channelNames != plan->channelNames) m_shown.values = nullptr;
  m_plan = std::move(plan);
  m_model->setPlan(m_plan);
  m_rules->showPlan(*m_plan);
  m_rules->setVisible(!m_arrays->hasArrays());
  m_arrays->showOptions(m_plan->options.recordings);
  const auto& files = m_plan->recordingFiles;
  const auto bad =
      static_cast<int>(std::count_if(files.begin(), files.end(), [](const auto& f) { return !f.problem.empty(); }));
  if (bad == 0) {
    m_banner->clear();
  } else {
    const QString first = toQt(m_model->recording(0).problem).toHtmlEscaped();
    const QString rest = tr("%n file(s) will be set aside; the other %1 go on.", nullptr, bad)
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
  if (!same) m_shown.values = nullptr;
  m_shown.frames = static_cast<double>(recording.frames);
  m_shown.rate = recording.rate;
  m_shown.window = static_cast<double>(m_plan->window);
  m_shown.hop = static_cast<double>(m_plan->hop);
  m_shown.windows = m_model->windowsOf(row);
  m_windows->setRecording(m_shown);
  tell();
  if (!same || !m_shown.values) Q_EMIT recordingChosen(toQt(m_path));
}

void ImportRecordingsView::tell() {
  if (m_plan && ingest::holdsRows(*m_plan)) {
    m_says->setText(tr("%n row(s)", nullptr, static_cast<int>(m_shown.frames)));
    return;
  }
  const QString length = m_shown.rate > 0 ? formatSeconds(m_shown.frames / m_shown.rate)
                                          : tr("%1 frames").arg(formatNumber(m_shown.frames));
  QString says = tr("%1 gives %n window(s)", nullptr, static_cast<int>(m_shown.windows)).arg(length);
  const int chosen = m_windows->chosen();
  if (chosen > 0 && m_shown.rate > 0)
    says += tr("; window %1 starts at %2").arg(chosen + 1).arg(formatSeconds(chosen * m_shown.hop / m_shown.rate));
  m_says->setText(says);
}

void ImportRecordingsView::showSignal(const std::string& path, std::shared_ptr<const std::vector<float>> values) {
  if (path != m_path) return;
  m_shown.values = std::move(values);
  m_windows->setRecording(m_shown);
}

}  // namespace masu::ui
