// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_dialog.h"

#include <QDesktopServices>
#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr const char* kTopics[] = {"import-tables", "import-recordings", "types",          "splits",
                                   "estimates",     "training",          "export",         "python",
                                   "dataset-file",  "command-line",      "troubleshooting"};
constexpr int kListWidth = 200;

QString topicOf(Step step) {
  switch (step) {
    case Step::import:
      return QStringLiteral("import-tables");
    case Step::split:
      return QStringLiteral("splits");
    case Step::fit:
      return QStringLiteral("estimates");
    case Step::train:
      return QStringLiteral("training");
    case Step::export_:
      return QStringLiteral("export");
    case Step::start:
    case Step::browse:
      break;
  }
  return {};
}

/// Markdown comes without room between its paragraphs, and with headings of twice the size of the text.
void giveRoom(QTextDocument& page) {
  for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    QTextBlockFormat format = block.blockFormat();
    const bool code = format.hasProperty(QTextFormat::BlockCodeFence);
    const bool continued = code && block.previous().blockFormat().hasProperty(QTextFormat::BlockCodeFence);
    const int level = std::min(format.headingLevel(), 3);
    format.setTopMargin(level > 1 ? 18 : block.textList() ? 3 : continued ? 0 : 8);
    cursor.setBlockFormat(format);
    if (level == 0) continue;
    cursor.select(QTextCursor::BlockUnderCursor);
    QTextCharFormat letters;
    letters.setProperty(QTextFormat::FontSizeAdjustment, 3 - level);  // in steps of HTML's sizes
    cursor.mergeCharFormat(letters);
  }
}

}  // namespace

HelpDialog::HelpDialog(Step step, QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit), m_topics(new QListWidget), m_browser(new QTextBrowser) {
  setWindowTitle(tr("Help"));
  resize(900, 640);
  m_search->setPlaceholderText(tr("Search"));
  m_search->setAccessibleName(tr("Search"));
  m_search->setClearButtonEnabled(true);
  m_topics->setAccessibleName(tr("Topics"));
  m_browser->setAccessibleName(tr("Help"));
  m_browser->setOpenLinks(false);
  m_browser->document()->setDefaultStyleSheet(
      QStringLiteral("h2 { font-size: 15px; } td { padding: 2px 16px 2px 0; } .k { color: %1; }")
          .arg(tokens().text2.name()));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 12, 4, 12);
  auto* side = new QVBoxLayout;
  m_search->setFixedWidth(kListWidth);
  m_topics->setFixedWidth(kListWidth);
  side->addWidget(m_search);
  side->addWidget(m_topics, 1);
  row->addLayout(side);
  row->addWidget(m_browser, 1);

  connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpDialog::openLink);
  connect(m_search, &QLineEdit::textChanged, this, &HelpDialog::search);
  connect(m_topics, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (item) showTopic(item->data(Qt::UserRole).toString());
  });
  addTopics();
  choose(topicOf(step));
  m_topics->setFocus();
}

void HelpDialog::addTopics() {
  const auto add = [this](const QString& title, const QString& name) {
    auto* item = new QListWidgetItem(title, m_topics);
    item->setData(Qt::UserRole, name);
  };
  add(tr("Overview"), {});
  for (const char* topic : kTopics) {
    const QString name = QString::fromLatin1(topic);
    // A page begins with its title: "# Import a table".
    add(markdown(name).section(QLatin1Char('\n'), 0, 0).mid(2), name);
  }
}

void HelpDialog::choose(const QString& name) {
  for (int at = 0; at < m_topics->count(); ++at)
    if (m_topics->item(at)->data(Qt::UserRole).toString() == name) m_topics->setCurrentRow(at);
}

void HelpDialog::showTopic(const QString& name) {
  if (name.isEmpty()) {
    m_browser->setHtml(overview());
  } else {
    m_browser->setMarkdown(markdown(name));
    giveRoom(*m_browser->document());
    m_browser->moveCursor(QTextCursor::Start);
  }
  if (!m_search->text().isEmpty()) m_browser->find(m_search->text());
}

void HelpDialog::openLink(const QUrl& link) {
  if (!link.isRelative()) {
    QDesktopServices::openUrl(link);
    return;
  }
  choose(link.fileName().section(QLatin1Char('.'), 0, 0));
}

void HelpDialog::search(const QString& text) {
  for (int at = 0; at < m_topics->count(); ++at) {
    QListWidgetItem* item = m_topics->item(at);
    const QString name = item->data(Qt::UserRole).toString();
    const QString page = name.isEmpty() ? overview() : markdown(name);
    item->setHidden(!page.contains(text, Qt::CaseInsensitive));
  }
  QListWidgetItem* current = m_topics->currentItem();
  for (int at = 0; (!current || current->isHidden()) && at < m_topics->count(); ++at)
    if (!m_topics->item(at)->isHidden()) m_topics->setCurrentItem(current = m_topics->item(at));
  if (current && !current->isHidden()) showTopic(current->data(Qt::UserRole).toString());
}

QString HelpDialog::markdown(const QString& name) {
  const QString language = QLocale().language() == QLocale::Japanese ? QStringLiteral("ja/") : QString();
  QFile translated(QStringLiteral(":/help/%1%2.md").arg(language, name));
  QFile english(QStringLiteral(":/help/%1.md").arg(name));
  QFile& page = translated.exists() ? translated : english;
  return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

QString HelpDialog::overview() {
  const auto table = [](const QString& heading, const std::vector<std::pair<QString, QString>>& rows) {
    QString html = QStringLiteral("<h2>%1</h2><table>").arg(heading.toHtmlEscaped());
    for (const auto& [left, right] : rows)
      html += QStringLiteral("<tr><td class='k' width='150'>%1</td><td>%2</td></tr>")
                  .arg(left.toHtmlEscaped(), right.toHtmlEscaped());
    return html + QStringLiteral("</table>");
  };
  return table(tr("The six steps"),
               {{tr("Import"), tr("Choose a table or a folder of recordings. You see types, size, time and loss before "
                                  "anything is written.")},
                {tr("Browse"), tr("Page through the samples of the dataset, whatever its size.")},
                {tr("Split"), tr("Divide the samples into train, validation and test. A sample is in one split only.")},
                {tr("Fit"), tr("See what memory and disk a training run takes, and how large a batch may be.")},
                {tr("Train"), tr("Train one or several models from one stream and watch loss and accuracy.")},
                {tr("Export"), tr("Write shards that other trainers read as they are.")}}) +
         table(tr("Keys"), {{tr("Ctrl 1 … Ctrl 6"), tr("Go to a step")},
                            {tr("Ctrl K"), tr("Find an action")},
                            {tr("Ctrl O"), tr("Open files")},
                            {tr("Ctrl F"), tr("Filter")},
                            {tr("Ctrl Enter"), tr("The primary action of the page")},
                            {tr("Ctrl Z, Ctrl Shift Z"), tr("Undo, redo")},
                            {tr("Space, R, S"), tr("Import: use the column, change its role, change its stored type")},
                            {tr("T, V, E, U"), tr("Browse and Split: move to train, validation, test, unused")}}) +
         table(tr("Words"),
               {{tr("Role"), tr("What a column is for: a feature, a category, the label, a weight, a group, kept for "
                                "browsing, or ignored.")},
                {tr("Stored as"), tr("The type of number in the file. A narrower one takes less memory; the dots show "
                                     "whether it still holds every value.")},
                {tr("Window, hop"), tr("A recording is cut into windows of one length; the hop is the distance between "
                                       "their beginnings.")},
                {tr("Group"),
                 tr("What belongs together, such as a speaker, and should not be on both sides of a split.")},
                {tr("Rejected"),
                 tr("A record that does not fit the plan. It is set aside in a file beside the dataset.")}});
}

}  // namespace masu::ui
