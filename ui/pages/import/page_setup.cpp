// SPDX-License-Identifier: GPL-3.0-or-later
// How the Import page is put together; what it does is in page.cpp and page_run.cpp.
#include <QCheckBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/pages/import/page.h"
#include "ui/pages/import/plan/advanced.h"
#include "ui/pages/import/plan/order.h"
#include "ui/pages/import/plan/type_choice.h"
#include "ui/pages/import/recordings/arrays.h"
#include "ui/pages/import/recordings/bar.h"
#include "ui/pages/import/recordings/panel.h"
#include "ui/pages/import/recordings/rules.h"
#include "ui/pages/import/recordings/view.h"
#include "ui/pages/import/rejects.h"
#include "ui/pages/import/table/dialect_bar.h"
#include "ui/pages/import/table/forecast_panel.h"
#include "ui/pages/import/table/label_notice.h"
#include "ui/pages/import/table/plan_view.h"
#include "ui/pages/import/table/table_view.h"
#include "ui/session/settings.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

ImportPage::ImportPage(Session& session, JobRunner& runner, QWidget* parent)
    : Page(QStringLiteral("import-tables"), tr("Import"), tr("See what will be stored before anything is written."),
           session, runner, parent),
      m_memoryBytes(Settings::read().memoryBytes),
      m_inspect(runner, this),
      m_run(runner, this),
      m_signal(runner, this),
      m_look(runner, this) {
  makeHeader();
  makeBars();
  makeBody();
  makeSide();
  makeActions();
  connectSources();
  connectColumns();
  connectTypes();
  connectStorage();
  connectProceeding();
  connect(&session, &Session::datasetChanged, this, &ImportPage::otherDatasetOpened);
  clear();
}

void ImportPage::makeHeader() {
  auto* files = makeButton(tr("Add files"), "file-add");
  auto* folder = makeButton(tr("Add folder"), "folder-add");
  auto* recipe = makeButton(tr("Recipe"), "recipe");
  auto* menu = new QMenu(recipe);
  menu->addAction(themeIcon("recipe"), tr("Use a recipe"), this, &ImportPage::loadRecipe);
  menu->addAction(themeIcon("file"), tr("Save recipe"), this, &ImportPage::saveRecipe);
  recipe->setMenu(menu);
  recipe->setProperty("menu", true);
  m_kind = new Segments({tr("One table"), tr("Recordings")});
  m_kind->setToolTip(tr("Whether the files are parts of one table, or each is a recording"));
  m_kind->setAccessibleName(tr("Read as"));
  addHeaderAction(m_kind);
  for (QPushButton* button : {files, folder, recipe}) addHeaderAction(button);
  addCopyCommand();
  addCluster();
  QWidget* next = addNextStep(tr("Browse"), Step::browse);
  next->setVisible(session().dataset() != nullptr);
  connect(&session(), &Session::datasetChanged, next,
          [this, next] { next->setVisible(session().dataset() != nullptr); });
  connect(m_kind, &Segments::currentChanged, this,
          [this](int index) { readAs(index == 0 ? ingest::SourceKind::table : ingest::SourceKind::recordings); });
  connect(files, &QPushButton::clicked, this, [this] { choose(false); });
  connect(folder, &QPushButton::clicked, this, [this] { choose(true); });
}

void ImportPage::makeBars() {
  QHBoxLayout* bar = addToolBar();
  m_barFrame = bar->parentWidget();
  m_bars = new QStackedWidget;
  m_tableBar = new ImportDialectBar;
  m_recordingsBar = new ImportRecordingsBar;
  m_bars->addWidget(m_tableBar);
  m_bars->addWidget(m_recordingsBar);
  bar->addWidget(m_bars);
}

void ImportPage::makeBody() {
  auto* whole = new QWidget;
  auto* column = new QVBoxLayout(whole);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_banner = new Banner;
  m_banner->setFlat();
  m_body = new QStackedWidget;
  m_empty = new EmptyState("import", {}, {});
  m_empty->setObjectName("empty");
  connect(m_empty->addAction(tr("Open files")), &QPushButton::clicked, this, [this] { choose(false); });
  connect(m_empty->addAction(tr("Open folder")), &QPushButton::clicked, this, [this] { choose(true); });
  m_table = new ImportTableView;
  m_recordings = new ImportRecordingsView;
  m_body->addWidget(m_empty);
  m_body->addWidget(m_table);
  m_body->addWidget(m_recordings);
  m_restore = new EmptyState("box", tr("An export of Masu"), {});
  m_restore->setObjectName("restore");
  connect(m_restore->addAction(tr("Restore")), &QPushButton::clicked, this, &ImportPage::startImport);
  connect(m_restore->addAction(tr("Read its files as tables")), &QPushButton::clicked, this,
          [this] { readAs(ingest::SourceKind::table); });
  m_body->addWidget(m_restore);
  m_showRejects = m_banner->addAction(tr("Show them"));
  m_showRejects->hide();
  connect(m_showRejects, &QPushButton::clicked, this, [this] { ImportRejects(m_rejects, this).exec(); });
  m_labelNotice = new ImportLabelNotice;
  column->addWidget(m_banner);
  column->addWidget(m_labelNotice);
  column->addWidget(m_body, 1);
  setBody(whole);
}

void ImportPage::makeSide() {
  QVBoxLayout* side = addSidePanel(size::kSide);
  m_side = new QStackedWidget;
  m_tablePanel = new ImportForecastPanel;
  m_recordingsPanel = new ImportRecordingsPanel;
  m_side->addWidget(m_tablePanel);
  m_side->addWidget(m_recordingsPanel);
  side->addWidget(m_side);
  m_tablePanel->setMemoryBytes(m_memoryBytes);
}

void ImportPage::makeActions() {
  QHBoxLayout* bar = addActionBar();
  m_actions = bar->parentWidget();
  m_target = new PathPicker(PathPicker::Mode::saveFile, tr("Write to"), tr("Datasets (*.h5)"));
  m_statusLabel = makeLabel(tr("Nothing has been written yet."), "label");
  m_resume = new QCheckBox(tr("Resume the interrupted import"));
  m_resume->setObjectName("resume");
  m_resume->setProperty("scale", "small");
  m_resume->setToolTip(tr("If unchecked, the finished part is discarded and the import starts again."));
  m_resume->hide();
  m_save = makeButton(tr("Save recipe"));
  m_import = makeButton(tr("Import"), {}, ButtonKind::primary, ButtonSize::large);
  m_import->setObjectName("import");
  bar->addWidget(makeLabel(tr("Write to"), "label"));
  bar->addWidget(m_target);
  bar->addStretch(1);
  bar->addWidget(m_statusLabel);
  bar->addWidget(m_resume);
  bar->addWidget(m_save);
  bar->addWidget(m_import);
  connect(m_target, &PathPicker::pathChanged, this, &ImportPage::lookAtTarget);
  connect(m_save, &QPushButton::clicked, this, &ImportPage::saveRecipe);
  connect(m_import, &QPushButton::clicked, this, &ImportPage::startImport);
}

void ImportPage::connectSources() {
  const auto showRefusal = [this](const Error& error) { m_banner->showError(error); };
  connect(m_tableBar, &ImportDialectBar::removed, this, &ImportPage::clear);
  connect(m_tableBar, &ImportDialectBar::edited, this, [this](const ingest::TableOptions& table) {
    m_options.table = table;
    refine();
  });
  connect(m_tableBar, &ImportDialectBar::sheetChosen, this,
          [this](const QString& source) { setSources({source}); });
  connect(m_recordingsBar, &ImportRecordingsBar::removed, this, &ImportPage::clear);
  connect(m_recordingsBar, &ImportRecordingsBar::edited, this, &ImportPage::takeRecordings);
  connect(m_recordingsBar, &ImportRecordingsBar::refused, this, showRefusal);
  connect(m_recordings->rules(), &ImportRules::edited, this, &ImportPage::takeRecordings);
  connect(m_recordings->rules(), &ImportRules::refused, this, showRefusal);
  connect(m_recordings->arrays(), &ImportArrays::edited, this, [this](const ingest::RecordingOptions& recordings) {
    m_options.recordings = recordings;
    m_inspection ? refine() : inspect();
  });
  connect(m_recordings, &ImportRecordingsView::recordingChosen, this, &ImportPage::loadSignal);
}

void ImportPage::connectColumns() {
  // Once people have said which column is the label, or that none is, it is not a guess any more.
  connect(m_labelNotice, &ImportLabelNotice::labelChosen, this, [this](const QString& column) {
    m_guessedLabel.clear();
    setLabel(column);
  });
  connect(m_labelNotice, &ImportLabelNotice::labelRefused, this, [this](const QString& column) {
    m_guessedLabel.clear();
    const int row = rowOf(column);
    if (row >= 0) useColumn(row, true);
  });
  ImportPlanView* plan = m_table->plan();
  connect(plan, &ImportPlanView::roleChosen, this, &ImportPage::setRole);
  connect(plan, &ImportPlanView::kindChosen, this, &ImportPage::setKind);
  connect(plan, &ImportPlanView::missingChosen, this, &ImportPage::setMissing);
  connect(plan->plan(), &ImportPlanModel::useAsked, this, &ImportPage::useColumn);
}

void ImportPage::connectTypes() {
  const auto chooseType = [this](table::DType type) {
    m_options.dtype = type;
    m_options.autoType = false;
    edit([type](ingest::ImportPlan& plan) {
      plan.dtype = type;
      plan.options.autoType = false;
      for (ingest::ColumnPlan& column : plan.columns) column.steps.reset();
    });
  };
  ImportTypeChoice& types = m_tablePanel->types();
  connect(m_table->plan(), &ImportPlanView::typeChosen, this, chooseType);
  connect(&types, &ImportTypeChoice::typeChosen, this, chooseType);
  connect(&types, &ImportTypeChoice::narrowestChosen, this, [this] {
    m_options.dtype.reset();
    m_options.autoType = true;
    refine();
  });
  connect(&types, &ImportTypeChoice::toleranceChosen, this, [this](std::optional<double> tolerance) {
    m_options.tolerance = tolerance;
    refine();
  });
  connect(&types, &ImportTypeChoice::pastToleranceChosen, this, [this](ingest::OnToleranceExceeded past) {
    m_options.onToleranceExceeded = past;
    refine();
  });
  connect(m_recordingsPanel, &ImportRecordingsPanel::typeChosen, this, [this](std::optional<table::DType> type) {
    m_options.dtype = type;
    refine();
  });
}

void ImportPage::connectStorage() {
  connect(m_recordingsPanel, &ImportRecordingsPanel::keepChosen, this, [this](ingest::StoreAs keep) {
    m_options.recordings.keep = keep;
    if (keep == ingest::StoreAs::recordings) m_options.shuffle.reset();
    refine();
  });
  connect(m_recordingsPanel, &ImportRecordingsPanel::framesChosen, this, [this](waveform::FrameAxis frames) {
    m_options.recordings.frames = frames;
    refine();
  });
  connect(m_recordingsPanel, &ImportRecordingsPanel::timeChosen, this, [this](const std::optional<std::string>& time) {
    m_options.recordings.time = time;
    refine();
  });
  for (ImportAdvanced* advanced : {&m_tablePanel->advanced(), &m_recordingsPanel->advanced()}) {
    connect(advanced, &ImportAdvanced::targetChosen, this, [this](store::Target target) {
      m_options.target = target;
      if (target == store::Target::values) m_options.table.classMap.clear();
      refine();
    });
    connect(advanced, &ImportAdvanced::classMapChosen, this, [this](const ImportClassMap::Map& map) {
      m_options.table.classMap = map;
      refine();
    });
    connect(advanced, &ImportAdvanced::partBytesChosen, this, &ImportPage::setPartBytes);
    connect(advanced, &ImportAdvanced::compressionChosen, this, [this](store::Compression compression) {
      m_options.compression = compression;
      refine();
    });
  }
  for (ImportOrder* order : {&m_tablePanel->order(), &m_recordingsPanel->order()}) {
    connect(order, &ImportOrder::chosen, this, [this](std::optional<quint64> seed) {
      m_options.shuffle = seed;
      refine();
    });
  }
}

void ImportPage::connectProceeding() {
  connect(m_tablePanel, &ImportForecastPanel::missingChosen, this, [this](const ingest::MissingRule& rule) {
    m_options.missing = rule.policy;
    m_options.missingConstant = rule.constant;
    refine();
  });
  connect(m_tablePanel, &ImportForecastPanel::whereChosen, this, [this](const QString& expression) {
    m_options.table.where = fromQt(expression);
    refine();
  });
  connect(m_tablePanel, &ImportForecastPanel::onErrorChosen, this, [this](ingest::OnError onError) {
    m_options.onError = onError;
    refine();
  });
  connect(m_tablePanel, &ImportForecastPanel::memoryChosen, this, [this](quint64 bytes) {
    m_memoryBytes = bytes;
    Settings settings = Settings::read();
    settings.memoryBytes = bytes;
    settings.write();
    refine();
  });
}

void ImportPage::setPartBytes(std::uint64_t bytes) {
  m_partBytes = bytes;
  for (ImportAdvanced* advanced : {&m_tablePanel->advanced(), &m_recordingsPanel->advanced()})
    advanced->setPartBytes(bytes);
  lookAtTarget();
}

void ImportPage::choose(bool folder) {
  QStringList paths;
  if (!folder) paths = QFileDialog::getOpenFileNames(this, tr("Add files"));
  if (folder) paths << QFileDialog::getExistingDirectory(this, tr("Add folder"));
  paths.removeAll(QString());
  if (!paths.isEmpty()) addSources(paths);
}

}  // namespace masu::ui
