// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/metrics/run_files.h"
#include "core/tasks/receipt/receipt_task.h"
#include "core/tasks/train/train_task.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;
using metrics::Compared;

namespace {

/// Of the 360 train samples in batches of 32.
constexpr std::uint64_t kStepsPerEpoch = 12;
constexpr int kEpochs = 4;

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

bool holds(const Message& message, const std::string& text) {
  return message.english().find(text) != std::string::npos;
}

}  // namespace

/// Whether a run is as its receipt says: best.pt and last.pt have its hashes, and its fields are those of the run.
class CheckpointReceiptTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  tasks::TrainRequest requestFor(const std::string& out) const {
    tasks::TrainRequest request;
    request.spec.dataset = place("table.h5");
    request.spec.models = {"mlp", "cnn1d"};
    request.spec.epochs = kEpochs;
    request.spec.batch = 32;
    request.spec.optimizer = "adam";
    request.spec.threads = 1;
    request.spec.memoryBytes = 256 << 20;
    request.spec.out = place(out);
    return request;
  }

  Result<tasks::ReceiptCheck> checked(const std::string& run, std::uint64_t step = 1) const {
    Progress progress;
    return tasks::checkReceipt({place(run), {step}, {}, {}}, {{}, progress});
  }

  /// A copy of the run, to be changed.
  fs::path copied() const {
    fs::remove_all(place("changed"));
    fs::copy(place("run"), place("changed"), fs::copy_options::recursive);
    return place("changed");
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase();
  void theFilesOfARunAreThoseOfItsReceipt();
  void aFileThatIsNotIsNamed_data();
  void aFileThatIsNotIsNamed();
  void aFileThatIsGoneIsNoted();
  void everyFieldIsCompared_data();
  void everyFieldIsCompared();
  void fieldsThatNothingIsKnownOfAreNamed();
  void whatTheReceiptDoesNotHaveYetIsNoted();
  void aRunThatWasStoppedWithinAnEpochIsAsItsReceiptSays();
};

void CheckpointReceiptTest::initTestCase() {
  qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
  SmallDataset{}.write(place("table.h5"));
  tasks::TrainRequest request = requestFor("run");
  request.spec.keepEvery = 1;
  metrics::RunLog log;
  Progress progress;
  const auto done = tasks::train(request, log, {{}, progress});
  QVERIFY2(done, sentence(done).c_str());
}

void CheckpointReceiptTest::theFilesOfARunAreThoseOfItsReceipt() {
  const auto check = checked("run");
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY2(check->isEqual(), check->isEqual() ? "" : check->difference->message.english().c_str());
  QCOMPARE(check->filesCompared, std::uint64_t{4});
  QVERIFY(check->notes.empty());
}

void CheckpointReceiptTest::aFileThatIsNotIsNamed_data() {
  QTest::addColumn<QString>("changed");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("says");
  const char* others = "not those that the receipt has of mlp";
  QTest::newRow("of another epoch") << "2-cnn1d/last.pt"
                                    << "2-cnn1d/epoch-0001.pt"
                                    << "those of cnn1d after epoch 1";
  QTest::newRow("best of another model") << "1-mlp/best.pt"
                                         << "2-cnn1d/best.pt" << others;
  QTest::newRow("last of another model") << "1-mlp/last.pt"
                                         << "2-cnn1d/last.pt" << others;
  QTest::newRow("no checkpoint") << "2-cnn1d/best.pt"
                                 << "spec.json"
                                 << "is not the checkpoint that the run wrote";
}

void CheckpointReceiptTest::aFileThatIsNotIsNamed() {
  QFETCH(const QString, changed);
  QFETCH(const QString, from);
  QFETCH(const QString, says);
  const fs::path run = copied();
  const fs::path file = run / changed.toStdString();
  fs::copy_file(run / from.toStdString(), file, fs::copy_options::overwrite_existing);
  const auto check = checked("changed");
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(!check->isEqual());
  const metrics::Difference& difference = *check->difference;
  QCOMPARE(static_cast<int>(difference.what), static_cast<int>(Compared::files));
  QVERIFY2(holds(difference.message, file.string()), difference.message.english().c_str());
  QVERIFY2(holds(difference.message, says.toStdString()), difference.message.english().c_str());
  QCOMPARE(difference.model, std::string(changed.startsWith(u'1') ? "mlp" : "cnn1d"));
  QVERIFY(difference.epoch > 0);
  QCOMPARE(difference.expected.size(), std::size_t{64});
  QVERIFY(difference.found != difference.expected);
  QCOMPARE(check->stepsCompared, std::uint64_t{0});
}

void CheckpointReceiptTest::aFileThatIsGoneIsNoted() {
  const fs::path run = copied();
  fs::remove(run / "1-mlp" / "best.pt");
  const auto check = checked("changed");
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->filesCompared, std::uint64_t{3});
  QCOMPARE(check->notes.size(), std::size_t{1});
  QVERIFY(holds(check->notes.front(), (run / "1-mlp" / "best.pt").string()));
  // Without its log nobody knows which epoch was the best.
  fs::remove(run / metrics::kEventLogName);
  const auto blind = checked("changed");
  QVERIFY2(blind && blind->isEqual(), sentence(blind).c_str());
  QCOMPARE(blind->filesCompared, std::uint64_t{2});
  QVERIFY(holds(blind->notes.front(), "which epoch was best"));
}

void CheckpointReceiptTest::everyFieldIsCompared_data() {
  QTest::addColumn<QString>("value");
  for (const char* name : {"dataset.samples", "order.seed", "order.blocks", "order.batch", "slices", "epochs_planned"})
    QTest::newRow(name) << "7";
  QTest::newRow("split.manifest") << "other";
  QTest::newRow("order.version") << "masu0.9";
  QTest::newRow("order.balance") << "true";
  QTest::newRow("sessions.threads") << "7";
  QTest::newRow("learning_rate") << "7";
  QTest::newRow("initial_weights") << QString();
}

/// Also where steps are trained again from a state that was kept.
void CheckpointReceiptTest::everyFieldIsCompared() {
  QFETCH(const QString, value);
  const std::string name = QTest::currentDataTag();
  const fs::path run = copied();
  metrics::RunReceipt receipt = tasks::readRunReceipt(run).value();
  if (name == "dataset.samples") receipt.samples = 7;
  if (name == "split.manifest") receipt.manifest = value.toStdString();
  if (name == "order.version") receipt.order = value.toStdString();
  if (name == "order.seed") receipt.seed = 7;
  if (name == "order.blocks") receipt.blocks = 7;
  if (name == "order.balance") receipt.balance = true;
  if (name == "order.batch") receipt.batch = 7;
  if (name == "slices") receipt.slices = 7;
  if (name == "epochs_planned") receipt.epochsPlanned = 7;
  if (name == "sessions.threads") receipt.sessions[0].threads = 7;
  if (name == "learning_rate") receipt.models[1].learningRate = 7;
  if (name == "initial_weights") receipt.models[1].initial.front() ^= 1;
  write(run / metrics::kReceiptName, metrics::toJson(receipt));
  const auto check = checked("changed", 2 * kStepsPerEpoch + 3);
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(!check->isEqual());
  const metrics::Difference& difference = *check->difference;
  const std::string message = difference.message.english();
  QVERIFY2(difference.expected.find(value.toStdString()) != std::string::npos, message.c_str());
  QVERIFY(difference.found != difference.expected && !difference.found.empty());
  if (difference.model.empty()) QVERIFY2(message.find(name) != std::string::npos, message.c_str());
  QCOMPARE(difference.model.empty(), name != "learning_rate" && name != "initial_weights");
  // Each is named where there are several.
  if (name != "order.seed") return;
  receipt.batch = 9;
  write(run / metrics::kReceiptName, metrics::toJson(receipt));
  const auto two = checked("changed");
  QVERIFY2(two && !two->isEqual(), sentence(two).c_str());
  QCOMPARE(two->difference->expected, std::string("order.seed 7, order.batch 9"));
  QCOMPARE(two->difference->found, std::string("order.seed 0, order.batch 32"));
}

void CheckpointReceiptTest::fieldsThatNothingIsKnownOfAreNamed() {
  const fs::path run = copied();
  fs::remove(run / "data.json");
  const auto check = checked("changed");
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->notes.size(), std::size_t{1});
  QVERIFY(check->notes.front().english().find("order.version") != std::string::npos);
  fs::remove(run / "spec.json");
  const auto none = checked("changed");
  QVERIFY(!none);
  QCOMPARE(none.error().code, Errc::notFound);
  QVERIFY2(sentence(none).find("none of its fields") != std::string::npos, sentence(none).c_str());
}

/// As of a run that was killed: its models were saved after epochs that its receipt does not have.
void CheckpointReceiptTest::whatTheReceiptDoesNotHaveYetIsNoted() {
  const fs::path run = copied();
  metrics::RunReceipt receipt = tasks::readRunReceipt(run).value();
  receipt.ended = false;
  receipt.epochs.resize(2);
  receipt.steps = 2 * kStepsPerEpoch;
  write(run / metrics::kReceiptName, metrics::toJson(receipt));
  const auto check = checked("changed");
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY2(check->isEqual(), check->isEqual() ? "" : check->difference->message.english().c_str());
  const auto isOfLast = [](const Message& note) { return holds(note, "last.pt were not compared"); };
  QCOMPARE(std::ranges::count_if(check->notes, isOfLast), std::ptrdiff_t{2});
  // What it has is compared all the same.
  fs::copy_file(run / "1-mlp" / "epoch-0001.pt", run / "1-mlp" / "last.pt", fs::copy_options::overwrite_existing);
  const auto other = checked("changed");
  QVERIFY2(other, sentence(other).c_str());
  QVERIFY(!other->isEqual());
}

void CheckpointReceiptTest::aRunThatWasStoppedWithinAnEpochIsAsItsReceiptSays() {
  tasks::TrainRequest request = requestFor("stopped");
  request.spec.epochs = 1000;
  request.spec.saveSeconds = 1000;
  metrics::RunLog log;
  Progress progress;
  std::stop_source source;
  {
    const std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (log.runs().empty() || log.runs().back().lastStep.step <= kStepsPerEpoch))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      source.request_stop();
    });
    QCOMPARE(tasks::train(request, log, {source.get_token(), progress}).error().code, Errc::cancelled);
  }
  const auto receipt = tasks::readRunReceipt(place("stopped"));
  QVERIFY2(receipt && !receipt->ended, sentence(receipt).c_str());
  const auto check = checked("stopped");
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY2(check->isEqual(), check->isEqual() ? "" : check->difference->message.english().c_str());
  if (receipt->steps % kStepsPerEpoch == 0) QSKIP("The run was stopped between two epochs.");
  const auto isOfLast = [](const Message& note) { return holds(note, "last.pt were not compared"); };
  QCOMPARE(std::ranges::count_if(check->notes, isOfLast), std::ptrdiff_t{2});
}

MASU_TEST(CheckpointReceiptTest)
#include "checkpoint_receipt_test.moc"
