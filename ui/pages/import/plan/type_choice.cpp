// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/type_choice.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDoubleValidator>
#include <QGridLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/pages/import/plan/loss.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kNarrowest = 1000;  ///< beside the numbers of the types
constexpr int kLabelWidth = 92;
constexpr int kRowHeight = 24;

/// A number, or nothing: a field whose text is not acceptable does not say that it was edited.
class ToleranceValidator : public QDoubleValidator {
 public:
  explicit ToleranceValidator(QObject* parent) : QDoubleValidator(0, 1e300, 300, parent) { setLocale(QLocale::c()); }
  State validate(QString& text, int& place) const override {
    return text.isEmpty() ? Acceptable : QDoubleValidator::validate(text, place);
  }
};

}  // namespace

ImportTypeChoice::ImportTypeChoice(QWidget* parent)
    : QWidget(parent),
      m_grid(new QGridLayout),
      m_buttons(new QButtonGroup(this)),
      m_advice(makeLabel({}, "caption")),
      m_tolerance(new QLineEdit),
      m_past(new QComboBox) {
  m_grid->setHorizontalSpacing(8);
  m_grid->setVerticalSpacing(0);
  m_grid->setColumnStretch(2, 1);
  m_advice->setWordWrap(true);
  m_tolerance->setObjectName("tolerance");
  m_tolerance->setAccessibleName(tr("Tolerance"));
  m_tolerance->setToolTip(tr("The largest error that a stored number may have, such as 0.001."));
  m_tolerance->setValidator(new ToleranceValidator(m_tolerance));
  m_past->setObjectName("past-tolerance");
  m_past->setAccessibleName(tr("Beyond it"));
  m_past->addItems({tr("Store all wider"), tr("Stop the import")});
  m_past->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_tolerance->setProperty("scale", "small");
  m_past->setProperty("scale", "small");

  auto* limits = new QGridLayout;
  limits->setHorizontalSpacing(12);
  limits->setVerticalSpacing(8);
  limits->setColumnMinimumWidth(0, kLabelWidth);
  limits->setColumnStretch(1, 1);
  limits->addWidget(makeLabel(tr("Tolerance"), "label"), 0, 0);
  limits->addWidget(m_tolerance, 0, 1);
  limits->addWidget(makeLabel(tr("Beyond it"), "label"), 1, 0);
  limits->addWidget(m_past, 1, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addLayout(m_grid);
  column->addWidget(m_advice);
  column->addLayout(limits);

  connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) {
    if (id == kNarrowest) return Q_EMIT narrowestChosen();
    Q_EMIT typeChosen(static_cast<table::DType>(id));
  });
  connect(m_tolerance, &QLineEdit::editingFinished, this, &ImportTypeChoice::readTolerance);
  connect(m_past, &QComboBox::activated, this,
          [this](int index) { Q_EMIT pastToleranceChosen(static_cast<ingest::OnToleranceExceeded>(index)); });
}

void ImportTypeChoice::readTolerance() {
  if (!m_tolerance->isModified()) return;
  m_tolerance->setModified(false);
  bool isNumber = false;
  const double tolerance = QLocale::c().toDouble(m_tolerance->text(), &isNumber);
  Q_EMIT toleranceChosen(isNumber ? std::optional(tolerance) : std::nullopt);
}

void ImportTypeChoice::addRow(const QString& name, int id, bool chosen, const QString& size, QLabel* loss) {
  const int row = m_rows++;
  auto* radio = new QRadioButton(name);
  radio->setProperty("scale", "small");
  radio->setChecked(chosen);
  m_buttons->addButton(radio, id);
  loss->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_grid->setRowMinimumHeight(row, kRowHeight);
  m_grid->addWidget(radio, row, 0);
  m_grid->addWidget(makeLabel(size, "value"), row, 1);
  m_grid->addWidget(loss, row, 2);
}

void ImportTypeChoice::addNarrowest(bool chosen) {
  addRow(tr("auto"), kNarrowest, chosen, {}, new ElidedLabel(tr("the narrowest"), "caption"));
}

void ImportTypeChoice::addType(const tasks::Forecast::AtType& at, bool chosen) {
  ElidedLabel* loss = nullptr;
  if (at.overflows)
    loss = new ElidedLabel(tr("overflow in %1").arg(toQt(at.worstColumn)), "hint-bad");
  else if (at.missing)
    loss = new ElidedLabel(tr("missing cells in %1").arg(toQt(at.worstColumn)), "hint-bad");
  else if (at.largestError == 0)
    loss = new ElidedLabel(tr("exact"), "caption");
  else
    loss = new ElidedLabel(tr("± %1 in %2").arg(formatNumber(at.largestError, 3), toQt(at.worstColumn)), "hint-warn");
  addRow(toQt(table::name(at.type)), static_cast<int>(at.type), chosen, formatBytes(at.bytes), loss);
}

void ImportTypeChoice::showInspection(const tasks::Inspection& inspection) {
  m_rows = 0;
  // A radio button may be the one whose click leads here.
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    if (auto* button = qobject_cast<QAbstractButton*>(item->widget())) m_buttons->removeButton(button);
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  const ingest::ImportOptions& options = inspection.plan.options;
  const tasks::Forecast::AtType* narrowestExact = nullptr;
  for (const table::DType type : kComparedTypes) {
    const auto found = std::ranges::find(inspection.forecast.types, type, &tasks::Forecast::AtType::type);
    if (found == inspection.forecast.types.end()) continue;
    addType(*found, !options.autoType && type == inspection.plan.dtype);
    const bool exact = found->holds() && found->largestError == 0;
    if (exact && (narrowestExact == nullptr || found->bytes < narrowestExact->bytes)) narrowestExact = &*found;
  }
  addNarrowest(options.autoType);
  QStringList advice;
  for (const Message& reason : inspection.plan.reasons) advice << translated(reason);
  if (advice.empty() && narrowestExact != nullptr)
    advice << tr("%1 is the narrowest type that keeps all surveyed numbers exact.")
                  .arg(toQt(table::name(narrowestExact->type)));
  m_advice->setText(advice.join(QLatin1Char('\n')));
  m_advice->setVisible(!advice.empty());
  m_tolerance->setPlaceholderText(options.autoType ? tr("exact") : tr("any loss"));
  if (!m_tolerance->hasFocus())
    m_tolerance->setText(options.tolerance ? QLocale::c().toString(*options.tolerance, 'g', 6) : QString());
  m_past->setCurrentIndex(static_cast<int>(options.onToleranceExceeded));
}

}  // namespace masu::ui
