// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/run_state.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

RunState madeState() {
  RunState state{"uuid", "hash", 3, 17, "stream", {10, 20, 30}, {}};
  ModelRunState modelRun;
  modelRun.learner = std::string(20'000, 'w');
  modelRun.trained.classes = 2;
  modelRun.trained.confusion = {1, 2, 3, 4};
  modelRun.trained.loss = 0.1 + 0.2;
  modelRun.bestLoss = 1e-300;
  modelRun.hasBest = true;
  state.modelRuns.push_back(modelRun);
  return state;
}

}  // namespace

class RunStateTest : public QObject {
  Q_OBJECT

 private:
  QString path() const { return m_folder.filePath("resume.state"); }
  Result<RunState> read(const QByteArray& content) const {
    QFile file(path());
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("cannot write");
    file.close();
    return readState(path().toStdString());
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void readsWhatWasWritten() {
    QVERIFY(writeState(path().toStdString(), madeState()).has_value());
    const auto state = readState(path().toStdString());
    QVERIFY(state.has_value());
    QVERIFY(encodeState(*state) == encodeState(madeState()));
  }

  /// A loss of power may leave zeros where pages were not written, in the middle of weights, too.
  void whateverIsMissingIsDamage() {
    const std::vector<std::uint8_t> bytes = encodeState(madeState());
    const QByteArray whole(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    QVERIFY(read(whole).has_value());
    for (const qsizetype at : {qsizetype{0}, qsizetype{4096}, whole.size() - 100}) {
      QByteArray damaged = whole;
      std::fill_n(damaged.begin() + at, std::min<qsizetype>(4096, damaged.size() - at), '\0');
      const auto state = read(damaged);
      QVERIFY(!state);
      QCOMPARE(state.error().code, Errc::damaged);
    }
    for (const qsizetype size : {qsizetype{0}, qsizetype{3}, qsizetype{4096}, whole.size() - 1}) {
      const auto state = read(whole.left(size));
      QVERIFY(!state);
      QCOMPARE(state.error().code, Errc::damaged);
    }
  }

  void anEarlierVersionIsSaid() {
    const auto state = read(
        "\xA8\x67version\x01\x67"
        "dataset");
    QVERIFY(!state);
    QCOMPARE(state.error().code, Errc::unsupported);
  }
};

MASU_TEST(RunStateTest)
#include "run_state_test.moc"
