// SPDX-License-Identifier: GPL-3.0-or-later
#include "foreign_module.h"

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/io/confinement.h"
#include "core/io/file.h"
#include "core/tasks/train/train_task.h"
#include "tests/fixtures/small_dataset.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr const char* kHonest = "torch.matmul(torch.nan_to_num(x), self.weight)";

/// The buffers of a checkpoint, as Python reads them.
constexpr const char* kBuffers = R"(
import sys, torch
buffers = dict(torch.jit.load(sys.argv[1]).named_buffers())
print(int(buffers['num_batches_tracked']), ' '.join('%.6f' % value for value in buffers['running_mean']))
)";

/// Counts batches, and keeps a mean of what it saw, which is the same for any division into slices of one size.
constexpr const char* kCounts =
    "    if self.training:\n        self.running_mean.add_(torch.mean(torch.nan_to_num(x), [0]))\n"
    "        self.num_batches_tracked.add_(1)\n";

/// A forward() whose first lines are `body`.
std::string forward(const std::string& body) {
  return "def forward(self, x: Tensor) -> Tensor:\n" + body + "    return " + kHonest + "\n";
}

}  // namespace

/// Modules of others that read, write, take everything, never end or answer what they were not asked for.
class ForeignModuleTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  tasks::TrainRequest requestFor(const std::string& model) const {
    tasks::TrainRequest request;
    request.spec.dataset = place("table.h5");
    request.spec.models = {place(model + ".pt").string()};
    request.spec.epochs = 1;
    request.spec.batch = 32;
    request.spec.threads = 2;
    request.spec.memoryBytes = 256 << 20;
    request.spec.out = place(model);
    return request;
  }

  /// What training says of a module; empty where it trains.
  std::string complaintOf(const std::string& model, std::uint64_t slices = 1) const {
    metrics::RunLog log;
    Progress progress;
    tasks::TrainRequest request = requestFor(model);
    request.spec.slices = slices;
    request.overwrite = true;
    const auto outcome = tasks::train(request, log, {{}, progress});
    return outcome ? std::string() : outcome.error().message.english();
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    SmallDataset{}.write(place("table.h5"));
    std::ofstream(place("mine")) << "kept as it is, 32 bytes and more";
  }

  void whatIsWrongIsSaid_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& body, const char* said) {
      QTest::newRow(name) << QString::fromStdString(forward(body)) << said;
    };
    row("honest", "", "");
    row("terabytes", "    x = x + torch.zeros([1 << 42]).sum()\n", "asks for more memory than there is");
    row("saves", "    torch.save(x, 'written')\n", "aten::save");
    row("saves far inside",
        "    for i in range(x.size(0) - 99999):\n        if i > 3:\n            torch.save(x, 'written')\n",
        "aten::save");
    row("maps", "    x = x + torch.from_file('mine', False, 4)\n", "aten::from_file");
    row("maps beside", "    x = x + torch.from_file('mine', True, 4)\n", "aten::from_file");
    QTest::newRow("in another method") << "def other(self, x: Tensor) -> Tensor:\n    torch.save(x, 'written')\n    "
                                          "return x\n" + QString::fromStdString(forward("    x = self.other(x)\n"))
                                       << "aten::save";
    // After the batch of two that a module is tried on.
    row("fewer rows", "    if x.size(0) > 2:\n        x = x[:1]\n", "outputs [1, 2] for 32 samples");
    QTest::newRow("more classes")
        << "def forward(self, x: Tensor) -> Tensor:\n    y = torch.matmul(torch.nan_to_num(x), self.weight)\n"
           "    if x.size(0) > 2:\n        y = torch.cat([y, y + 5.0], 1)\n    return y\n"
        << "outputs [32, 4] for 32 samples";
    QTest::newRow("whole numbers") << "def forward(self, x: Tensor) -> Tensor:\n    return torch.zeros([x.size(0), 2], "
                                      "dtype=3)\n"
                                   << "outputs [2, 2] Int for 2 samples";
  }

  void whatIsWrongIsSaid() {
    QFETCH(QString, source);
    QFETCH(QString, said);
    const std::string name = QTest::currentDataTag();
    writeModule(place(name + ".pt"), source.toStdString());
    const QString complaint = QString::fromStdString(complaintOf(name));
    QVERIFY2(said.isEmpty() ? complaint.isEmpty() : complaint.contains(said), qPrintable(complaint));
    QVERIFY(!fs::exists("written"));
  }

  void slicesUpdateStatisticsTogether() {
    for (const char* name : {"whole", "sliced"}) writeModule(place(std::string(name) + ".pt"), forward(kCounts));
    QCOMPARE(complaintOf("whole"), std::string());
    QCOMPARE(complaintOf("sliced", 4), std::string());
    writeModule(place("counts samples.pt"),
                forward("    if self.training:\n        self.samples_seen.add_(x.size(0))\n"));
    QCOMPARE(complaintOf("counts samples"), std::string());
    const std::string refused = complaintOf("counts samples", 4);
    QVERIFY2(refused.find("changes its buffer samples_seen") != std::string::npos, refused.c_str());
    QVERIFY2(refused.find("without --slices") != std::string::npos, refused.c_str());
    if (!pythonHasTorch()) QSKIP("python3-torch is not there");
    const auto buffersOf = [&](const std::string& run) { return runPython(kBuffers, {place(run) / "last.pt"}); };
    // An epoch of 360 samples in batches of 32 has 12 steps.
    QVERIFY2(buffersOf("whole").starts_with("12 "), buffersOf("whole").c_str());
    const QStringList whole = QString::fromStdString(buffersOf("whole")).split(' ');
    const QStringList sliced = QString::fromStdString(buffersOf("sliced")).split(' ');
    QCOMPARE(sliced.size(), whole.size());
    for (int i = 0; i < whole.size(); ++i) QVERIFY(std::abs(sliced[i].toDouble() - whole[i].toDouble()) < 1e-3);
  }

  void aModuleThatNeverEndsIsOverdue() {
    qputenv("MASU_MODEL_SECONDS", "0.2");
    for (const auto& [name, body] :
         {std::pair{"at once", "    while x.numel() >= 0:\n        x = x + 1\n"},
          std::pair{"later", "    if x.size(0) > 2:\n        while x.numel() >= 0:\n            x = x + 1\n"}}) {
      writeModule(place(std::string(name) + ".pt"), forward(body));
      const std::string complaint = complaintOf(name);
      QVERIFY2(complaint.find("without an end") != std::string::npos, complaint.c_str());
    }
    writeModule(place("loading.pt"), forward("") +
                                         "def __getstate__(self):\n    return self.training\n"
                                         "def __setstate__(self, state: bool):\n    i = 0\n    while i >= 0:\n"
                                         "        i = i + 1 - 1\n    self.training = state\n");
    const std::string complaint = complaintOf("loading");
    QVERIFY2(complaint.find("does not end") != std::string::npos, complaint.c_str());
    qunsetenv("MASU_MODEL_SECONDS");
  }

  void aRunThatNeverEndsIsStopped() {
    writeModule(place("stopped.pt"),
                forward("    if x.size(0) > 2:\n        while x.numel() >= 0:\n            x = x + 1\n"));
    metrics::RunLog log;
    Progress progress;
    std::stop_source stop;
    std::jthread asks([&] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      stop.request_stop();
    });
    const auto outcome = tasks::train(requestFor("stopped"), log, {stop.get_token(), progress});
    QVERIFY(!outcome);
    QVERIFY(childProcesses().empty());
  }

  /// With no list of operators, the kernel refuses.
  void theKernelHoldsWhatTheListMisses() {
    const std::string mine = place("mine").string();
    const std::string written = place("written").string();
    const auto inFunction = [](const std::string& line) { return "def f():\n    " + line + "\n    return 1\n"; };
    const std::string saves = inFunction("torch.save(torch.ones([1]), '" + written + "')");
    const std::string overwrites = inFunction("torch.save(torch.ones([1]), '" + mine + "')");
    const std::string reads = inFunction("print(torch.from_file('" + mine + "', False, 4).sum())");
    const std::string maps = inFunction("print(torch.from_file('" + mine + "', True, 4).fill_(0.0))");
    QVERIFY(runsUnchecked(reads));
    QVERIFY(runsUnchecked(saves));
    fs::remove(written);
    io::Confinement held;
    bool read = true;
    bool mapped = true;
    bool computes = false;
    std::thread([&] {
      held = io::confineThread(io::Devices::no);
      // LibTorch's writer does not notice that its file is none.
      runsUnchecked(saves);
      runsUnchecked(overwrites);
      read = runsUnchecked(reads);
      mapped = runsUnchecked(maps);
      computes = runsUnchecked(inFunction("print(torch.ones([64, 64]).matmul(torch.ones([64, 64])).sum())"));
    }).join();
    if (held == io::Confinement()) QSKIP("the kernel has neither Landlock nor seccomp");
    QVERIFY(computes);
    QVERIFY(!mapped);
    if (held.landlock > 0) QVERIFY(!read);
    QVERIFY(!fs::exists(written));
    QCOMPARE(io::readText(mine).value(), std::string("kept as it is, 32 bytes and more"));
  }
};

QTEST_GUILESS_MAIN(ForeignModuleTest)
#include "foreign_module_test.moc"
