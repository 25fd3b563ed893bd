// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/metrics/receipt.h"
#include "core/tasks/train/train_task.h"
#include "core/tasks/worker/worker_process.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

/// Of pairs of checkpoints, which hold the same weights, as Python reads them.
constexpr const char* kSameWeights = R"(
import sys, torch
files = [torch.jit.load(path).state_dict() for path in sys.argv[1:]]
for one, other in zip(files[::2], files[1::2]):
    assert one.keys() == other.keys()
    print('same' if all(torch.equal(one[k], other[k]) for k in one) else 'different')
)";

/// Reads a TensorBoard file by the published layout alone: framing with CRC-32C, then the fields of its messages.
constexpr const char* kReadBoard = R"(
import struct, sys
def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8): crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift; shift += 7; at += 1
        if data[at - 1] < 128: return value, at
def fields(data):
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0: value, at = varint(data, at)
        elif tag & 7 == 1: value, at = data[at:at + 8], at + 8
        elif tag & 7 == 2:
            size, at = varint(data, at); value, at = data[at:at + size], at + size
        elif tag & 7 == 5: value, at = data[at:at + 4], at + 4
        yield tag >> 3, value
data, at, losses = open(sys.argv[1], 'rb').read(), 0, []
while at < len(data):
    size, check = struct.unpack_from('<QI', data, at)
    assert crc32c(data[at:at + 8]) == check
    event = data[at + 12:at + 12 + size]
    assert crc32c(event) == struct.unpack_from('<I', data, at + 12 + size)[0]
    at += 16 + size
    event = dict(fields(event))
    if 3 in event: assert event[3] == b'brain.Event:2'; continue
    for number, value in fields(event[5]):
        value = dict(fields(value))
        if value[1] == b'loss/validation': losses.append((event[2], struct.unpack('<f', value[2])[0]))
print(' '.join('%d:%.6f' % one for one in losses))
)";

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

/// A run that was interrupted and taken up again is the run that was not.
class ResumeTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  tasks::TrainRequest requestFor(const char* out) const {
    tasks::TrainRequest request;
    request.spec.dataset = place("table.h5");
    request.spec.models = {"mlp", "cnn1d"};
    request.spec.epochs = 6;
    request.spec.batch = 32;
    request.spec.optimizer = "adam";
    request.spec.threads = 1;
    request.spec.memoryBytes = 256 << 20;
    request.spec.saveSeconds = 0;  // after every step
    request.spec.out = place(out);
    return request;
  }

  static Result<tasks::TrainOutcome> trained(const tasks::TrainRequest& request, metrics::RunLog& log,
                                             const std::stop_token& stop = {}) {
    Progress progress;
    return tasks::train(request, log, {stop, progress});
  }

  static bool isSame(const std::vector<metrics::RunSummary>& one, const std::vector<metrics::RunSummary>& other) {
    if (one.size() != other.size()) return false;
    for (std::size_t run = 0; run < one.size(); ++run) {
      if (one[run].epochs.size() != other[run].epochs.size()) return false;
      for (std::size_t i = 0; i < one[run].epochs.size(); ++i) {
        metrics::EpochDone a = one[run].epochs[i];
        metrics::EpochDone b = other[run].epochs[i];
        a.seconds = b.seconds = 0;
        if (metrics::toJsonLine(a) != metrics::toJsonLine(b)) return false;
      }
      if (one[run].test.loss != other[run].test.loss || one[run].confusion != other[run].confusion) return false;
    }
    return true;
  }

  tasks::TrainRequest again(const char* out) const {
    tasks::TrainRequest request;
    request.spec.out = place(out);
    request.spec.resume = true;
    return request;
  }

  QTemporaryDir m_folder;
  std::vector<metrics::RunSummary> m_undisturbed;
  bool m_hasTorch = false;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    SmallDataset{}.write(place("table.h5"));
    metrics::RunLog log;
    const auto outcome = trained(requestFor("undisturbed"), log);
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    m_undisturbed = outcome->runs;
    m_hasTorch = pythonHasTorch();
  }

  void aRunThatWasKilledGoesOnAsIfItHadNotBeen_data() {
    QTest::addColumn<int>("steps");
    for (const int steps : {3, 20, 50}) QTest::addRow("after %d steps", steps) << steps;
  }
  void aRunThatWasKilledGoesOnAsIfItHadNotBeen() {
    QFETCH(int, steps);
    metrics::RunLog log;
    std::jthread killer([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const auto runs = log.runs();
        if (runs.size() == 2 && runs[1].lastStep.step >= static_cast<std::uint64_t>(steps)) {
          for (const pid_t child : childProcesses()) kill(child, SIGKILL);
          return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
    tasks::TrainRequest request = requestFor("killed");
    request.overwrite = true;
    const auto killed = trained(request, log);
    QVERIFY(!killed);
    QCOMPARE(killed.error().code, Errc::child);
    metrics::RunLog second;
    const auto outcome = trained(again("killed"), second);
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(isSame(outcome->runs, m_undisturbed));
    if (!m_hasTorch) return;
    std::vector<std::string> files;
    for (const char* model : {"1-mlp", "2-cnn1d"})
      for (const char* run : {"killed", "undisturbed"}) files.push_back(place(run) / model / "last.pt");
    QCOMPARE(runPython(kSameWeights, files), std::string("same\nsame"));
  }

  /// The recipe is asked once, when a run begins: the spec of the run has its choices.
  void aRunThatChoseItsLengthGoesOnWithIt() {
    const auto chosen = [&](const char* out) {
      tasks::TrainRequest request = requestFor(out);
      request.spec.models = {"linear"};
      request.spec.epochs = metrics::kAutoEpochs;
      request.spec.batch = 2;  // with which the steps are few epochs
      request.spec.patience = 2;
      request.spec.saveSeconds = 1000;
      request.stated = {"batch", "patience"};
      return request;
    };
    metrics::RunLog log;
    const auto whole = trained(chosen("chosen"), log);
    QVERIFY2(whole.has_value(), whole ? "" : whole.error().message.english().c_str());
    QVERIFY(log.spec() && log.spec()->epochs > 10);
    QCOMPARE(whole->runs[0].epochsPlanned, log.spec()->epochs);
    QCOMPARE(metrics::readSpec(place("chosen"))->patience, 2);
    metrics::RunLog first;
    std::stop_source source;
    std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (first.runs().empty() || first.runs()[0].lastStep.step < 15)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      source.request_stop();
    });
    QVERIFY(!trained(chosen("chosen in two"), first, source.get_token()));
    tasks::TrainRequest other = again("chosen in two");
    other.spec.epochs = 7;
    other.stated = {"epochs"};
    metrics::RunLog none;
    QCOMPARE(trained(other, none).error().code, Errc::invalidArgument);
    other.spec.epochs = metrics::kAutoEpochs;
    metrics::RunLog second;
    const auto outcome = trained(other, second);
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(isSame(outcome->runs, whole->runs));
    QCOMPARE(outcome->recipe.size(), whole->recipe.size());
    QVERIFY(!outcome->recipe.empty());
  }

  void aRunThatWasStoppedTwiceGoesOnAsIfItHadNotBeen() {
    tasks::TrainRequest request = requestFor("stopped");
    request.spec.saveSeconds = 1000;  // only the stop itself saves in the middle of an epoch
    for (const std::uint64_t steps : {5, 40}) {
      metrics::RunLog log;
      std::stop_source source;
      std::jthread stopper([&](const std::stop_token& end) {
        while (!end.stop_requested() && (log.runs().empty() || log.runs()[0].lastStep.step < steps)) {
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        source.request_stop();
      });
      const auto stopped = trained(request, log, source.get_token());
      QVERIFY(!stopped);
      QCOMPARE(stopped.error().code, Errc::cancelled);
      request = again("stopped");
    }
    metrics::RunLog log;
    const auto outcome = trained(request, log);
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(isSame(outcome->runs, m_undisturbed));
    const auto kept = metrics::RunLog::read(place("stopped") / "events.jsonl");
    QVERIFY(kept.has_value());
    QVERIFY(isSame(*kept, m_undisturbed));
  }

  void aRunInSlicesThatWasStoppedGoesOnAsIfItHadNotBeen() {
    metrics::RunLog log;
    tasks::TrainRequest request = requestFor("whole in slices");
    request.spec.slices = 4;
    const auto whole = trained(request, log);
    QVERIFY2(whole.has_value(), whole ? "" : whole.error().message.english().c_str());
    QVERIFY(!isSame(whole->runs, m_undisturbed));
    request.spec.out = place("stopped in slices");
    metrics::RunLog first;
    std::stop_source source;
    std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (first.runs().empty() || first.runs()[0].lastStep.step < 5)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      source.request_stop();
    });
    QVERIFY(!trained(request, first, source.get_token()));
    tasks::TrainRequest other = again("stopped in slices");
    other.spec.slices = 2;
    other.stated = {"slices"};
    metrics::RunLog second;
    const auto refused = trained(other, second);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.english().find("another --slices") != std::string::npos,
             refused.error().message.english().c_str());
    const auto outcome = trained(again("stopped in slices"), second);
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(isSame(outcome->runs, whole->runs));
    const auto one = metrics::readReceipt(place("stopped in slices"));
    const auto undisturbed = metrics::readReceipt(place("whole in slices"));
    QVERIFY(one && undisturbed);
    QCOMPARE(one->slices, std::uint64_t{4});
    QVERIFY(!one->epochs.empty());
    QCOMPARE(one->epochs.back().weights, undisturbed->epochs.back().weights);
  }

  void whatIsAskedForBesidesMustBeWhatTheRunDoes() {
    tasks::TrainRequest request = again("undisturbed");
    request.spec.batch = 64;
    request.stated = {"batch"};
    metrics::RunLog log;
    const auto other = trained(request, log);
    QVERIFY(!other);
    QVERIFY(other.error().message.english().find("another --batch") != std::string::npos);
    request.spec.batch = 32;
    const auto ended = trained(request, log);
    QVERIFY(!ended);
    QVERIFY2(ended.error().message.english().find("has ended") != std::string::npos,
             ended.error().message.english().c_str());
    const auto nowhere = trained(again("nowhere"), log);
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, Errc::notFound);
  }

  void anotherSplitIsNoneToGoOnWith() {
    SmallDataset{}.write(place("moved.h5"));
    tasks::TrainRequest request = requestFor("moved");
    request.spec.dataset = place("moved.h5");
    request.spec.epochs = 1000;
    metrics::RunLog log;
    std::stop_source source;
    std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (log.runs().empty() || log.runs()[0].lastStep.step < 5)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      source.request_stop();
    });
    QVERIFY(!trained(request, log, source.get_token()));
    SmallDataset{.trainTenths = 7}.write(place("moved.h5"));
    const auto refused = trained(again("moved"), log);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.english().find("another dataset or split") != std::string::npos,
             refused.error().message.english().c_str());
  }

  /// What stands in the place of a log may be a link to a file of somebody else.
  void aResumedRunWritesThroughNoLink() {
    tasks::TrainRequest request = requestFor("linked");
    request.spec.models = {"mlp"};
    request.spec.epochs = 1000;
    metrics::RunLog log;
    std::stop_source source;
    std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (log.runs().empty() || log.runs()[0].lastStep.step < 5)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      source.request_stop();
    });
    QVERIFY(!trained(request, log, source.get_token()));
    for (const char* name : {"events.jsonl", "metrics.csv", "events.out.tfevents.masu", "steps.log"}) {
      const fs::path file = place("linked") / name;
      const fs::path mine = place(name);
      fs::rename(file, mine);
      fs::create_symlink(mine, file);
      const std::string before = textOf(mine);
      const auto refused = trained(again("linked"), log);
      QVERIFY2(!refused, name);
      const std::string sentence = refused.error().message.english();
      QVERIFY2(sentence.find(file.string() + " is a symbolic link") != std::string::npos, sentence.c_str());
      QVERIFY2(textOf(mine) == before, name);
      fs::remove(file);
      fs::rename(mine, file);
    }
  }

  void tensorBoardsFileHoldsTheCurves() {
    const std::string printed = runPython(kReadBoard, {place("undisturbed") / "1-mlp" / "events.out.tfevents.masu"});
    QStringList wanted;
    for (const auto& epoch : m_undisturbed[0].epochs) {
      const auto step = static_cast<unsigned long long>(epoch.epoch) * m_undisturbed[0].stepsPerEpoch;
      wanted << QString("%1:%2").arg(step).arg(static_cast<double>(static_cast<float>(epoch.validation.loss)), 0, 'f',
                                               6);
    }
    QCOMPARE(QString::fromStdString(printed), wanted.join(' '));
  }

  void theTableOfMetricsHoldsEveryEpoch() {
    const QStringList lines =
        QString::fromStdString(textOf(place("undisturbed") / "2-cnn1d" / "metrics.csv")).trimmed().split('\n');
    const QStringList head = lines[0].split(',');
    QCOMPARE(lines.size(), 7);
    const auto& epochs = m_undisturbed[1].epochs;
    for (int i = 1; i < lines.size(); ++i) {
      const QStringList cells = lines[i].split(',');
      const auto& epoch = epochs[static_cast<std::size_t>(i) - 1];
      QCOMPARE(cells.size(), head.size());
      QCOMPARE(cells[0].toInt(), i);
      QCOMPARE(cells[head.indexOf("validation_loss")].toDouble(), epoch.validation.loss);
      QCOMPARE(cells[head.indexOf("train_macro_f1")].toDouble(), epoch.train.macroF1);
      QVERIFY(cells[head.indexOf("validation_rmse")].isEmpty());
    }
  }

  void theFolderShowsWhatWasLearnedFrom() {
    const QString data = QString::fromStdString(textOf(place("undisturbed") / "data.json"));
    QVERIFY(data.contains("\"split_hash\""));
    QVERIFY(data.contains("0b6f3a52-6d55-8c11-9d3e-5f0e1a2b3c4d"));
    QVERIFY(data.contains("\"train\": 360"));
    QVERIFY(!fs::exists(place("undisturbed") / "resume.state"));
  }
};

MASU_TEST(ResumeTest)
#include "resume_test.moc"
