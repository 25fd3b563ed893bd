// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>
#include <filesystem>
#include <memory>

#include "core/tasks/suspects/noise_pairs.h"
#include "core/tasks/suspects/suspects_task.h"
#include "ui/jobs/job_slot.h"
#include "ui/session/session.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace masu::ui {

class Banner;
class NoiseModel;
class Segments;
class SuspectsForm;
class SuspectsModel;

/// The search for wrong labels on the Train page: what it is asked for, and what it found: the samples, from which the
/// way leads to Browse, and how many labels of each pair of classes are estimated to be wrong. A search goes on while
/// the page or another dataset is looked at. What it found is kept until the next one ends, and shown only while the
/// dataset that it looked at is open.
/// Threads: the GUI thread; the search, and writing its list, are jobs. Lifetime: borrows session and runner.
class SuspectsView : public QWidget {
  Q_OBJECT

 public:
  SuspectsView(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~SuspectsView() override;

  /// Leads here from the page; it can be chosen where labels of the open dataset are classes.
  QAction* action() const { return m_action; }
  /// Another dataset is open, or none.
  void takeDataset();
  /// It comes to the front: the runs of the dataset may be others now.
  void activate();
  void search();
  void stop() { m_search.stop(); }
  bool searching() const { return m_search.busy(); }
  bool saving() const { return m_saving.busy(); }
  /// Of the search that would begin; empty where a field is empty or wrong.
  QString commandLine() const;
  /// Asks for a name.
  void chooseFile();
  /// Writes the list of what is shown; a file that is there is replaced.
  void save(const QString& file);
  SuspectsForm& form() const { return *m_form; }
  const SuspectsModel& suspects() const { return *m_suspects; }
  const NoiseModel& noise() const { return *m_noise; }
  QString complaint() const;

 Q_SIGNALS:
  void closed();                      ///< the way back to the runs was taken
  void sampleOpened(quint64 sample);  ///< to be shown in Browse

 private:
  /// What a search found.
  struct Found {
    std::filesystem::path dataset;
    QString models;  ///< which ones predicted, in words
    std::shared_ptr<const tasks::SuspectsOutcome> outcome;
    std::vector<tasks::NoisePair> pairs;
  };

  QWidget* buildBar();
  QWidget* buildResults();
  void buildTables();
  void ended(const std::filesystem::path& dataset, Result<std::shared_ptr<const Found>> found);
  bool isOpen(const std::filesystem::path& dataset) const;
  bool hasResults() const;
  void showSearching();
  void showFound();
  void shareWidth(const QStringList& classes);
  void offerSave();
  static QString headlineOf(const tasks::SuspectsOutcome& outcome);
  static QString remarksOf(const Found& found);

  Session& m_session;
  JobSlot m_search;
  JobSlot m_saving;
  QAction* m_action;
  std::filesystem::path m_searched;  ///< the dataset of the search that is live
  std::shared_ptr<const Found> m_found;
  SuspectsForm* m_form;
  SuspectsModel* m_suspects;
  NoiseModel* m_noise;
  QTableView* m_table = nullptr;
  QTableView* m_pairs = nullptr;
  Segments* m_view = nullptr;
  QStackedWidget* m_views = nullptr;
  QStackedWidget* m_pages = nullptr;
  QPushButton* m_save = nullptr;
  Banner* m_banner = nullptr;
  QLabel* m_headline = nullptr;
  QLabel* m_remarks = nullptr;
  QLabel* m_foot = nullptr;
};

}  // namespace masu::ui
