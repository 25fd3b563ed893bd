// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/rate_field.h"

#include <QLineEdit>
#include <algorithm>
#include <array>

#include "core/ingest/plan/rate_text.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::array kUsualRates = {8000.0, 16000.0, 22050.0, 44100.0, 48000.0};
constexpr int kWidth = 172;

}  // namespace

ImportRateField::ImportRateField(QWidget* parent) : QComboBox(parent) {
  setEditable(true);
  setInsertPolicy(QComboBox::NoInsert);
  setCompleter(nullptr);  // It would make 8 the 8,000 Hz of the list.
  setProperty("scale", "small");
  setAccessibleName(tr("Rate"));
  setToolTip(tr("Frames a second, with or without a unit: 300, 44100 Hz, 44.1 kHz"));
  setFixedWidth(kWidth);
  connect(this, &QComboBox::activated, this, &ImportRateField::choose);
  connect(lineEdit(), &QLineEdit::editingFinished, this, &ImportRateField::take);
  connect(lineEdit(), &QLineEdit::textEdited, this, [this] { setStyleProperty(this, "invalid", false); });
}

void ImportRateField::showRate(double asked, double recorded) {
  if (hasFocus() && lineEdit()->isModified()) return;
  m_rate = asked;
  m_recorded = recorded;
  list();
}

void ImportRateField::list() {
  std::vector<double> rates(kUsualRates.begin(), kUsualRates.end());
  std::erase(rates, m_recorded);
  if (m_rate > 0 && std::ranges::find(rates, m_rate) == rates.end()) rates.push_back(m_rate);
  std::ranges::sort(rates);
  clear();
  addItem(m_recorded > 0 ? tr("%1 Hz, as recorded").arg(formatNumber(m_recorded, 9)) : tr("not recorded"), 0.0);
  for (const double rate : rates) addItem(tr("%1 Hz").arg(formatNumber(rate, 9)), rate);
  setCurrentIndex(findData(m_rate));
  lineEdit()->setCursorPosition(0);  // A long text is cut at its end.
  setStyleProperty(this, "invalid", false);
}

void ImportRateField::choose(int index) {
  lineEdit()->setModified(false);
  setStyleProperty(this, "invalid", false);
  const double chosen = itemData(index).toDouble();
  if (chosen == m_rate) return;
  m_rate = chosen;
  Q_EMIT edited();
}

void ImportRateField::take() {
  const QString typed = lineEdit()->text().trimmed();
  if (!lineEdit()->isModified()) return;
  lineEdit()->setModified(false);
  if (const int known = findText(typed); known >= 0) {
    setCurrentIndex(known);
    return choose(known);
  }
  if (typed.isEmpty()) {
    setCurrentIndex(0);
    return choose(0);
  }
  const auto rate = ingest::rateFrom(fromQt(typed));
  if (!rate) {
    setStyleProperty(this, "invalid", true);
    Q_EMIT refused(rate.error());
    return;
  }
  const bool fresh = *rate != m_rate;
  m_rate = *rate;
  list();
  if (fresh) Q_EMIT edited();
}

}  // namespace masu::ui
