#include "ui/pages/import_rules.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>
#include <regex>
#include <set>

#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kPauseMilliseconds = 250;
constexpr int kExampleHeight = 60;
enum From { none, fileName, path, folder };

}  // namespace

NamePart firstGroup(const QString& expression, const QString& name) {
  if (expression.isEmpty()) return {};
  try {
    const std::string text = fromQt(name);
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(fromQt(expression), std::regex::ECMAScript)) || match.size() < 2)
      return {};
    const auto at = static_cast<std::size_t>(match.position(1));
    // Positions count bytes of UTF-8; the label on screen counts UTF-16.
    return {static_cast<int>(toQt(text.substr(0, at)).size()), static_cast<int>(toQt(match.str(1)).size())};
  } catch (const std::regex_error&) {
    return {};
  }
}

NameExample::NameExample(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kExampleHeight);
  setMinimumWidth(160);
}

void NameExample::setParts(const QString& name, NamePart label, NamePart group) {
  m_name = name;
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
  QFont mono = monoFont(Type::empty);
  mono.setWeight(QFont::Medium);
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
    : QWidget(parent), m_example(new NameExample), m_pause(new QTimer(this)), m_grid(new QGridLayout(this)) {
  setProperty("pane", "section");
  setAttribute(Qt::WA_StyledBackground);
  m_grid->setContentsMargins(size::kLeft, 14, size::kRight, 15);
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(10);
  m_grid->setColumnStretch(3, 1);
  m_label = addRow(0, tr("Label from"));
  m_group = addRow(1, tr("Group from"));
  m_grid->addWidget(m_example, 0, 4, 2, 1);
  m_grid->setColumnMinimumWidth(4, 232);
  m_pause->setSingleShot(true);
  m_pause->setInterval(kPauseMilliseconds);
  connect(m_pause, &QTimer::timeout, this, [this] { Q_EMIT edited(ruleOf(m_label), ruleOf(m_group)); });
}

ImportRules::Row ImportRules::addRow(int row, const QString& name) {
  Row made{new QComboBox, new QLineEdit, makeLabel({}, "label")};
  auto* label = makeLabel(name, "strong");
  label->setFont(uiFont(Type::table, QFont::Medium));
  made.from->addItems({tr("nothing"), tr("File name"), tr("Path"), tr("Folder")});
  made.from->setProperty("scale", "small");
  made.from->setFixedWidth(112);
  made.from->setAccessibleName(name);
  made.expression->setProperty("scale", "small");
  made.expression->setProperty("mono", true);
  made.expression->setMinimumWidth(120);
  made.expression->setMaximumWidth(168);
  made.expression->setAccessibleName(tr("%1, expression").arg(name));
  made.expression->setPlaceholderText(QStringLiteral("^([^_]+)_"));
  made.note->setMinimumWidth(0);
  m_grid->addWidget(label, row, 0);
  m_grid->addWidget(made.from, row, 1);
  m_grid->addWidget(made.expression, row, 2);
  m_grid->addWidget(made.note, row, 3);
  connect(made.from, &QComboBox::activated, this, [this] {
    light();
    scheduleEdit();
  });
  connect(made.expression, &QLineEdit::textEdited, this, [this] {
    light();
    scheduleEdit();
  });
  return made;
}

void ImportRules::focusLabel() {
  m_label.expression->setFocus();
}

QString ImportRules::ruleOf(const Row& row) {
  switch (row.from->currentIndex()) {
    case fileName:
      return QStringLiteral("name:") + row.expression->text();
    case path:
      return QStringLiteral("path:") + row.expression->text();
    case folder:
      return QStringLiteral("folder");
    default:
      return {};
  }
}

void ImportRules::showRule(const Row& row, const std::string& rule) {
  if (row.expression->hasFocus()) return;  // What is being typed is not pulled away.
  const QString text = toQt(rule);
  if (text.startsWith("name:")) {
    row.from->setCurrentIndex(fileName);
    row.expression->setText(text.mid(5));
  } else if (text.startsWith("path:")) {
    row.from->setCurrentIndex(path);
    row.expression->setText(text.mid(5));
  } else {
    row.from->setCurrentIndex(text == "folder" ? folder : none);
  }
}

NamePart ImportRules::partOf(const Row& row) const {
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
  for (const Row& row : {m_label, m_group}) {
    const int from = row.from->currentIndex();
    row.expression->setEnabled(from == fileName || from == path);
  }
  const auto slash = m_path.lastIndexOf(QLatin1Char('/'));
  m_example->setParts(m_path.mid(slash + 1), partOf(m_label), partOf(m_group));
}

void ImportRules::scheduleEdit() {
  m_pause->start();
}

void ImportRules::showPlan(const ingest::ImportPlan& plan) {
  showRule(m_label, plan.options.recordings.labelFrom);
  showRule(m_group, plan.options.recordings.groupFrom);
  std::set<std::string> groups;
  int unmatched = 0;
  for (const ingest::RecordingPlan& file : plan.recordingFiles) {
    if (!file.group.empty()) groups.insert(file.group);
    if (file.reason == "no label") ++unmatched;
  }
  const QString matched = unmatched == 0 ? tr("all matched") : tr("%n not matched", nullptr, unmatched);
  const bool labelled = !plan.options.recordings.labelFrom.empty();
  m_label.note->setText(!labelled ? tr("no label: not for training")
                        : plan.target == store::Target::values
                            ? tr("values, %1").arg(matched)
                            : tr("%n class(es), %1", nullptr, static_cast<int>(plan.classes.size())).arg(matched));
  m_group.note->setText(plan.options.recordings.groupFrom.empty()
                            ? tr("each recording its own")
                            : tr("%n group(s)", nullptr, static_cast<int>(groups.size())));
  light();
}

}  // namespace masu::ui
