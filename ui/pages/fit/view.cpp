// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/view.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/estimate/epoch_time.h"
#include "ui/charts/figure/ledger_bar.h"
#include "ui/models/ledger_model.h"
#include "ui/pages/common/table_setup.h"
#include "ui/pages/fit/measured.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

std::vector<std::string> modelNames(const estimate::LedgerInput& input) {
  std::vector<std::string> names;
  for (const estimate::ModelFootprint& model : input.models) names.push_back(model.model);
  return names;
}

QString subjectOf(const estimate::LedgerInput& input) {
  switch (input.models.size()) {
    case 1:
      return toQt(input.models.front().model);
    case 2:
      return FitView::tr("Both models");
    default:
      return FitView::tr("All %1 models").arg(input.models.size());
  }
}

}  // namespace

QString verdictOf(const estimate::LedgerInput& input, const estimate::Ledger& ledger) {
  const bool one = input.models.size() == 1;
  const QString subject = subjectOf(input);
  const auto memory = input.device ? input.device->memory : input.hostMemory;
  const auto taken = input.device ? ledger.device : ledger.host;
  const QString place = input.device ? toQt(input.device->name) : FitView::tr("this machine’s memory");
  if (ledger.fits) {
    const QString spare = formatBytes(memory.value - std::min(memory.value, taken.value));
    return one ? FitView::tr("%1 fits in %2, with %3 to spare.").arg(subject, place, spare)
               : FitView::tr("%1 fit in %2, with %3 to spare.").arg(subject, place, spare);
  }
  if (taken > memory) {
    const QString more = formatBytes(taken.value - memory.value);
    return one ? FitView::tr("%1 does not fit: it takes %2 more memory than there is.").arg(subject, more)
               : FitView::tr("%1 do not fit: they take %2 more memory than there is.").arg(subject, more);
  }
  if (ledger.host > input.hostMemory) {
    return FitView::tr("This machine cannot feed it: %1 more memory is needed here.")
        .arg(formatBytes(ledger.host.value - input.hostMemory.value));
  }
  if (ledger.disk > input.diskFree) {
    return FitView::tr("The disk is too full: the run writes %1 and %2 are free.")
        .arg(formatBytes(ledger.disk.value), formatBytes(input.diskFree.value));
  }
  return FitView::tr("%1 fits only without a reserve.").arg(subject);
}

FitView::FitView(QWidget* parent)
    : QWidget(parent),
      m_verdict(makeLabel({}, "title")),
      m_detail(makeLabel({}, "secondary")),
      m_model(new LedgerModel(this)),
      m_table(makeTable(m_model)),
      m_measured(new FitMeasured) {
  m_verdict->setFont(uiFont(Type::title, QFont::DemiBold));
  m_verdict->setWordWrap(true);
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_table->setAccessibleName(tr("Items"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 20, 0, 0);
  column->setSpacing(0);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(size::kLeft, 0, size::kLeft, 16);
  top->setSpacing(0);
  top->addWidget(m_verdict);
  m_detail->setWordWrap(true);
  top->addWidget(m_detail);
  m_device = makeAccount(estimate::Where::device, tr("Device memory"), new LedgerBar(LedgerBar::Form::wide));
  m_host = makeAccount(estimate::Where::host, tr("Host memory"), new LedgerBar(LedgerBar::Form::wide));
  m_disk = makeAccount(estimate::Where::disk, tr("Disk"), new LedgerBar(LedgerBar::Form::thin));
  for (const Account* account : {&m_device, &m_host, &m_disk}) top->addWidget(account->frame);
  column->addLayout(top);
  column->addWidget(m_measured);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(m_table, 1);
  clear();
  m_table->horizontalHeader()->setSectionResizeMode(LedgerModel::kItem, QHeaderView::Interactive);
  m_table->horizontalHeader()->setSectionResizeMode(LedgerModel::kCounted, QHeaderView::Stretch);
  m_table->setColumnWidth(LedgerModel::kItem, 236);
  m_table->setColumnWidth(LedgerModel::kFor, 96);
  m_table->setColumnWidth(LedgerModel::kWhere, 108);
  m_table->setColumnWidth(LedgerModel::kBytes, 112);
  for (Account* account : {&m_device, &m_host}) {
    connect(account->bar, &LedgerBar::segmentHovered, this, [this, account](int segment) {
      point(segment < 0 ? -1 : account->items[static_cast<std::size_t>(segment)]);
    });
  }
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
    for (const Account* account : {&m_device, &m_host}) {
      const auto found = std::ranges::find(account->items, m_model->itemOf(row.row()));
      const bool here = found != account->items.end();
      account->bar->setHighlighted(here ? static_cast<int>(found - account->items.begin()) : -1);
    }
  });
}

FitView::Account FitView::makeAccount(estimate::Where where, const QString& name, LedgerBar* bar) {
  Account account{.where = where, .frame = new QWidget, .amount = makeLabel({}, "label"), .bar = bar, .items = {}};
  account.amount->setTextFormat(Qt::RichText);
  auto* column = new QVBoxLayout(account.frame);
  column->setContentsMargins(0, 16, 0, 0);
  column->setSpacing(6);
  auto* row = new QHBoxLayout;
  auto* heading = makeLabel(name, "value");
  heading->setFont(uiFont(Type::table, QFont::DemiBold));
  row->addWidget(heading);
  row->addStretch();
  row->addWidget(account.amount);
  column->addLayout(row);
  bar->setAccessibleName(name);
  column->addWidget(bar);
  return account;
}

void FitView::setWaiting(const QString& sentence) {
  m_verdict->setText(sentence);
  m_detail->clear();
}

void FitView::clear() {
  setWaiting({});
  m_input = {};
  m_ledger = {};
  m_model->setLedger(m_ledger, {});
  m_measured->setRows({});
  for (const Account* account : {&m_device, &m_host, &m_disk}) account->frame->hide();
}

QString FitView::verdict() const {
  return m_verdict->text();
}

void FitView::setLedger(const estimate::LedgerInput& input, const estimate::Ledger& ledger,
                        const std::vector<tasks::StoredSize>& storedAs) {
  m_input = input;
  m_ledger = ledger;
  m_model->setLedger(ledger, modelNames(input));
  m_verdict->setText(verdictOf(input, ledger));
  m_detail->setText(detailOf(storedAs));
  constexpr double kReserve = 0.05;
  m_device.frame->setVisible(input.device.has_value());
  m_host.frame->show();
  m_disk.frame->show();
  if (input.device) {
    const auto memory = static_cast<double>(input.device->memory.value);
    fillBar(m_device, memory, memory * kReserve);
  }
  const auto memory = static_cast<double>(input.hostMemory.value);
  fillBar(m_host, memory, memory * kReserve);
  fillBar(m_disk, static_cast<double>(input.diskFree.value), 0);
}

QString FitView::detailOf(const std::vector<tasks::StoredSize>& storedAs) const {
  QStringList detail;
  detail << (m_ledger.maxBatch == 0 ? tr("Not even a batch of one fits.")
             : m_ledger.maxBatch >= m_input.largestSplitSamples
                 ? tr("Even a whole epoch as one batch fits.")
                 : tr("The largest batch is %1.").arg(formatCount(m_ledger.maxBatch)));
  const bool divided = m_input.trainSamples > 0;
  const std::uint64_t samples = divided ? m_input.trainSamples : m_input.largestSplitSamples;
  if (m_input.batch > 0 && samples > 0) {
    const std::uint64_t batches = (samples + m_input.batch - 1) / m_input.batch;
    const QString steps = counted(tr("%n step(s)", nullptr, pluralOf(batches)), batches);
    const QString over = counted(tr("%n sample(s)", nullptr, pluralOf(samples)), samples);
    detail << (divided ? tr("An epoch takes %1 over %2.") : tr("Over all %2 an epoch would take %1.")).arg(steps, over);
  }
  const estimate::EpochTime time = m_input.trainSamples > 0 ? estimate::epochTime(m_input) : estimate::EpochTime();
  if (time.seconds() > 0) {
    const QString duration = formatDuration(time.seconds());
    const QString type = toQt(estimate::name(m_input.compute));
    detail << (!m_input.device   ? tr("That is about %1 here.").arg(duration)
               : time.isMeasured ? tr("That is about %1 in %2, as measured on this card.").arg(duration, type)
                                 : tr("That is about %1 in %2 if the card is used as well as this machine's processor; "
                                      "small models use a card far less.")
                                       .arg(duration, type));
  }
  if (const double price = estimate::epochPrice(m_input); price > 0)
    detail << tr("It costs %1 US dollars.").arg(formatNumber(price, 3));
  if (m_input.exported.value > 0) detail << tr("Exported, it takes %1.").arg(formatBytes(m_input.exported.value));
  QStringList sizes;
  for (const tasks::StoredSize& size : storedAs) {
    const QString text = tr("%1 %2").arg(toQt(table::name(size.type)), formatBytes(size.bytes.value));
    sizes << (size.fits ? text : tr("%1 (does not fit)").arg(text));
  }
  if (!sizes.isEmpty()) detail << tr("All numeric features in memory: %1.").arg(sizes.join(QStringLiteral(", ")));
  return joinedSentences(detail);
}

void FitView::fillBar(Account& of, double capacity, double reserve) {
  LedgerBar::Account account;
  account.capacity = capacity;
  account.reserve = reserve;
  account.reserveText = tr("%1 reserved").arg(formatPercent(capacity > 0 ? reserve / capacity : 0));
  const auto colours = ledgerColours(m_ledger, modelNames(m_input));
  std::vector<std::pair<QString, std::uint64_t>> groups;
  std::vector<int> items;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < m_ledger.items.size(); ++i) {
    const estimate::LedgerItem& item = m_ledger.items[i];
    if (item.where != of.where || item.bytes.value == 0) continue;
    const QString group = item.model.empty() ? tr("Shared") : toQt(item.model);
    account.segments.push_back({translated(std::string_view(item.name)), formatBytes(item.bytes.value), group,
                                static_cast<double>(item.bytes.value), colours[i]});
    items.push_back(static_cast<int>(i));
    total += item.bytes.value;
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == group; });
    if (found == groups.end()) {
      groups.emplace_back(group, item.bytes.value);
    } else {
      found->second += item.bytes.value;
    }
  }
  for (const auto& [name, bytes] : groups) account.groups.emplace_back(name, formatBytes(bytes));
  const auto all = static_cast<std::uint64_t>(capacity);
  if (all > total) account.freeText = tr("%1 free").arg(formatBytes(all - total));
  of.amount->setText(of.where != estimate::Where::disk
                         ? tr("<b>%1</b> estimated, of %2").arg(formatBytes(total), formatBytes(all))
                         : tr("<b>%1</b> needed, of %2 free").arg(formatBytes(total), formatBytes(all)));
  of.bar->setAccount(std::move(account));
  of.items = std::move(items);
}

void FitView::point(int item) {
  const QSignalBlocker quiet(m_table->selectionModel());
  if (item < 0) {
    m_table->clearSelection();
  } else {
    m_table->selectRow(m_model->rowOf(item));
  }
  m_table->viewport()->update();
}

}  // namespace masu::ui
