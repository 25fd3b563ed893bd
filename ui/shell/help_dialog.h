// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace masu::ui {

/// F1: the manual (resources/help), a topic a line, in the language of the application where it was translated, else in
/// English. The topics are the pages of the resource, titled by their first heading: the overview, the pages that it
/// links to in that order, then any others. The search lists the topics that hold a text, and selects its first place
/// in the one that is shown.
class HelpDialog : public QDialog {
  Q_OBJECT

 public:
  /// Opens on a topic, by the name of its page without ".md"; on the overview where there is no such page.
  HelpDialog(const QString& topic, QWidget* parent);

 private:
  void addTopics();
  /// No other name than that of a topic is chosen.
  void choose(const QString& name);
  void showTopic(const QString& name);
  void openLink(const QUrl& link);
  void search(const QString& text);

  QLineEdit* m_search;
  QListWidget* m_topics;
  QTextBrowser* m_browser;
};

}  // namespace masu::ui
