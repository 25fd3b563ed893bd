// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/order.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include "ui/widgets/seed_field.h"

namespace masu::ui {

namespace {

constexpr int kShuffled = 1;

}  // namespace

ImportOrder::ImportOrder(QWidget* parent)
    : QWidget(parent), m_order(new QComboBox), m_seed(new SeedField(tr("seed "))) {
  m_order->addItems({tr("As in the source"), tr("Shuffled")});
  m_order->setProperty("scale", "small");
  m_order->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_order->setAccessibleName(tr("Order of the samples"));
  setToolTip(
      tr("Shuffled samples can be read one after the other, here and elsewhere, and are random all the same. Each "
         "keeps a record of where it came from."));
  m_seed->setProperty("scale", "small");
  m_seed->setAccessibleName(tr("Seed"));
  m_seed->hide();
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(m_order, 1);
  row->addWidget(m_seed);
  connect(m_order, &QComboBox::activated, this, &ImportOrder::announce);
  connect(m_seed, &SeedField::valueChanged, this, &ImportOrder::announce);
}

void ImportOrder::setShuffle(std::optional<std::uint64_t> seed) {
  const QSignalBlocker blockSeed(m_seed);
  m_order->setCurrentIndex(seed ? kShuffled : 0);
  m_seed->setVisible(seed.has_value());
  if (seed) m_seed->setValue(*seed);
}

void ImportOrder::announce() {
  const bool shuffled = m_order->currentIndex() == kShuffled;
  m_seed->setVisible(shuffled);
  Q_EMIT chosen(shuffled ? std::optional(m_seed->value()) : std::nullopt);
}

}  // namespace masu::ui
