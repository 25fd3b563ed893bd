// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/receipt.h"

#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/metrics/replay_spec.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_spec.h"
#include "core/metrics/step_log.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;
namespace fs = std::filesystem;

namespace {

RunReceipt someReceipt() {
  RunReceipt receipt;
  receipt.ended = true;
  receipt.dataset = "0b6f3a52";
  receipt.samples = 600;
  receipt.manifest = "default";
  receipt.splitHash = "00ff";
  receipt.spec = "11ee";
  receipt.order = "masu1.3";
  receipt.seed = std::numeric_limits<std::uint64_t>::max();
  receipt.blocks = 12;
  receipt.balance = true;
  receipt.batch = 32;
  receipt.slices = 4;
  receipt.epochsPlanned = 5;
  receipt.stepsPerEpoch = 12;
  receipt.steps = 20;
  receipt.sessions = {{3, "0.1.0", "1.13.1", "AVX2", "a \"processor\"", "cpu", 4},
                      {15, "0.2.0", "2", "AVX512", "b", "cuda", 4}};
  receipt.models = {{"mlp", 0.001, "aa"}, {"FILE.pt", 1e-5, ""}};
  receipt.epochs = {{1, "fedcba9876543210", {"bb", "cc"}}, {2, "0123456789abcdef", {"dd", ""}}};
  return receipt;
}

}  // namespace

class ReceiptTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void readsBackWhatItWrote() {
    const RunReceipt receipt = someReceipt();
    const std::string json = toJson(receipt);
    const auto read = receiptFromJson(json, "receipt.json");
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QCOMPARE(toJson(*read), json);
    QCOMPARE(read->seed, receipt.seed);
    QCOMPARE(read->slices, receipt.slices);
    QCOMPARE(read->sessions[1].kernels, std::string("AVX512"));
    QVERIFY(read->content.empty() && read->models[1].initial.empty() && read->epochs[1].weights[1].empty());
    QVERIFY(read->sessions[0].isLike(receipt.sessions[0]) && !read->sessions[0].isLike(read->sessions[1]));
    QVERIFY2(json.size() < 2000, std::to_string(json.size()).c_str());
  }

  void whatIsNoReceiptIsRefused() {
    RunReceipt fewer = someReceipt();
    fewer.epochs[1].weights.pop_back();
    RunReceipt backwards = someReceipt();
    backwards.epochs[1].epoch = 1;
    for (const std::string& text :
         {std::string("{}"), std::string("nonsense"), std::string(R"({"masu_receipt":1,"of":"export"})"), toJson(fewer),
          toJson(backwards)}) {
      const auto read = receiptFromJson(text, "receipt.json");
      QVERIFY2(!read, text.c_str());
      QCOMPARE(read.error().code, Errc::format);
    }
    const auto later = receiptFromJson(R"({"masu_receipt":2,"of":"run"})", "receipt.json");
    QVERIFY(!later);
    QCOMPARE(later.error().code, Errc::unsupported);
    QCOMPARE(readReceipt(place("nothing")).error().code, Errc::notFound);
  }

  void settingsThatDecideWhatIsLearnedAreHashed() {
    RunSpec spec;
    spec.models = {"mlp"};
    const std::string hash = specHash(toJson(spec)).value();
    RunSpec moved = spec;
    moved.dataset = "elsewhere.h5";
    moved.out = "run";
    moved.calibrate = !spec.calibrate;
    moved.manifest = "renamed";
    moved.keepEvery = 3;
    moved.keep = 2;
    moved.saveSeconds = 1;
    moved.overwrite = moved.resume = true;
    moved.memoryBytes = 1 << 30;
    moved.verify = false;
    moved.recipe = {{"batch", "64", {"the reason", {}}}};
    QCOMPARE(specHash(toJson(moved)).value(), hash);
    RunSpec others[9] = {spec, spec, spec, spec, spec, spec, spec, spec, spec};
    others[0].seed = 1;
    others[1].batch = 65;
    others[2].models = {"linear"};
    others[3].learningRates = {0.1};
    others[4].threads = 3;
    others[5].augment = "noise=1";
    others[6].blocks = 2;
    others[7].epochs = 9;
    others[8].slices = 2;
    for (const RunSpec& other : others) QVERIFY(specHash(toJson(other)).value() != hash);
    QVERIFY(!specHash("[1]") && !specHash("{"));
  }

  void aLogOfStepsKeepsEveryBit() {
    const double odd = std::nextafter(0.1, 1.0);
    const double none = std::numeric_limits<double>::quiet_NaN();
    std::string text = stepLogHead(2);
    appendStep(text, 0xFFFFFFFFFFFFFFFF, std::vector<double>{odd, none});
    appendStep(text, 7, std::vector<double>{-0.0, 2.5});
    for (const std::size_t cut : {0U, 1U, 23U}) {
      std::ofstream(place("steps.log"), std::ios::binary) << text.substr(0, text.size() - cut);
      const auto log = StepLog::read(place("steps.log"));
      QVERIFY(log);
      QCOMPARE(log->models(), std::size_t{2});
      QCOMPARE(log->lastStep(), std::uint64_t{cut == 0 ? 2U : 1U});
      QVERIFY(log->has(1) && !log->has(0) && !log->has(3));
      QCOMPARE(log->order(1), std::uint64_t{0xFFFFFFFFFFFFFFFF});
      QVERIFY(std::bit_cast<std::uint64_t>(log->loss(1, 0)) == std::bit_cast<std::uint64_t>(odd));
      QVERIFY(std::isnan(log->loss(1, 1)));
      if (cut > 0) continue;
      QVERIFY(std::signbit(log->loss(2, 0)));
      QCOMPARE(log->chained(1, 2), chainedOrder(chainedOrder(0, log->order(1)), 7));
    }
    std::string later = stepLogHead(1);
    later[16] = 2;  // the first step
    for (const std::string& other : {std::string(), text.substr(0, 20), std::string(40, 'x'), stepLogHead(0), later}) {
      std::ofstream(place("other.log"), std::ios::binary) << other;
      const auto log = StepLog::read(place("other.log"));
      QVERIFY(!log);
      QCOMPARE(log.error().code, Errc::damaged);
    }
  }

  void theOrderOfABatchIsThatOfItsSamples() {
    const std::vector<std::uint64_t> one = {1, 2, 3};
    const std::vector<std::uint64_t> other = {1, 3, 2};
    QVERIFY(orderOf(one) != orderOf(other));
    QVERIFY(chainedOrder(chainedOrder(0, 1), 2) != chainedOrder(chainedOrder(0, 2), 1));
  }

  void whatAReplayIsAskedAndAnswersIsPassedOn() {
    const ReplaySpec spec{"/run", "/data.h5", "default", {1, 5}, 77};
    const auto read = replaySpecFromJson(toJson(spec));
    QVERIFY(read);
    QCOMPARE(toJson(*read), toJson(spec));
    ReplaySummary summary;
    summary.steps = 4;
    summary.weights = 2;
    summary.files = 3;
    summary.notes = {{"{0} differs.", {"kernel"}}};
    QVERIFY(!replaySummaryFromJson(toJson(summary))->difference);
    summary.difference = Difference{Compared::loss, "mlp", 2, 14, "0.5", "0.25", {"The loss of {0}.", {"mlp"}}};
    const auto answer = replaySummaryFromJson(toJson(summary));
    QVERIFY(answer && answer->difference);
    QCOMPARE(toJson(*answer), toJson(summary));
    QCOMPARE(answer->difference->message.english(), std::string("The loss of mlp."));
    QCOMPARE(replayProgressFromJson(toJson(ReplayProgress{3, 9}))->total, std::uint64_t{9});
    QVERIFY(!replaySummaryFromJson(toJson(ReplayProgress{3, 9})) && !replayProgressFromJson(toJson(summary)));
    QVERIFY(!replaySpecFromJson("{}"));
  }

  void filesOfARunAreKnown() {
    for (const char* name : {"receipt.json", "steps.log", "epoch-0003.state", "resume.state"})
      QVERIFY2(isRunFile(name), name);
    // Of a run, and not of one of its models.
    for (const char* name : {"1-mlp/receipt.json", "1-mlp/steps.log", "1-mlp/epoch-0003.state", "notes.log"})
      QVERIFY2(!isRunFile(name), name);
  }
};

MASU_TEST(ReceiptTest)
#include "receipt_test.moc"
