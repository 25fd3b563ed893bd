// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <memory>

#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"

namespace masu::ui {

class MainWindow;

/// The states that the gallery shows, reached through the pages themselves on generated data.
class GalleryScenes {
 public:
  GalleryScenes(QString scratch, QString directory);

  /// Generates the sample data, imports, splits and trains. False, with a sentence on stderr, when that fails.
  bool prepare();
  void render(const QString& look, Theme::Mode mode, const QString& language, QSize size);
  int failures() const { return m_failures; }

 private:
  bool importThrough(const QString& source, const QString& target, const QString& label);
  bool split(const QString& dataset);
  bool train();
  void startAndImport(const QString& suffix, QSize size);
  void datasetPages(const QString& prefix, const QString& dataset, const QString& suffix, QSize size);
  void failedImport(const QString& suffix, QSize size);
  void splitStates(const QString& suffix, QSize size);
  void runningImport(const QString& suffix, QSize size);
  void runningTraining(const QString& suffix, QSize size);
  void wrongLabels(const QString& suffix, QSize size);
  void predictions(const QString& suffix, QSize size);
  void settleSplit(MainWindow& window);
  void save(QWidget& window, const QString& name);
  bool settle(const std::function<bool()>& done = {}, int milliseconds = 60000);
  std::unique_ptr<MainWindow> open(QSize size);

  QString m_scratch;
  QString m_directory;
  QString m_table;
  QString m_longTable;
  QString m_recordings;
  QString m_tableDataset;
  QString m_recordingsDataset;
  QString m_splitsAtFirst;
  Language m_language;
  Session m_session;
  JobRunner m_runner;
  masu::metrics::RunSpec m_spec;
  std::shared_ptr<masu::metrics::RunLog> m_log;
  int m_failures = 0;
};

}  // namespace masu::ui
