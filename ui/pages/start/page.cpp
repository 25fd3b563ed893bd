// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start/page.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "core/tasks/data/sample_task.h"
#include "ui/pages/start/interrupted.h"
#include "ui/pages/start/widgets.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kSamplesWidth = 288;
constexpr int kGap = 32;

QString sampleFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return QDir(documents.isEmpty() ? QDir::homePath() : documents).filePath(QStringLiteral("Masu"));
}

}  // namespace

StartPage::StartPage(Session& session, JobRunner& runner, QWidget* parent)
    : Page({}, tr("Start"), tr("Bring data in, or carry on where you left off."), session, runner, parent),
      m_banner(new Banner),
      m_interrupted(new StartInterrupted(runner)),
      m_drop(new DropZone),
      m_sample(runner, this) {
  auto* open = makeButton(tr("Open project"), "folder-open");
  connect(open, &QPushButton::clicked, this, &StartPage::openProject);
  addHeaderAction(open);

  auto* content = new QWidget;
  content->setProperty("pane", "surface");
  content->setMaximumWidth(size::kStart + size::kLeft + size::kRight);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(size::kLeft, 16, size::kRight, 16);
  column->setSpacing(0);
  column->addWidget(m_banner);
  column->addWidget(m_interrupted);
  column->addWidget(m_drop);
  column->addSpacing(8);
  auto* formats = makeLabel(tr("CSV, TSV, JSON Lines, Excel, ARFF, .ts  ·  WAV, FLAC, Ogg, AIFF  ·  EDF, BDF, WFDB, "
                               "BrainVision  ·  MAT, NPY, NPZ, IDX, HDF5, raw  ·  gz, zst, ZIP  ·  Masu datasets"),
                            "caption");
  formats->setAlignment(Qt::AlignCenter);
  formats->setWordWrap(true);
  column->addWidget(formats);
  column->addSpacing(12);
  auto* below = new QHBoxLayout;
  below->setSpacing(kGap);
  below->addWidget(makeRecent(), 1);
  below->addWidget(makeSamples(), 0, Qt::AlignTop);
  column->addLayout(below);
  column->addStretch(1);

  setBody(makeColumnScroll(content));

  connect(m_interrupted, &StartInterrupted::resumeWanted, this, &StartPage::resumeWanted);
  connect(m_drop, &DropZone::filesAsked, this, &StartPage::chooseFiles);
  connect(m_drop, &DropZone::folderAsked, this, &StartPage::chooseFolder);
  connect(&session, &Session::recentChanged, this, &StartPage::fillRecent);
  connect(&m_sample, &JobSlot::busyChanged, this, &StartPage::setBusy);
  fillRecent();
}

void StartPage::activated() {
  fillRecent();
  m_interrupted->refresh();
}

QWidget* StartPage::makeRecent() {
  auto* area = new QWidget;
  m_recent = new QVBoxLayout(area);
  m_recent->setContentsMargins(0, 0, 0, 0);
  m_recent->setSpacing(0);
  return area;
}

void StartPage::fillRecent() {
  while (QLayoutItem* item = m_recent->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      old->hide();
      old->deleteLater();  // a row may be what asks to be forgotten
    }
    delete item;
  }
  auto* heading = makeLabel(tr("Recent"), "heading");
  heading->setFixedHeight(28);
  m_recent->addWidget(heading);
  m_recent->addWidget(makeLine(Qt::Horizontal));
  const std::vector<RecentFile> files = session().recentFiles();
  for (const RecentFile& file : files) {
    auto* row = new RecentRow(file);
    connect(row, &RecentRow::clicked, this, [this, path = file.path] { Q_EMIT filesChosen({path}); });
    connect(row, &RecentRow::forgotten, this, [this, path = file.path] { this->session().forgetRecent(path); });
    m_recent->addWidget(row);
  }
  if (files.empty()) {
    auto* none = makeLabel(tr("Datasets you import or open are listed here."), "label");
    none->setFixedHeight(44);
    m_recent->addWidget(none);
  }
  m_recent->addStretch(1);
}

QWidget* StartPage::makeSamples() {
  auto* area = new QWidget;
  area->setFixedWidth(kSamplesWidth);
  auto* column = new QVBoxLayout(area);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* heading = makeLabel(tr("Try it on sample data"), "heading");
  heading->setFixedHeight(28);
  column->addWidget(heading);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addSpacing(8);
  auto* table = new SampleCard("table", tr("A table"), tr("48,842 people, 15 columns, 6 MB"));
  auto* recordings = new SampleCard("wave", tr("Recordings"), tr("3,000 spoken digits, 6 voices, 21 MB"));
  table->setObjectName("sampleTable");
  recordings->setObjectName("sampleRecordings");
  connect(table, &QAbstractButton::clicked, this, [this] { makeSample(false); });
  connect(recordings, &QAbstractButton::clicked, this, [this] { makeSample(true); });
  column->addWidget(table);
  column->addSpacing(8);
  column->addWidget(recordings);
  column->addSpacing(8);
  auto* note =
      makeLabel(tr("Both are generated on this machine into the folder %1, and open in Import: from there it is "
                   "about five minutes to a trained model.")
                    .arg(QDir::toNativeSeparators(sampleFolder())),
                "caption");
  note->setWordWrap(true);
  column->addWidget(note);
  return area;
}

void StartPage::showProblem(const Error& error) {
  m_banner->showError(error);
}

void StartPage::chooseFiles() {
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open files"));
  if (!paths.isEmpty()) Q_EMIT filesChosen(paths);
}

void StartPage::chooseFolder() {
  const QString path = QFileDialog::getExistingDirectory(this, tr("Open folder"));
  if (!path.isEmpty()) Q_EMIT filesChosen({path});
}

void StartPage::openProject() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open project"), {}, tr("Datasets (*.h5 *.hdf5)"));
  if (!path.isEmpty()) Q_EMIT filesChosen({path});
}

void StartPage::makeSample(bool recordings) {
  m_banner->clear();
  tasks::SampleRequest request;
  request.set = recordings ? tasks::SampleData::waveform : tasks::SampleData::tabular;
  request.out = pathFrom(QDir(sampleFolder()).filePath(recordings ? "spoken-digits" : "census"));
  request.overwrite = true;  // The same seed gives the same bytes, so nothing of the user's is lost.
  m_sample.run<tasks::SampleOutcome>(
      {tr("Generating sample data"), "dice"},
      [request](const JobContext& job) { return tasks::makeSample(request, job); },
      [this](Result<tasks::SampleOutcome> made) {
        if (!made) return m_banner->showError(made.error());
        Q_EMIT filesChosen({toQt(made->path)});
      });
}

}  // namespace masu::ui
