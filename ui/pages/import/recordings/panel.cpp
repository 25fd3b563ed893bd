// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/panel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

#include "core/base/ascii.h"
#include "core/ingest/recordings/read/segments.h"
#include "ui/pages/import/plan/advanced.h"
#include "ui/pages/import/plan/loss.h"
#include "ui/pages/import/plan/notes.h"
#include "ui/pages/import/plan/order.h"
#include "ui/pages/import/plan/share_bars.h"
#include "ui/pages/import/recordings/model.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {

namespace {

constexpr std::size_t kMostGroups = 12;

/// A bar of 8 px that shows a share.
class ShareBar : public QWidget {
 public:
  explicit ShareBar(double share) : m_share(share) { setFixedHeight(8); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().histAll);
    painter.fillRect(0, 0, static_cast<int>(width() * m_share), height(), tokens().hist);
  }

 private:
  double m_share;
};

/// Whether a recording has one of these in its name, packed or not.
bool hasName(const ingest::ImportPlan& plan, std::initializer_list<const char*> suffixes) {
  return std::ranges::any_of(plan.recordings().files, [&](const ingest::RecordingPlan& file) {
    const std::string name = lowerCase(file.path);
    return std::ranges::any_of(suffixes, [&](const char* suffix) { return name.find(suffix) != std::string::npos; });
  });
}

/// Whether which dimension is time may be a question.
bool mayBeMatrices(const ingest::ImportPlan& plan) {
  return plan.recordings().sampleShape.empty() && hasName(plan, {".npy", ".npz", ".mat", ".h5", ".hdf5"});
}

/// Whether which column is the time may be one.
bool mayBeTables(const ingest::ImportPlan& plan) {
  const auto isTimed = [](const ingest::RecordingPlan& file) { return !file.timeColumns.empty(); };
  return plan.options.recordings.time || std::ranges::any_of(plan.recordings().files, isTimed) ||
         hasName(plan, {".csv", ".tsv", ".txt"});
}

struct Tally {
  std::uint64_t files = 0;
  std::uint64_t windows = 0;
};

/// Files and windows under each label or group; segments of a file may have labels of their own.
std::map<std::string, Tally> tally(const ingest::ImportPlan& plan, std::string ingest::RecordingPlan::*by) {
  std::map<std::string, Tally> tallies;
  if (plan.recordings().window == 0) return tallies;
  const waveform::WindowRule rule = ingest::windowRuleOf(plan);
  for (const ingest::RecordingPlan& file : plan.recordings().files) {
    if (!file.problem.empty()) continue;
    std::set<std::string> met;
    const auto segments = ingest::segmentsOf(file, 0);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const std::string& name = by == &ingest::RecordingPlan::label ? ingest::labelOf(file, i) : file.*by;
      Tally& at = tallies[name];
      if (met.insert(name).second) ++at.files;
      at.windows += waveform::windowCount(segments[i].frames, rule);
    }
  }
  return tallies;
}

}  // namespace

ImportRecordingsPanel::ImportRecordingsPanel(QWidget* parent)
    : QWidget(parent),
      m_figure(makeLabel({}, "figure")),
      m_beside(makeLabel({}, "secondary")),
      m_forecast(new Section(tr("Forecast"), tr("all headers read"))),
      m_facts(new KeyValues),
      m_classes(new Section(tr("Classes"), QStringLiteral(" "))),
      m_bars(new CountBars),
      m_groups(new Section(tr("Groups"), tr("files, windows"))),
      m_groupGrid(new QGridLayout),
      m_type(new QComboBox),
      m_keep(new QComboBox),
      m_keepNote(makeLabel(tr("Windows are cut while reading, so overlap costs no space."), "hint")),
      m_order(new ImportOrder),
      m_advanced(new ImportAdvanced),
      m_frames(new QComboBox),
      m_framesRow(new QWidget),
      m_time(new QComboBox),
      m_timeRow(new QWidget),
      m_notes(new ImportNotes) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  m_beside->setAlignment(Qt::AlignBottom);
  m_beside->setContentsMargins(0, 0, 0, 4);
  row->addWidget(m_figure);
  row->addWidget(m_beside);
  row->addStretch();
  m_forecast->content()->addLayout(row);
  m_forecast->content()->addWidget(m_facts);
  m_classes->content()->addWidget(m_bars);
  m_groupGrid->setHorizontalSpacing(8);
  m_groupGrid->setVerticalSpacing(0);
  m_groupGrid->setColumnMinimumWidth(0, 72);
  m_groupGrid->setColumnStretch(1, 1);
  m_groups->content()->addLayout(m_groupGrid);
  auto* storing = new Section({});
  m_keep->addItems({tr("Windows"), tr("Whole recordings")});
  m_keepNote->setWordWrap(true);
  m_frames->addItems({tr("The longer dimension"), tr("Rows"), tr("Columns")});
  m_frames->setToolTip(tr("Which dimension of a matrix (NPY, NPZ, MAT, HDF5) is time; the other one is its channels."));
  m_time->setToolTip(tr("The column of a CSV recording that holds the times of its frames; it is not a channel."));
  for (auto [combo, name] : {std::pair(m_type, tr("Store as")),
                             {m_keep, tr("Keep on disk")},
                             {m_frames, tr("Frames are")},
                             {m_time, tr("Time column")}}) {
    combo->setProperty("scale", "small");
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setAccessibleName(name);
  }
  storing->content()->addLayout(storeRow(tr("Store as"), m_type));
  storing->content()->addLayout(storeRow(tr("Keep on disk"), m_keep));
  storing->content()->addWidget(m_keepNote);
  for (auto [line, combo] : {std::pair(m_framesRow, m_frames), {m_timeRow, m_time}}) {
    QLayout* inside = storeRow(combo->accessibleName(), combo);
    inside->setContentsMargins(0, 0, 0, 0);
    line->setLayout(inside);
    storing->content()->addWidget(line);
  }
  storing->content()->addLayout(storeRow(tr("Order"), m_order));
  storing->content()->addWidget(m_advanced);
  for (Section* section : {m_forecast, m_classes, m_groups, storing, static_cast<Section*>(m_notes)})
    column->addWidget(section);
  column->addStretch(1);
  connect(m_type, &QComboBox::activated, this, [this](int index) {
    const int chosen = m_type->itemData(index).toInt();
    Q_EMIT typeChosen(chosen < 0 ? std::nullopt : std::optional(static_cast<table::DType>(chosen)));
  });
  connect(m_frames, &QComboBox::activated, this,
          [this](int index) { Q_EMIT framesChosen(static_cast<waveform::FrameAxis>(index)); });
  connect(m_time, &QComboBox::activated, this, [this](int index) {
    Q_EMIT timeChosen(index == 0 ? std::nullopt : std::optional(fromQt(m_time->itemData(index).toString())));
  });
  connect(m_keep, &QComboBox::activated, this, [this](int index) {
    Q_EMIT keepChosen(index == 0 ? ingest::StoreAs::windows : ingest::StoreAs::recordings);
  });
}

QLayout* ImportRecordingsPanel::storeRow(const QString& name, QWidget* field) const {
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  auto* label = makeLabel(name, "label");
  label->setFixedWidth(92);
  row->addWidget(label);
  row->addWidget(field, 1);
  return row;
}

void ImportRecordingsPanel::fillSamples(const ingest::ImportPlan& plan) {
  const auto good = static_cast<int>(std::count_if(plan.recordings().files.begin(), plan.recordings().files.end(),
                                                   [](const auto& file) { return file.problem.empty(); }));
  const bool images = ingest::holdsImages(plan);
  const bool rows = ingest::holdsRows(plan);
  m_figure->setText(formatCountShort(plan.samples));
  m_beside->setText(counted(images              ? tr("images from %n file(s)", nullptr, good)
                            : rows              ? tr("rows from %n file(s)", nullptr, good)
                            : plan.samples == 1 ? tr("window from %n file(s)", nullptr, good)
                                                : tr("windows from %n file(s)", nullptr, good),
                            static_cast<std::uint64_t>(good)));
  const auto channels = static_cast<int>(plan.recordings().channelNames.size());
  QStringList extents;
  for (const std::uint64_t extent : ingest::featureShape(plan)) extents << formatCount(extent);
  m_facts->set(tr("Each sample"),
               images ? extents.join(QStringLiteral(" × "))
               : rows ? tr("%n column(s)", nullptr, channels)
                      : tr("%n channel(s) × %1", nullptr, channels).arg(formatCount(plan.recordings().window)));
  const bool whole = plan.options.recordings.keep == ingest::StoreAs::recordings;
  m_keep->setEnabled(!images && !rows);
  m_keep->setCurrentIndex(whole ? 1 : 0);
  m_keepNote->setVisible(whole);
  m_order->setEnabled(!whole);
  m_order->setShuffle(plan.options.shuffle);
}

void ImportRecordingsPanel::showInspection(const tasks::Inspection& inspection) {
  const ingest::ImportPlan& plan = inspection.plan;
  const tasks::Forecast& forecast = inspection.forecast;
  fillSamples(plan);
  m_facts->set(tr("On disk"), formatBytes(forecast.bytes));
  m_facts->set(tr("Time"), forecast.seconds > 0 ? formatForecast(forecast.seconds) : QString());
  m_facts->set(tr("Peak memory"), formatBytes(forecast.peakMemoryBytes));
  showDisk(forecast);
  fillClasses(plan);
  fillGroups(plan);
  fillTypes(inspection);
  m_frames->setCurrentIndex(static_cast<int>(plan.options.recordings.frames));
  m_framesRow->setVisible(mayBeMatrices(plan));
  fillTimes(plan);
  m_notes->setNotes(plan.notes);
  m_advanced->showPlan(plan);
}

void ImportRecordingsPanel::showDisk(const tasks::Forecast& forecast) {
  m_facts->set(tr("Disk"),
               forecast.fitsDisk ? QString() : tr("not enough: %1 free").arg(formatBytes(forecast.diskFreeBytes)));
}

/// How evenly the classes are filled. Requires: there are some.
QString ImportRecordingsPanel::spreadOf(const std::vector<std::uint64_t>& counts, bool samples) {
  const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
  if (*fewest != *most)
    return (samples ? tr("%1 to %2 samples") : tr("%1 to %2 windows")).arg(formatCount(*fewest), formatCount(*most));
  const auto each = static_cast<int>(*fewest);
  return counted(samples ? tr("%n sample(s) each", nullptr, each) : tr("%n window(s) each", nullptr, each), *fewest);
}

void ImportRecordingsPanel::fillClasses(const ingest::ImportPlan& plan) {
  m_classes->setVisible(!plan.classes.empty());
  if (plan.classes.empty()) return;
  const auto tallies = tally(plan, &ingest::RecordingPlan::label);
  QStringList names;
  std::vector<std::uint64_t> counts;
  for (const std::string& name : plan.classes) {
    names << shownText(name);
    const auto found = tallies.find(name);
    counts.push_back(found == tallies.end() ? 0 : found->second.windows);
  }
  m_classes->setCaption(spreadOf(counts, !plan.recordings().sampleShape.empty()));
  m_bars->setCounts(names, counts);
}

void ImportRecordingsPanel::fillGroups(const ingest::ImportPlan& plan) {
  while (QLayoutItem* item = m_groupGrid->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_groups->setVisible(!plan.options.recordings.groupFrom.empty());
  const auto tallies = tally(plan, &ingest::RecordingPlan::group);
  std::uint64_t top = 1;
  for (const auto& [name, at] : tallies) top = std::max(top, at.windows);
  int row = 0;
  for (const auto& [name, at] : tallies) {
    if (row == static_cast<int>(kMostGroups)) {
      m_groupGrid->addWidget(makeLabel(tr("and %n more", nullptr, static_cast<int>(tallies.size()) - row), "caption"),
                             row, 0, 1, 4);
      break;
    }
    auto* label = new ElidedLabel(toQt(name), "value");
    label->setFixedHeight(22);
    label->setMaximumWidth(96);
    auto* files = makeLabel(formatCount(at.files), "label");
    auto* windows = makeLabel(formatCount(at.windows), "value");
    for (QLabel* right : {files, windows}) right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    windows->setMinimumWidth(40);
    m_groupGrid->addWidget(label, row, 0);
    m_groupGrid->addWidget(new ShareBar(static_cast<double>(at.windows) / static_cast<double>(top)), row, 1);
    m_groupGrid->addWidget(files, row, 2);
    m_groupGrid->addWidget(windows, row, 3);
    ++row;
  }
}

/// Columns that are channels because they were named cannot be the time.
void ImportRecordingsPanel::fillTimes(const ingest::ImportPlan& plan) {
  const ingest::RecordingOptions& options = plan.options.recordings;
  std::vector<std::string> columns;
  const auto add = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
  };
  for (const ingest::RecordingPlan& file : plan.recordings().files) add(file.timeColumns);
  if (options.channels.empty()) add(plan.recordings().channelNames);
  m_time->clear();
  m_time->addItem(tr("Detected"));
  m_time->addItem(tr("None"), QString());
  for (const std::string& name : columns) m_time->addItem(shownText(name), toQt(name));
  const auto place = std::ranges::find(columns, options.time.value_or(std::string())) - columns.begin();
  m_time->setCurrentIndex(!options.time ? 0 : options.time->empty() ? 1 : static_cast<int>(place) + 2);
  m_timeRow->setVisible(mayBeTables(plan));
}

void ImportRecordingsPanel::fillTypes(const tasks::Inspection& inspection) {
  const ingest::ImportPlan& plan = inspection.plan;
  m_type->clear();
  m_type->addItem(
      plan.options.dtype ? tr("the recordings’ own type") : tr("%1, as recorded").arg(toQt(table::name(plan.dtype))),
      -1);
  for (const table::DType type : kComparedTypes) m_type->addItem(toQt(table::name(type)), static_cast<int>(type));
  m_type->setCurrentIndex(plan.options.dtype ? m_type->findData(static_cast<int>(*plan.options.dtype)) : 0);
}

}  // namespace masu::ui
