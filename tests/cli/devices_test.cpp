// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates for devices: those that people keep, the common ones, and a card of this machine.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::runMasu;
using masu::test::runShell;
using masu::test::writeFile;

class CliDevicesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!QFileInfo::exists(QStringLiteral(MASU_TRAIN_PROGRAM))) QSKIP("masu-train is not built");
    QCOMPARE(runMasu({"sample", "tabular", "--out", m_dir.path(), "--rows", "2000"}).exitCode, 0);
    QCOMPARE(runMasu({"import", path("census-persons.csv"), "--label", "income", "--out", path("c.h5"), "--no-sync"})
                 .exitCode,
             0);
    QCOMPARE(runMasu({"split", path("c.h5"), "--ratios", "0.8,0.1,0.1"}).exitCode, 0);
    QVERIFY(QDir(m_dir.path()).mkpath("config/masu"));
    QVERIFY(QDir(m_dir.path()).mkpath("driver"));
    // The worker, but for where it says that runs compute; and a driver that knows of cards.
    writeFile(path("on-card"),
              "#!/bin/sh\n" MASU_TRAIN_PROGRAM " \"$@\" | sed 's/\"on_card\":false/\"on_card\":true/'\n");
    QFile::setPermissions(path("on-card"), QFile::ReadOwner | QFile::ExeOwner);
    QVERIFY(QFile::link(QStringLiteral(MASU_FAKE_DRIVER), path("driver/libnvidia-ml.so.1")));
  }

  void otherTypesAreShownWithTimeAndMoney() {
    const QStringList device = {"--device", "g5.xlarge (A10G)"};
    const QJsonObject full = estimate(device);
    const QJsonObject half = estimate(device + QStringList{"--compute", "bf16"});
    QCOMPARE(full[u"compute"].toString(), QStringLiteral("f32"));
    QCOMPARE(half[u"compute"].toString(), QStringLiteral("bf16"));
    QCOMPARE(full[u"device_flops"][u"f32"].toDouble(), 35e12);
    QCOMPARE(half[u"device_flops"][u"bf16"].toDouble(), 70e12);
    QVERIFY(full[u"cost"].toDouble() > 0);
    QVERIFY(half[u"cost"].toDouble() > 0);
  }

  void peoplesOwnDevicesGiveOneFigureOrSeveral() {
    writeFile(path("config/masu/devices.json"),
              R"([{"name": "old", "memory_bytes": 8e9, "bytes_per_second": 3e11, "flops": 1e6},
                  {"name": "new", "memory_bytes": 8e9, "bytes_per_second": 3e11, "flops": {"f32": 1e6, "f16": 4e6},
                   "price_per_hour": 3600}])");
    const double old = estimate({"--device", "old"})[u"seconds_per_epoch"].toDouble();
    const QJsonObject slow = estimate({"--device", "new"});
    const QJsonObject fast = estimate({"--device", "new", "--compute", "f16"});
    QVERIFY(old > 0 && slow[u"seconds_per_epoch"].toDouble() > 0);
    QVERIFY(fast[u"seconds_per_epoch"].toDouble() > 0);
    QCOMPARE(fast[u"device_flops"][u"f16"].toDouble(), 4e6);
    QCOMPARE(fast[u"cost"].toDouble(), fast[u"seconds_per_epoch"].toDouble());
    const Ran refused = run({"--device", "old", "--compute", "f16"});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("old is not known to compute in f16: choose one of f32"), refused.errors);
    QVERIFY(QFile::remove(path("config/masu/devices.json")));
  }

  void thisMachineComputesInF32() {
    QCOMPARE(estimate({})[u"device"].toString(), QStringLiteral("host"));
    const Ran refused = run({"--compute", "f16"});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("trains in f32"), refused.errors);
    QCOMPARE(run({"--device", "T4", "--compute", "f23"}).exitCode, 2);
    QCOMPARE(run({"--device", "T4", "--compute", "bf16"}).exitCode, 1);
  }

  void whatIsNotGivenIsTheCardThatARunComputesOn() {
    const QString card = "MASU_TRAIN='" + path("on-card") + "' ";
    const QString driver = "LD_LIBRARY_PATH='" + path("driver") + "' ";
    const QJsonObject here = estimate({}, card + driver);
    QCOMPARE(here[u"device"].toString(), QStringLiteral("NVIDIA GeForce RTX 4060"));
    QVERIFY(here[u"device_memory_bytes"].toDouble() > 0);
    QCOMPARE(here[u"device_flops"][u"f32"].toDouble(), 15.1e12);
    QCOMPARE(estimate({"--device", "auto"}, card + driver)[u"device"], here[u"device"]);
    // A card that LibTorch was not built for, and a worker whose card no driver knows of.
    QCOMPARE(estimate({}, driver)[u"device"].toString(), QStringLiteral("host"));
    QCOMPARE(estimate({}, card)[u"device"].toString(), QStringLiteral("host"));
  }

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  Ran run(const QStringList& options, const QString& environment = {}) const {
    QString line = "XDG_CONFIG_HOME='" + path("config") + "' XDG_DATA_HOME='" + path("data") + "' " + environment +
                   "\"$MASU\" estimate '" + path("c.h5") + "' --model mlp --json";
    for (const QString& option : options) line += " '" + option + "'";
    return runShell(line);
  }
  QJsonObject estimate(const QStringList& options, const QString& environment = {}) const {
    const Ran ran = run(options, environment);
    if (ran.exitCode != 0) qWarning("%s", ran.errors.constData());
    return ran.json();
  }

  QTemporaryDir m_dir;
};

MASU_TEST(CliDevicesTest)
#include "devices_test.moc"
