// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/run_spec.h"
#include "tests/fixtures/small_dataset.h"

/// Training runs of several processes, each started as a launcher would start it on a machine.
namespace masu::train {

inline constexpr int kPatience = 240'000;  ///< milliseconds; what hangs ends
inline constexpr double kTimeout = 200;    ///< seconds; a busy machine is not a silent one
/// The timeout where one is to be silent; processes that start together are there within it.
inline constexpr double kShortTimeout = 5;
/// In which a run ends that has lost a process, in milliseconds. It takes a fraction of that; where nobody noticed, it
/// would take kTimeout, or the quarter of an hour for which a connection sends again and again.
inline constexpr qint64 kSoon = 40'000;

/// masu-train as one of several processes, with the events that it printed so far.
class Worker {
 public:
  /// `starter`: the words of a program that runs the one that follows them in its own place; none: it is run as it is.
  Worker(const QByteArray& spec, const QProcessEnvironment& environment, const QString& command = "run",
         const QStringList& starter = {});
  ~Worker();

  void signal(int number);

  /// Until it printed such an event; false where it ends before.
  template <class Event>
  bool awaits(const std::function<bool(const Event&)>& wanted) {
    for (;;) {
      read();
      for (const Event& event : m_list.all<Event>()) {
        if (wanted(event)) return true;
      }
      if (m_process.state() == QProcess::NotRunning || !m_process.waitForReadyRead(kPatience)) return false;
    }
  }
  bool awaitsFirstStep();

  /// Until it ended. Its exit code; -1 where a signal ended it or nothing did.
  int code();

  const EventList& events() const { return m_list; }
  /// What it says of its failure; empty where it has not failed.
  QString sentence() const;
  /// Empty where it fails with a sentence that has these words, else what it does instead.
  QString complaintUnless(const QString& words);

 private:
  void read();

  QProcess m_process;
  QByteArray m_output;
  EventList m_list;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

/// On which nobody listens at the moment.
int freePort();

/// As torchrun sets it; without any rank for a world of one.
QProcessEnvironment environmentOf(int rank, int world, int port, const QString& host = "127.0.0.1");

/// All processes of a run, by rank.
Workers started(const metrics::RunSpec& spec, int world);

/// Empty where all of them ended well, else what the first said that did not.
QString complaintOf(Workers& workers);

/// What a run reported of its epochs and its test, but for times and places.
std::string figuresOf(const EventList& list);

std::string receiptOf(const std::filesystem::path& run);

/// Small datasets, and runs on them that take several processes a second or two.
class RunFolder {
 public:
  std::filesystem::path place(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

  /// table.h5 of two classes, values.h5, waves.h5 of two channels, and images.h5.
  void writeDatasets() const;

  /// Of table.h5.
  metrics::RunSpec specFor(const std::string& out, std::uint64_t slices = 8) const;
  /// With a state to resume from after every step.
  metrics::RunSpec longSpec(const std::string& out) const;
  /// One that is not over before somebody ends it.
  metrics::RunSpec endlessSpec(const std::string& out) const;
  static metrics::RunSpec again(const metrics::RunSpec& spec);

  /// The receipt of a longSpec() that one process trained undisturbed, once for all tests, and its figures.
  std::pair<std::string, std::string> undisturbed();

 private:
  QTemporaryDir m_folder;
  std::pair<std::string, std::string> m_undisturbed;
};

}  // namespace masu::train
