// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/pages/common/page.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace masu::ui {

/// F1: the manual (resources/help), a topic a line, in the language of the application where it was translated, else in
/// English. The first topic is an overview of steps, keys and words. The search lists the topics that hold a text, and
/// selects its first place in the one that is shown.
class HelpDialog : public QDialog {
  Q_OBJECT

 public:
  /// Opens on the topic of a step.
  HelpDialog(Step step, QWidget* parent);

 private:
  void addTopics();
  /// Both take the name of the page without ".md"; empty for the overview. No other name is chosen.
  void choose(const QString& name);
  void showTopic(const QString& name);
  void openLink(const QUrl& link);
  void search(const QString& text);
  static QString overview();
  static QString markdown(const QString& name);

  QLineEdit* m_search;
  QListWidget* m_topics;
  QTextBrowser* m_browser;
};

}  // namespace masu::ui
