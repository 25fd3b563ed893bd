// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/compute_facts.h"

#include <QTest>
#include <sstream>

#include "tests/fixtures/test_group.h"

using namespace masu::train;

class ComputeFactsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesTheProcessor_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("x86-64") << "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Xeon(R) @ 2.00GHz\nmodel name\t: other\n"
                            << "Xeon(R) @ 2.00GHz";
    QTest::newRow("aarch64") << "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n"
                             << "CPU implementer 0x41, part 0xd0c";
    QTest::newRow("neither") << "processor\t: 0\n"
                             << "";
  }

  void namesTheProcessor() {
    QFETCH(const QString, text);
    QFETCH(const QString, name);
    std::istringstream facts(text.toStdString());
    QCOMPARE(QString::fromStdString(processorIn(facts)), name);
  }
};

MASU_TEST(ComputeFactsTest)
#include "compute_facts_test.moc"
