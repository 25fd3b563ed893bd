// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/common/page.h"
#include "ui/session/unfinished_work.h"

class QVBoxLayout;

namespace masu::ui {

class Banner;
class DropZone;
class StartInterrupted;

/// Bring data in, or carry on: work that was interrupted, a place to drop files, the datasets that were open, and
/// generated sample data.
class StartPage : public Page {
  Q_OBJECT

 public:
  StartPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);

  void showProblem(const Error& error);
  void triggerPrimary() override { chooseFiles(); }
  void activated() override;

 Q_SIGNALS:
  /// To be shown on the page that can resume it.
  void resumeWanted(const masu::ui::UnfinishedWork& work);

 private:
  QWidget* makeRecent();
  QWidget* makeSamples();
  void fillRecent();
  void chooseFiles();
  void chooseFolder();
  void openProject();
  void makeSample(bool recordings);

  Banner* m_banner;
  StartInterrupted* m_interrupted;
  DropZone* m_drop;
  QVBoxLayout* m_recent = nullptr;
  JobSlot m_sample;
};

}  // namespace masu::ui
