// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <QFileInfo>
#include <algorithm>

#include "ui/text/to_qt.h"

namespace masu::ui {

Session::Session(QObject* parent) : QObject(parent) {}

QString Session::name() const {
  if (m_info) return QFileInfo(path()).completeBaseName();
  if (m_plan && !m_plan->options.sources.empty()) return toQt(m_plan->options.sources.front().stem());
  return {};
}

QString Session::path() const {
  return m_info ? toQt(m_info->dataset->path()) : QString();
}

Result<void> Session::open(const QString& path) {
  Progress unseen;
  MASU_TRY(auto opened, openDatasetFile(pathFrom(path), {{}, unseen}));
  show(std::move(opened));
  return {};
}

void Session::show(OpenedDataset opened) {
  forget();
  m_info = std::make_shared<const tasks::DatasetInfo>(std::move(opened.info));
  m_thumbnail = std::move(opened.thumbnail);
  const auto& manifests = m_info->manifests;
  if (manifestInfo() == nullptr && !manifests.empty()) m_manifest = toQt(manifests.front().name);
  m_state = rememberedState();
  remember(m_state);
  setOpenRun({});  // it was one of the dataset before
  Q_EMIT planChanged();
  Q_EMIT estimateChanged();
  Q_EMIT runChanged();
  Q_EMIT datasetChanged();
  Q_EMIT manifestChanged();
}

/// What was chosen and worked out for one dataset is not that of another.
void Session::forget() {
  m_info = nullptr;
  m_manifest = "default";
  m_plan = nullptr;
  m_estimate.reset();
  m_runLog = nullptr;
  m_runSpec = {};
  m_thumbnail.clear();
  m_state.clear();
}

/// What was noted when the same content was open before; of other content in the same place nothing is.
QString Session::rememberedState() const {
  const QString own = QFileInfo(path()).absoluteFilePath();
  const QString uuid = toQt(m_info->dataset->uuid());
  for (const RecentFile& known : readRecentFiles())
    if (known.path == own && known.uuid == uuid) return known.state;
  return {};
}

void Session::setManifests(std::vector<tasks::ManifestFacts> manifests, const QString& chosen,
                           std::optional<Error> problem) {
  if (!m_info) return;
  auto again = std::make_shared<tasks::DatasetInfo>(*m_info);  // a finished file never changes; only what is beside it
  again->manifests = std::move(manifests);
  again->splitsProblem = std::move(problem);
  m_info = std::move(again);
  m_manifest = chosen;
  remember(m_state);
  Q_EMIT manifestChanged();
}

void Session::putManifest(const tasks::ManifestFacts& manifest) {
  if (!m_info) return;
  std::vector<tasks::ManifestFacts> all = m_info->manifests;
  const auto place = std::ranges::lower_bound(all, manifest.name, {}, &tasks::ManifestFacts::name);
  if (place != all.end() && place->name == manifest.name) {
    *place = manifest;
  } else {
    all.insert(place, manifest);
  }
  setManifests(std::move(all), m_manifest);
}

void Session::close() {
  forget();
  setOpenRun({});
  Q_EMIT planChanged();
  Q_EMIT estimateChanged();
  Q_EMIT runChanged();
  Q_EMIT datasetChanged();
  Q_EMIT manifestChanged();
}

void Session::setManifest(const QString& name) {
  if (name == m_manifest) return;
  m_manifest = name;
  Q_EMIT manifestChanged();
}

const tasks::ManifestFacts* Session::manifestInfo() const {
  if (!m_info) return nullptr;
  const auto& all = m_info->manifests;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& m) { return toQt(m.name) == m_manifest; });
  return found == all.end() ? nullptr : &*found;
}

void Session::setPlan(std::shared_ptr<const ingest::ImportPlan> plan) {
  m_plan = std::move(plan);
  Q_EMIT planChanged();
}

void Session::setEstimate(std::optional<tasks::EstimateOutcome> estimate) {
  m_estimate = std::move(estimate);
  Q_EMIT estimateChanged();
}

void Session::setRun(metrics::RunSpec spec, std::shared_ptr<metrics::RunLog> log) {
  m_runSpec = std::move(spec);
  m_runLog = std::move(log);
  Q_EMIT runChanged();
}

void Session::setOpenRun(const std::filesystem::path& folder) {
  if (folder == m_openRun) return;
  m_openRun = folder;
  Q_EMIT openRunChanged();
}

void Session::forgetRecent(const QString& path) {
  forgetRecentFile(path);
  Q_EMIT recentChanged();
}

void Session::noteState(const QString& state) {
  m_state = state;
  remember(state);
}

void Session::remember(const QString& state) {
  if (!m_info) return;
  const store::Dataset& dataset = *m_info->dataset;
  const store::DatasetMeta& meta = dataset.meta();
  RecentFile file;
  file.path = QFileInfo(path()).absoluteFilePath();
  file.uuid = toQt(dataset.uuid());
  file.samples = dataset.samples();
  file.signal = meta.kind == store::SampleKind::waveform;
  file.image = meta.kind == store::SampleKind::image;
  file.parts = meta.kind == store::SampleKind::table ? meta.schema.columns.size() : meta.sources.size();
  file.bytes = dataset.fileBytes();
  const tasks::ManifestFacts* manifest = manifestInfo();
  if (manifest != nullptr && dataset.samples() > 0) {
    const manifest::SplitCounts& c = manifest->counts;
    const auto all = static_cast<double>(dataset.samples());
    file.shares = {static_cast<double>(c.train) / all, static_cast<double>(c.validation) / all,
                   static_cast<double>(c.test) / all, static_cast<double>(c.unused) / all};
  }
  file.state = state;
  file.thumbnail = m_thumbnail;
  file.when = QDateTime::currentDateTime();
  rememberRecentFile(file);
  Q_EMIT recentChanged();
}

}  // namespace masu::ui
