// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/rules.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/base/name_list.h"
#include "core/base/pattern.h"
#include "core/ingest/labels/label_rules.h"
#include "core/waveform/recording/name_rule.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kPauseMilliseconds = 250;
constexpr int kExampleHeight = 60;
enum From { none, fileName, path, folder, list, column, annotations, idx };
/// The prefix of the expression, for each choice of From.
constexpr std::array kPrefixes = {"", "name:", "path:", "folder", "csv:", "column:", "annotation", "idx:"};

bool takesText(int from) {
  return from == fileName || from == path || from == list || from == column || from == idx;
}

/// Names of files and columns mean nothing before they are whole, so Enter says when they are. An expression takes
/// its part of the name with every key.
bool isName(int from) {
  return from == list || from == column || from == idx;
}

}  // namespace

NamePart firstGroup(const QString& expression, const QString& name) {
  const auto pattern = Pattern::compile(fromQt(expression));
  if (!pattern || pattern->groups() == 0) return {};
  const std::string text = fromQt(name);
  const auto found = pattern->firstGroup(text);
  if (!found) return {};
  // Positions count bytes of UTF-8; the label on screen counts UTF-16.
  const auto at = static_cast<std::size_t>(found->data() - text.data());
  return {static_cast<int>(toQt(text.substr(0, at)).size()), static_cast<int>(toQt(std::string(*found)).size())};
}

NameExample::NameExample(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kExampleHeight);
  setMinimumWidth(160);
}

void NameExample::setParts(const QString& name, NamePart label, NamePart group) {
  m_name = name;  // Painted a letter at a time: none of them turns those that follow.
  m_label = label;
  m_group = group;
  setAccessibleName(name);
  update();
}

void NameExample::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(t.line);
  painter.setBrush(t.sunken);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), size::kRadius, size::kRadius);
  // Long names are written smaller, so that the parts that rules take stay in sight.
  const int room = width() - 28;
  QFont mono = monoFont(Type::empty);
  mono.setWeight(QFont::Medium);
  if (QFontMetrics(mono).horizontalAdvance(m_name) > room) mono = monoFont(Type::table);
  painter.setFont(mono);
  painter.setClipRect(rect().adjusted(16, 0, -12, 0));
  const QFontMetrics metrics(mono);
  int x = 16;
  for (int i = 0; i < m_name.size(); ++i) {
    const bool label = i >= m_label.begin && i < m_label.begin + m_label.length;
    const bool group = i >= m_group.begin && i < m_group.begin + m_group.length;
    const int width = metrics.horizontalAdvance(m_name[i]);
    if (label || group) painter.fillRect(x, 12, width, 20, label ? t.tint2 : t.line);
    painter.setPen(label ? t.pressed : group ? t.text : t.text2);
    painter.drawText(QRect(x, 10, width + 4, 22), Qt::AlignVCenter, QString(m_name[i]));
    x += width;
  }
  QStringList says;
  if (m_label.length > 0) says << tr("label %1").arg(m_name.mid(m_label.begin, m_label.length));
  if (m_group.length > 0) says << tr("group %1").arg(m_name.mid(m_group.begin, m_group.length));
  says << (says.isEmpty() ? tr("nothing of the name is used") : tr("the rest ignored"));
  painter.setFont(uiFont(Type::hint));
  painter.setPen(m_label.length > 0 ? t.accent : t.text2);
  painter.drawText(QRect(16, 34, width() - 28, 16), Qt::AlignVCenter, says.join(QStringLiteral(", ")));
}

ImportRules::ImportRules(QWidget* parent)
    : QWidget(parent),
      m_hint(makeLabel({}, "secondary")),
      m_example(new NameExample),
      m_pause(new QTimer(this)),
      m_grid(new QGridLayout(this)) {
  setProperty("pane", "section");
  setAttribute(Qt::WA_StyledBackground);
  m_grid->setContentsMargins(size::kLeft, 14, size::kRight, 15);
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(10);
  m_grid->setColumnStretch(3, 1);
  addRow(m_label, 0, tr("Label from"));
  addRow(m_group, 1, tr("Group from"));
  m_hint->setObjectName("ruleHint");
  m_hint->setWordWrap(true);
  m_hint->hide();
  m_grid->addWidget(m_hint, 2, 0, 1, 5);
  m_grid->addWidget(m_example, 0, 4, 2, 1);
  m_grid->setColumnMinimumWidth(4, 232);
  m_pause->setSingleShot(true);
  m_pause->setInterval(kPauseMilliseconds);
  connect(m_pause, &QTimer::timeout, this, &ImportRules::updateEdit);
  m_label.from->addItems({tr("Annotations"), tr("IDX file")});
  addSourceRow();
}

void ImportRules::addSourceRow() {
  const auto field = [&](const QString& name, const QString& hint) {
    auto* edit = new QLineEdit;
    edit->setProperty("scale", "small");
    edit->setAccessibleName(name);
    edit->setPlaceholderText(hint);
    connect(edit, &QLineEdit::textEdited, this, &ImportRules::scheduleEdit);
    return edit;
  };
  const auto title = [&](const QString& name) {
    auto* label = makeLabel(name, "strong");
    label->setFont(uiFont(Type::table, QFont::Medium));
    return label;
  };
  m_channels = field(tr("Channels"), tr("those common to all"));
  m_channels->setToolTip(
      tr("Names of channels, arrays, variables or paths, separated by commas; one with a comma is in quotes"));
  m_channelNote = makeLabel({}, "label");
  m_raw = field(tr("Raw layout"), QStringLiteral("i16,8"));
  m_raw->setProperty("mono", true);
  m_raw->setFixedWidth(132);
  m_raw->setToolTip(tr("Of files without a header: type, channels, bytes to skip; > for big endian, as in >f32,2,512"));
  m_grid->addWidget(title(tr("Channels")), 3, 0);
  m_grid->addWidget(m_channels, 3, 1, 1, 2);
  m_grid->addWidget(m_channelNote, 3, 3);
  auto* raw = new QHBoxLayout;
  raw->setSpacing(12);
  raw->addWidget(title(tr("Raw layout")));
  raw->addWidget(m_raw);
  raw->addStretch();
  m_grid->addLayout(raw, 3, 4);
}

/// The rule to plan with: the row's own where it says enough, else the one that was planned before.
std::string ImportRules::ask(RuleEditor& row, const std::string& planned) {
  if (row.state != State::ready && row.state != State::asked) return planned;
  row.state = State::asked;
  return fromQt(ruleOf(row));
}

Result<std::optional<waveform::RawLayout>> ImportRules::rawLayout() const {
  if (m_raw->text().trimmed().isEmpty()) return std::optional<waveform::RawLayout>();
  MASU_TRY(waveform::RawLayout layout, waveform::rawLayoutFrom(fromQt(m_raw->text().trimmed())));
  return std::optional(layout);
}

void ImportRules::updateEdit() {
  ingest::RecordingOptions options = m_options;
  const auto layout = rawLayout();
  setStyleProperty(m_raw, "invalid", !layout);
  if (!layout) {
    Q_EMIT refused(layout.error());
    return;
  }
  options.raw = *layout;
  ingest::setLabelRule(options, ask(m_label, ingest::labelRuleText(m_options)));
  options.groupFrom = ask(m_group, m_options.groupFrom);
  options.channels = namesFrom(fromQt(m_channels->text()));
  Q_EMIT edited(options);
}

void ImportRules::addRow(RuleEditor& row, int place, const QString& name) {
  row = {new QComboBox, new QLineEdit, makeLabel({}, "label")};
  auto* label = makeLabel(name, "strong");
  label->setFont(uiFont(Type::table, QFont::Medium));
  row.from->addItems({tr("nothing"), tr("File name"), tr("Path"), tr("Folder"), tr("List (CSV)"), tr("Column")});
  row.from->setProperty("scale", "small");
  row.from->setFixedWidth(112);
  row.from->setAccessibleName(name);
  row.expression->setProperty("scale", "small");
  row.expression->setProperty("mono", true);
  row.expression->setMinimumWidth(120);
  row.expression->setMaximumWidth(168);
  row.expression->setAccessibleName(tr("%1, expression").arg(name));
  row.note->setMinimumWidth(0);
  m_grid->addWidget(label, place, 0);
  m_grid->addWidget(row.from, place, 1);
  m_grid->addWidget(row.expression, place, 2);
  m_grid->addWidget(row.note, place, 3);
  connect(row.from, &QComboBox::activated, this, [this, &row] { choose(row); });
  connect(row.expression, &QLineEdit::textEdited, this, [this, &row] { write(row); });
  connect(row.expression, &QLineEdit::editingFinished, this, [this, &row] { finish(row); });
}

/// An expression goes from the name to the path and back; to everything else its text means nothing.
void ImportRules::choose(RuleEditor& row) {
  const int from = row.from->currentIndex();
  if (from == std::exchange(row.kind, from)) return;
  if (from != fileName && from != path) row.expression->clear();
  write(row);
}

void ImportRules::write(RuleEditor& row) {
  const bool whole = missingOf(row).isEmpty() && !isName(row.from->currentIndex());
  row.state = whole ? State::ready : State::written;
  setStyleProperty(row.expression, "invalid", false);
  light();
  showHint();
  if (whole) scheduleEdit();
}

/// Enter, or the field is left.
void ImportRules::finish(RuleEditor& row) {
  if (row.state != State::written || row.expression->text().trimmed().isEmpty()) return;
  setStyleProperty(row.expression, "invalid", !missingOf(row).isEmpty());
  if (!missingOf(row).isEmpty()) return;
  row.state = State::ready;
  scheduleEdit();
}

/// What a rule needs before it can be tried; empty: nothing.
QString ImportRules::missingOf(const RuleEditor& row) {
  const int from = row.from->currentIndex();
  if (!takesText(from)) return {};
  if (!row.expression->text().trimmed().isEmpty()) {
    if (isName(from)) return {};
    const auto rule = waveform::NameRule::parse(fromQt(ruleOf(row)));
    return rule ? QString() : translated(rule.error());
  }
  switch (from) {
    case list:
      return tr("type the file of the list, with its columns as in labels.csv#file,label, and press Enter.");
    case column:
      return tr("type the name of the column, and press Enter.");
    case idx:
      return tr("type the IDX file of the labels, several with ; between them, and press Enter.");
    default:
      return tr(
          "type an expression with brackets around the part to take: ^([^_]+)_ takes what is before the first _.");
  }
}

void ImportRules::showHint() {
  QStringList hints;
  for (const RuleEditor* row : {&m_label, &m_group}) {
    const QString missing = row->state == State::written ? missingOf(*row) : QString();
    if (!missing.isEmpty()) hints << tr("%1: %2").arg(row->from->accessibleName(), missing);
    if (row->state == State::refused || row->state == State::written) row->note->setText(tr("not in use"));
  }
  m_hint->setText(hints.join(QLatin1Char('\n')));
  m_hint->setVisible(!hints.isEmpty());
}

QString ImportRules::settle() {
  for (RuleEditor* row : {&m_label, &m_group}) finish(*row);
  if (m_pause->isActive()) {
    m_pause->stop();
    updateEdit();
  }
  if (const auto layout = rawLayout(); !layout) return translated(layout.error());
  for (const RuleEditor* row : {&m_label, &m_group}) {
    if (row->state != State::written && row->state != State::refused) continue;
    (takesText(row->from->currentIndex()) ? static_cast<QWidget*>(row->expression) : row->from)->setFocus();
    const QString name = row->from->accessibleName();
    const QString why = row->state == State::refused ? row->refusal : tr("%1: %2").arg(name, missingOf(*row));
    return tr("%1 Correct %2 first, or choose “nothing” there.").arg(why, name);
  }
  return {};
}

void ImportRules::refuseEdits(const Error& error) {
  for (RuleEditor* row : {&m_label, &m_group}) {
    if (row->state != State::asked) continue;
    row->state = State::refused;
    row->refusal = translated(error);
    setStyleProperty(row->expression, "invalid", true);
  }
}

void ImportRules::forget() {
  m_pause->stop();
  for (RuleEditor* row : {&m_label, &m_group}) row->state = State::planned;
}

QString ImportRules::ruleOf(const RuleEditor& row) {
  const int from = std::max(0, row.from->currentIndex());
  const QString prefix = QLatin1String(kPrefixes[static_cast<std::size_t>(from)]);
  if (!takesText(from)) return prefix;
  return prefix + (isName(from) ? row.expression->text().trimmed() : row.expression->text());
}

void ImportRules::showRule(RuleEditor& row, const std::string& rule) {
  if (row.state != State::planned && row.state != State::asked) return;  // What is being written is not pulled away.
  row.state = State::planned;
  setStyleProperty(row.expression, "invalid", false);
  const QString text = toQt(rule);
  for (int from = row.from->count() - 1; from >= 0; --from) {
    const QString prefix = QLatin1String(kPrefixes[static_cast<std::size_t>(from)]);
    const bool fits = takesText(from) ? text.startsWith(prefix) : text == prefix;
    if (!fits) continue;
    row.from->setCurrentIndex(row.kind = from);
    const QString shown = takesText(from) ? text.mid(prefix.size()) : QString();
    if (row.expression->text() != shown) row.expression->setText(shown);
    row.expression->setToolTip(from == idx || from == list ? row.expression->text() : QString());
    return;
  }
}

NamePart ImportRules::partOf(const RuleEditor& row) const {
  const auto slash = static_cast<int>(m_path.lastIndexOf(QLatin1Char('/')));
  switch (row.from->currentIndex()) {
    case fileName:
      return firstGroup(row.expression->text(), m_path.mid(slash + 1));
    case path: {
      NamePart part = firstGroup(row.expression->text(), m_path);
      part.begin -= slash + 1;  // The example shows the base name alone.
      return part;
    }
    default:
      return {};
  }
}

void ImportRules::setExample(const QString& path) {
  m_path = path;
  light();
}

void ImportRules::light() {
  for (const RuleEditor& row : {m_label, m_group}) {
    const int from = row.from->currentIndex();
    row.expression->setEnabled(takesText(from));
    row.expression->setPlaceholderText(from == list     ? tr("FILE#KEY,LABEL")
                                       : from == column ? tr("NAME")
                                       : from == idx    ? tr("FILE;FILE")
                                                        : QStringLiteral("^([^_]+)_"));
  }
  const auto slash = m_path.lastIndexOf(QLatin1Char('/'));
  m_example->setParts(m_path.mid(slash + 1), partOf(m_label), partOf(m_group));
}

void ImportRules::scheduleEdit() {
  m_pause->start();
}

void ImportRules::showPlan(const ingest::ImportPlan& plan) {
  m_options = plan.options.recordings;
  showRule(m_label, ingest::labelRuleText(m_options));
  if (!m_channels->hasFocus()) m_channels->setText(toQt(namesWritten(m_options.channels)));
  if (!m_raw->hasFocus()) m_raw->setText(m_options.raw ? toQt(waveform::rawLayoutText(*m_options.raw)) : QString());
  setStyleProperty(m_raw, "invalid", false);
  m_channelNote->setText(tr("%n taken", nullptr, static_cast<int>(plan.recordings().channelNames.size())));
  showRule(m_group, plan.options.recordings.groupFrom);
  showNotes(plan);
  showHint();
  light();
}

void ImportRules::showNotes(const ingest::ImportPlan& plan) {
  std::set<std::string> groups;
  int unmatched = 0;
  for (const ingest::RecordingPlan& file : plan.recordings().files) {
    if (!file.group.empty()) groups.insert(file.group);
    if (file.unlabelled) ++unmatched;
  }
  const QString matched = unmatched == 0 ? tr("all matched") : tr("%n not matched", nullptr, unmatched);
  const bool labelled = !ingest::labelRuleText(m_options).empty();
  m_label.note->setText(!labelled ? tr("no label: models cannot learn from it")
                        : plan.target == store::Target::values
                            ? tr("values, %1").arg(matched)
                            : tr("%n class(es), %1", nullptr, static_cast<int>(plan.classes.size())).arg(matched));
  m_group.note->setText(plan.options.recordings.groupFrom.empty()
                            ? tr("each recording its own")
                            : tr("%n group(s)", nullptr, static_cast<int>(groups.size())));
}

}  // namespace masu::ui
