// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/common/page.h"

class QStackedWidget;

namespace masu::ui {

class Banner;

/// A page that works on the open dataset. Without one it says so and shows the way to Import, and bars and the side
/// panel are hidden. A failure is a sentence in a banner above the content. Another dataset is loaded when the page is
/// next shown, so that hidden pages cost nothing.
class DatasetPage : public Page {
  Q_OBJECT

 protected:
  DatasetPage(const QString& help, const QString& title, const QString& purpose, Session& session, JobRunner& runner,
              QWidget* parent);

  /// Both are called once, in the constructor of the page. `icon` and `sentence` describe what a dataset would show.
  void setContent(QWidget* content, const QString& icon, const QString& sentence);
  /// A bar or a button of the header that is there only with a dataset. Takes a layout's own widget for bars.
  void showWithDataset(QWidget* part);

  /// Another dataset is open, or none: see session().dataset(). Called when the page is seen.
  virtual void datasetChanged() = 0;
  /// Another manifest is chosen, or its counts changed. Called when the page is seen.
  virtual void manifestChanged() {}

  Banner& banner() { return *m_banner; }
  /// What the open dataset lacks a split for, below the banner, with a button that draws and keeps one.
  void showSplitNotice(const QString& sentence);
  void hideSplitNotice();
  /// The page still shows another dataset, since it was not seen meanwhile.
  bool stale() const { return m_datasetStale; }

  void showEvent(QShowEvent* event) override;

 private:
  void refresh();

  QStackedWidget* m_stack = nullptr;
  Banner* m_banner = nullptr;
  Banner* m_splitsProblem = nullptr;
  Banner* m_splitNotice = nullptr;
  std::vector<QWidget*> m_parts;
  bool m_datasetStale = true;
  bool m_manifestStale = true;
};

}  // namespace masu::ui
