// SPDX-License-Identifier: GPL-3.0-or-later
// How the split page is put together: header, manifests, panes, and who hears whom.
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QVBoxLayout>

#include "ui/charts/figure/ratio_bar.h"
#include "ui/pages/common/separator.h"
#include "ui/pages/split/checks.h"
#include "ui/pages/split/classes.h"
#include "ui/pages/split/form.h"
#include "ui/pages/split/manifests.h"
#include "ui/pages/split/options.h"
#include "ui/pages/split/page.h"
#include "ui/pages/split/samples.h"
#include "ui/pages/split/tabs.h"
#include "ui/pages/split/targets.h"
#include "ui/text/message.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {

void SplitPage::buildHeader() {
  m_undoButton = makeIconButton(QStringLiteral("undo"), tr("Undo (Ctrl+Z)"));
  m_redoButton = makeIconButton(QStringLiteral("redo"), tr("Redo (Ctrl+Shift+Z)"));
  QPushButton* read = makeButton(tr("Read lists"), QStringLiteral("list-in"));
  QPushButton* write = makeButton(tr("Write lists"), QStringLiteral("list-out"));
  read->setToolTip(tr("Takes train.csv, validation.csv and test.csv, or .txt lists of file names, from a folder."));
  write->setToolTip(tr("Writes train.csv, validation.csv and test.csv into a folder."));
  for (QWidget* action : {static_cast<QWidget*>(m_undoButton), static_cast<QWidget*>(m_redoButton),
                          static_cast<QWidget*>(read), static_cast<QWidget*>(write)}) {
    addHeaderAction(action);
    showWithDataset(action);
  }
  showWithDataset(addCopyCommand());
  showWithDataset(addNextStep(tr("Fit"), Step::fit));
  connect(m_undoButton, &QToolButton::clicked, this, &SplitPage::undo);
  connect(m_redoButton, &QToolButton::clicked, this, &SplitPage::redo);
  connect(read, &QPushButton::clicked, this, [this] { askForFolder(true); });
  connect(write, &QPushButton::clicked, this, [this] { askForFolder(false); });
  m_undoButton->setEnabled(false);
  m_redoButton->setEnabled(false);
}

void SplitPage::buildToolBar() {
  QHBoxLayout* bar = addToolBar();
  m_tabs = new SplitTabs;
  bar->addWidget(m_tabs, 1);
  m_note = makeLabel({}, "label");
  bar->addWidget(m_note);
  m_compare = makeButton(tr("Compare"), QStringLiteral("compare"), ButtonKind::normal, ButtonSize::small);
  m_freeze = makeButton(tr("Freeze"), QStringLiteral("lock"), ButtonKind::normal, ButtonSize::small);
  m_freeze->setToolTip(tr("Keeps it from ever changing, so that runs that name it stay comparable."));
  QToolButton* more = makeIconButton(QStringLiteral("dots"), tr("More for this manifest"), ButtonSize::small);
  more->setPopupMode(QToolButton::InstantPopup);
  more->setMenu(makeManifestMenu());
  bar->addWidget(m_compare);
  bar->addWidget(m_freeze);
  bar->addWidget(more);
  connect(m_compare, &QPushButton::clicked, this, [this] { m_editor.afterStoring([this] { compare(); }); });
  connect(m_freeze, &QPushButton::clicked, this, [this] { m_editor.afterStoring([this] { m_manifests->freeze(); }); });
  showWithDataset(bar->parentWidget());
}

QMenu* SplitPage::makeManifestMenu() {
  auto* menu = new QMenu(this);
  QAction* saveAs = menu->addAction(tr("Save as …"));
  QAction* duplicate = menu->addAction(tr("Duplicate"));
  QAction* rename = menu->addAction(tr("Rename …"));
  menu->addSeparator();
  QAction* remove = menu->addAction(tr("Delete …"));
  connect(saveAs, &QAction::triggered, this, &SplitPage::askSaveAs);
  const auto afterStoring = [this](QAction* action, void (SplitManifests::*act)()) {
    connect(action, &QAction::triggered, this, [this, act] {
      m_editor.afterStoring([this, act] {
        if (!stale()) (m_manifests->*act)();
      });
    });
  };
  afterStoring(duplicate, &SplitManifests::duplicate);
  afterStoring(rename, &SplitManifests::askForName);
  afterStoring(remove, &SplitManifests::askToRemove);
  connect(menu, &QMenu::aboutToShow, this, [this, duplicate, rename, remove] {
    duplicate->setEnabled(m_editor.stored());
    rename->setEnabled(m_editor.stored());
    remove->setEnabled(m_editor.stored() && !frozen());
  });
  return menu;
}

QWidget* SplitPage::buildBody() {
  m_bar = new RatioBar;
  m_form = new SplitForm;
  m_classes = new SplitClasses;
  m_samples = new SplitSamples(m_editor, runner());

  auto* top = new QWidget;
  top->setProperty("pane", "section");
  top->setAttribute(Qt::WA_StyledBackground);
  auto* topColumn = new QVBoxLayout(top);
  topColumn->setContentsMargins(size::kLeft, 16, size::kRight, 12);
  topColumn->setSpacing(8);
  topColumn->addWidget(m_bar);
  topColumn->addWidget(m_form);

  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(top);
  auto* lower = new QHBoxLayout;
  lower->setSpacing(0);
  lower->addWidget(m_classes);
  m_classLine = new Separator(Qt::Vertical);
  lower->addWidget(m_classLine);
  lower->addWidget(m_samples, 1);
  column->addLayout(lower, 1);
  return body;
}

void SplitPage::buildSide() {
  QVBoxLayout* side = addSidePanel(size::kSide);
  m_sideChoice = new Segments({tr("Checks"), tr("Options")}, ButtonSize::small);
  m_checks = new SplitChecks(m_editor, runner());
  m_options = new SplitOptions;
  auto* choice = new QHBoxLayout;
  choice->setContentsMargins(16, 10, 16, 10);
  choice->addWidget(m_sideChoice);
  choice->addStretch();
  side->addLayout(choice);
  side->addWidget(m_checks);
  side->addWidget(m_options);
  m_options->hide();
}

void SplitPage::showSide(int side) {
  m_sideChoice->setCurrent(side);
  m_checks->setVisible(side == kChecks);
  m_options->setVisible(side == kOptions);
}

void SplitPage::connectParts() {
  connect(m_tabs, &SplitTabs::chosen, this, [this](const QString& name) { session().setManifest(name); });
  connect(m_tabs, &SplitTabs::newRequested, this, &SplitPage::addManifest);
  connect(m_bar, &RatioBar::ratiosMoved, this, &SplitPage::previewShares);
  connect(m_bar, &RatioBar::ratiosCommitted, this, &SplitPage::edited);
  auto* drops = new SplitDrops(m_bar, [this](QPoint at) { return m_bar->splitAt(at); });
  connect(drops, &SplitDrops::dropped, m_samples, &SplitSamples::move);
  connect(m_form, &SplitForm::edited, this, &SplitPage::edited);
  connect(m_form, &SplitForm::drawRequested, this, &SplitPage::drawAgain);
  connect(m_form, &SplitForm::optionsRequested, this, [this] {
    showSide(kOptions);
    openSide();
  });
  connect(m_sideChoice, &Segments::currentChanged, this, &SplitPage::showSide);
  connect(m_options, &SplitOptions::edited, this, &SplitPage::edited);
  connect(m_options, &SplitOptions::foldsRequested, this,
          [this](unsigned folds) { m_editor.afterStoring([this, folds] { m_manifests->makeFolds(plan(), folds); }); });
  connect(m_checks, &SplitChecks::fixRequested, this, &SplitPage::mend);
  connect(&m_editor, &SplitEditor::opened, this, &SplitPage::opened);
  connect(&m_editor, &SplitEditor::changed, this, &SplitPage::changed);
  connect(&m_editor, &SplitEditor::saved, this, &SplitPage::saved);
  connect(&m_editor, &SplitEditor::busyChanged, this, [this] { setBusy(m_editor.busy()); });
  connect(m_manifests, &SplitManifests::busyChanged, this, &SplitPage::setBusy);
  const auto complain = [this](const Error& error) { banner().showError(error); };
  connect(&m_editor, &SplitEditor::failed, this, complain);
  connect(&m_editor, &SplitEditor::lost, this, &SplitPage::updateLost);
  connect(m_samples, &SplitSamples::failed, this, complain);
  connect(m_checks, &SplitChecks::failed, this, complain);
  connect(m_manifests, &SplitManifests::failed, this, complain);
}

/// The banner would go with the next manifest that opens.
void SplitPage::updateLost(const QString& name, const Error& error) {
  auto* box =
      new QMessageBox(QMessageBox::NoIcon, tr("Not stored"),
                      tr("The last changes to the manifest %1 were not stored. %2").arg(name, translated(error)),
                      QMessageBox::Ok, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

}  // namespace masu::ui
