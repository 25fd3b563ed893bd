#include "ui/pages/fit_page_view.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/ledger_bar.h"
#include "ui/models/ledger_model.h"
#include "ui/pages/table_setup.h"
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
  if (ledger.fits) {
    const QString spare = formatBytes(input.hostMemory.value - std::min(input.hostMemory.value, ledger.host.value));
    return one ? FitView::tr("%1 fits in this machine’s memory, with %2 to spare.").arg(subject, spare)
               : FitView::tr("%1 fit in this machine’s memory, with %2 to spare.").arg(subject, spare);
  }
  if (ledger.host > input.hostMemory) {
    const QString more = formatBytes(ledger.host.value - input.hostMemory.value);
    return one ? FitView::tr("%1 does not fit: it takes %2 more memory than there is.").arg(subject, more)
               : FitView::tr("%1 do not fit: they take %2 more memory than there is.").arg(subject, more);
  }
  if (ledger.disk > input.diskFree) {
    return FitView::tr("The disk is too full: the run writes %1 and %2 are free.")
        .arg(formatBytes(ledger.disk.value), formatBytes(input.diskFree.value));
  }
  return FitView::tr("%1 fits only with nothing kept back.").arg(subject);
}

FitView::FitView(QWidget* parent)
    : QWidget(parent),
      m_verdict(makeLabel({}, "title")),
      m_detail(makeLabel({}, "secondary")),
      m_hostAmount(makeLabel({}, "label")),
      m_diskAmount(makeLabel({}, "label")),
      m_host(new LedgerBar(LedgerBar::Form::wide)),
      m_disk(new LedgerBar(LedgerBar::Form::thin)),
      m_model(new LedgerModel(this)),
      m_table(makeTable(m_model)) {
  m_verdict->setFont(uiFont(Type::title, QFont::DemiBold));
  m_verdict->setWordWrap(true);
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_host->setAccessibleName(tr("Host memory"));
  m_disk->setAccessibleName(tr("Disk"));
  m_table->setAccessibleName(tr("Items"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 20, 0, 0);
  column->setSpacing(0);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(size::kLeft, 0, size::kLeft, 16);
  top->setSpacing(0);
  top->addWidget(m_verdict);
  top->addWidget(m_detail);
  const auto addAccount = [&](const QString& name, QLabel* amount, LedgerBar* bar) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 16, 0, 6);
    auto* heading = makeLabel(name, "value");
    heading->setFont(uiFont(Type::table, QFont::DemiBold));
    row->addWidget(heading);
    row->addStretch();
    row->addWidget(amount);
    top->addLayout(row);
    top->addWidget(bar);
  };
  addAccount(tr("Host memory"), m_hostAmount, m_host);
  addAccount(tr("Disk"), m_diskAmount, m_disk);
  column->addLayout(top);
  column->addWidget(makeLine(Qt::Horizontal));
  column->addWidget(m_table, 1);
  m_table->horizontalHeader()->setSectionResizeMode(LedgerModel::kItem, QHeaderView::Interactive);
  m_table->horizontalHeader()->setSectionResizeMode(LedgerModel::kCounted, QHeaderView::Stretch);
  m_table->setColumnWidth(LedgerModel::kItem, 236);
  m_table->setColumnWidth(LedgerModel::kFor, 96);
  m_table->setColumnWidth(LedgerModel::kWhere, 76);
  m_table->setColumnWidth(LedgerModel::kBytes, 112);
  connect(m_host, &LedgerBar::segmentHovered, this,
          [this](int segment) { point(segment < 0 ? -1 : m_hostItems[static_cast<std::size_t>(segment)]); });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
    const auto found = std::find(m_hostItems.begin(), m_hostItems.end(), m_model->itemOf(row.row()));
    m_host->setHighlighted(found == m_hostItems.end() ? -1 : static_cast<int>(found - m_hostItems.begin()));
  });
}

void FitView::setWaiting(const QString& sentence) {
  m_verdict->setText(sentence);
  m_detail->clear();
}

QString FitView::verdict() const {
  return m_verdict->text();
}

void FitView::setLedger(const estimate::LedgerInput& input, const estimate::Ledger& ledger) {
  m_input = input;
  m_ledger = ledger;
  m_model->setLedger(ledger, modelNames(input));
  m_verdict->setText(verdictOf(input, ledger));
  QStringList detail;
  detail << (ledger.maxBatch == 0 ? tr("Not even a batch of one fits.")
             : ledger.maxBatch >= input.largestSplitSamples
                 ? tr("Even a whole epoch as one batch fits.")
                 : tr("The largest batch is %1.").arg(formatCount(ledger.maxBatch)));
  if (input.batch > 0 && input.largestSplitSamples > 0) {
    const std::uint64_t steps = (input.largestSplitSamples + input.batch - 1) / input.batch;
    detail << tr("An epoch takes %1 steps over %2 samples.")
                  .arg(formatCount(steps), formatCount(input.largestSplitSamples));
  }
  m_detail->setText(detail.join(QLatin1Char(' ')));
  const double memory = static_cast<double>(input.hostMemory.value);
  constexpr double kReserve = 0.05;
  fillBar(*m_host, *m_hostAmount, estimate::Where::host, memory, memory * kReserve);
  fillBar(*m_disk, *m_diskAmount, estimate::Where::disk, static_cast<double>(input.diskFree.value), 0);
}

void FitView::fillBar(LedgerBar& bar, QLabel& amount, estimate::Where where, double capacity, double reserve) {
  LedgerBar::Account account;
  account.capacity = capacity;
  account.reserve = reserve;
  account.reserveText = tr("%1 kept back").arg(formatPercent(capacity > 0 ? reserve / capacity : 0));
  const auto colours = ledgerColours(m_ledger, modelNames(m_input));
  std::vector<std::pair<QString, std::uint64_t>> groups;
  std::vector<int> items;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < m_ledger.items.size(); ++i) {
    const estimate::LedgerItem& item = m_ledger.items[i];
    if (item.where != where || item.bytes.value == 0) continue;
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
  amount.setText(where == estimate::Where::host
                     ? tr("<b>%1</b> predicted, of %2").arg(formatBytes(total), formatBytes(all))
                     : tr("%1 of %2 free").arg(formatBytes(total), formatBytes(all)));
  bar.setAccount(std::move(account));
  if (where == estimate::Where::host) m_hostItems = std::move(items);
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
