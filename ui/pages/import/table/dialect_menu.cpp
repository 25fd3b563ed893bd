// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/dialect_menu.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QWidgetAction>
#include <algorithm>
#include <array>

#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kFieldWidth = 140;
constexpr int kMostLines = 1'000'000;
/// As the field lists them.
constexpr std::array kThousands = {'\0', ',', '.', ' ', '\''};
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

}  // namespace

DialectMenu::DialectMenu(QWidget* parent)
    : QMenu(parent),
      m_decimal(new QComboBox),
      m_thousands(new QComboBox),
      m_escape(new QComboBox),
      m_comment(new QLineEdit),
      m_skip(new QSpinBox),
      m_longest(new QSpinBox),
      m_dates(new QComboBox),
      m_ragged(new QComboBox) {
  m_decimal->addItems({tr("Point"), tr("Comma")});
  m_thousands->addItems({tr("none"), tr("Comma"), tr("Point"), tr("Blank"), tr("Apostrophe")});
  m_escape->addItems({tr("Doubled quote"), tr("Backslash")});
  m_dates->addItems({tr("Detected"), tr("Day first"), tr("Month first"), tr("Year first")});
  m_ragged->addItems({tr("Reject"), tr("Pad short ones"), tr("Truncate long ones"), tr("Pad and truncate")});
  m_comment->setMaxLength(1);
  m_comment->setPlaceholderText(tr("none"));
  m_skip->setRange(0, kMostLines);
  m_longest->setRange(1, static_cast<int>(csv::kMostLongestRecord / kMiB));
  m_longest->setSuffix(QStringLiteral(" MiB"));
  auto* form = new QWidget;
  auto* rows = new QFormLayout(form);
  rows->setContentsMargins(12, 10, 12, 10);
  rows->setVerticalSpacing(6);
  const auto add = [rows](const QString& name, QWidget* field) {
    field->setProperty("scale", "small");
    field->setFixedWidth(kFieldWidth);
    field->setAccessibleName(name);
    rows->addRow(makeLabel(name, "label"), field);
  };
  add(tr("Decimal mark"), m_decimal);
  add(tr("Thousands separator"), m_thousands);
  add(tr("Escaped quote"), m_escape);
  add(tr("Comment marker"), m_comment);
  add(tr("Lines to skip"), m_skip);
  add(tr("Longest record"), m_longest);
  add(tr("Uneven records"), m_ragged);
  add(tr("Date order"), m_dates);
  auto* action = new QWidgetAction(this);
  action->setDefaultWidget(form);
  addAction(action);
  connectEdits();
}

void DialectMenu::connectEdits() {
  connect(m_decimal, &QComboBox::activated, this, [this](int index) {
    m_options.decimal = index == 1 ? ',' : '.';
    if (m_options.thousands == m_options.decimal) m_options.thousands.reset();
    Q_EMIT edited(m_options);
  });
  connect(m_thousands, &QComboBox::activated, this, [this](int index) {
    m_options.thousands.reset();
    if (index > 0) m_options.thousands = kThousands[static_cast<std::size_t>(index)];
    // A decimal mark that was chosen before may be the same.
    if (m_options.decimal == m_options.thousands) m_options.decimal.reset();
    Q_EMIT edited(m_options);
  });
  connect(m_escape, &QComboBox::activated, this, [this](int index) {
    m_options.escape = index == 1 ? '\\' : '\0';
    Q_EMIT edited(m_options);
  });
  connect(m_comment, &QLineEdit::editingFinished, this, [this] {
    if (!m_comment->isModified()) return;
    m_comment->setModified(false);
    const QByteArray text = m_comment->text().toLatin1();
    m_options.comment = text.isEmpty() ? '\0' : text.front();
    Q_EMIT edited(m_options);
  });
  connect(m_skip, &QSpinBox::valueChanged, this, [this](int lines) {
    m_options.skipLines = static_cast<std::uint64_t>(lines);
    Q_EMIT edited(m_options);
  });
  connect(m_longest, &QSpinBox::valueChanged, this, [this](int mebibytes) {
    m_options.longestRecord = static_cast<std::uint64_t>(mebibytes) * kMiB;
    Q_EMIT edited(m_options);
  });
  connect(m_ragged, &QComboBox::activated, this, [this](int index) {
    m_options.ragged = static_cast<ingest::Ragged>(index);
    Q_EMIT edited(m_options);
  });
  connect(m_dates, &QComboBox::activated, this, [this](int index) {
    m_options.dateOrder.reset();
    if (index > 0) m_options.dateOrder = static_cast<table::DateOrder>(index - 1);
    Q_EMIT edited(m_options);
  });
}

void DialectMenu::showPlan(const ingest::ImportPlan& plan) {
  m_options = plan.options.table;
  m_decimal->setCurrentIndex(plan.table().dialect.decimal == ',' ? 1 : 0);
  const auto thousands = std::ranges::find(kThousands, plan.table().dialect.thousands);
  m_thousands->setCurrentIndex(static_cast<int>(thousands - kThousands.begin()));
  m_escape->setCurrentIndex(plan.table().dialect.escape == '\\' ? 1 : 0);
  if (!m_comment->hasFocus())
    m_comment->setText(plan.table().dialect.comment == '\0' ? QString()
                                                            : QString(QLatin1Char(plan.table().dialect.comment)));
  const QSignalBlocker quiet(m_skip);
  m_skip->setValue(static_cast<int>(std::min<std::uint64_t>(plan.table().dialect.preambleLines, kMostLines)));
  const QSignalBlocker silent(m_longest);
  m_longest->setValue(static_cast<int>(std::max<std::uint64_t>(plan.table().dialect.longestRecord / kMiB, 1)));
  m_ragged->setCurrentIndex(static_cast<int>(m_options.ragged));
  m_dates->setCurrentIndex(m_options.dateOrder ? static_cast<int>(*m_options.dateOrder) + 1 : 0);
}

}  // namespace masu::ui
