// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_dialog.h"

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

namespace masu::ui {

namespace {

constexpr int kListWidth = 200;

/// The text of a page in the language of the application, else in English; empty where there is no such page.
QString markdown(const QString& name) {
  const QString language = QLocale().language() == QLocale::Japanese ? QStringLiteral("ja/") : QString();
  QFile translated(QStringLiteral(":/help/%1%2.md").arg(language, name));
  QFile english(QStringLiteral(":/help/%1.md").arg(name));
  QFile& page = translated.exists() ? translated : english;
  return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

QString titleOf(const QString& page) {
  static const QRegularExpression heading(QStringLiteral("^# (.+)$"), QRegularExpression::MultilineOption);
  return heading.match(page).captured(1);
}

/// The names of all pages: the overview says in which order they are read.
QStringList pageNames() {
  QStringList names = {QStringLiteral("overview")};
  const auto add = [&names](const QString& name) {
    if (!names.contains(name)) names << name;
  };
  static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+)\\.md\\)"));
  const QString overview = markdown(names.front());
  for (auto found = link.globalMatch(overview); found.hasNext();) add(found.next().captured(1));
  for (const QFileInfo& file : QDir(QStringLiteral(":/help")).entryInfoList({QStringLiteral("*.md")}, QDir::Files))
    add(file.completeBaseName());
  return names;
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

HelpDialog::HelpDialog(const QString& topic, QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit), m_topics(new QListWidget), m_browser(new QTextBrowser) {
  setWindowTitle(tr("Help"));
  resize(900, 640);
  m_search->setPlaceholderText(tr("Search"));
  m_search->setAccessibleName(tr("Search"));
  m_search->setClearButtonEnabled(true);
  m_topics->setAccessibleName(tr("Topics"));
  m_browser->setAccessibleName(tr("Help"));
  m_browser->setOpenLinks(false);
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
  m_topics->setCurrentRow(0);
  choose(topic);
  m_topics->setFocus();
}

void HelpDialog::addTopics() {
  for (const QString& name : pageNames()) {
    auto* item = new QListWidgetItem(titleOf(markdown(name)), m_topics);
    item->setData(Qt::UserRole, name);
  }
}

void HelpDialog::choose(const QString& name) {
  for (int at = 0; at < m_topics->count(); ++at)
    if (m_topics->item(at)->data(Qt::UserRole).toString() == name) m_topics->setCurrentRow(at);
}

void HelpDialog::showTopic(const QString& name) {
  m_browser->setMarkdown(markdown(name));
  giveRoom(*m_browser->document());
  m_browser->moveCursor(QTextCursor::Start);
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
    item->setHidden(!markdown(item->data(Qt::UserRole).toString()).contains(text, Qt::CaseInsensitive));
  }
  QListWidgetItem* current = m_topics->currentItem();
  for (int at = 0; (!current || current->isHidden()) && at < m_topics->count(); ++at)
    if (!m_topics->item(at)->isHidden()) m_topics->setCurrentItem(current = m_topics->item(at));
  if (current && !current->isHidden()) showTopic(current->data(Qt::UserRole).toString());
}

}  // namespace masu::ui
