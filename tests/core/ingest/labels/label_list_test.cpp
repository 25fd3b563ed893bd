// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/label_list.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

class LabelListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesOfNoRecordingAreListed() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("list.csv").toStdString();
    std::ofstream(file, std::ios::binary) << "file,label\na/1.wav,x\ngone.wav,y\n2.wav,x\nthree,y\n4,x\n9,y\n";
    const auto list = LabelList::read(file.string(), folder.path().toStdString());
    QVERIFY2(list, list ? "" : list.error().message.english().c_str());
    QCOMPARE(list->unmatched({"a/1.wav", "b/2.wav", "b/three.flac", "take_004.wav"}),
             (std::vector<std::string>{"gone.wav", "9"}));
  }

  /// Beyond the first 256 KiB, by which its dialect is found.
  void aLongListIsReadToItsEnd() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("list.csv").toStdString();
    std::ofstream out(file, std::ios::binary);
    out << "file,label\n";
    for (int i = 0; i < 20'000; ++i) out << "recording-" << i << ".wav,word" << i % 7 << "\n";
    out.close();
    const auto list = LabelList::read(file.string(), folder.path().toStdString());
    QVERIFY2(list, list ? "" : list.error().message.english().c_str());
    QCOMPARE(list->find("recording-19999.wav"), std::optional<std::string>("word0"));
  }

  /// The label of take.wav by a list and the columns that are named of it; "?" where the columns have to be named.
  void columns_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("label");
    QTest::newRow("two columns") << "file,word\ntake.wav,yes\n"
                                 << ""
                                 << "yes";
    QTest::newRow("the second is called so") << "file,Label,speaker\ntake.wav,yes,ann\n"
                                             << ""
                                             << "yes";
    QTest::newRow("which of two") << "file,split,target\ntake.wav,train,yes\n"
                                  << ""
                                  << "?";
    QTest::newRow("which of two, without a header") << "take.wav,train,yes\ntwo.wav,test,no\n"
                                                    << ""
                                                    << "?";
    QTest::newRow("by name") << "file,split,target\ntake.wav,train,yes\n"
                             << "#file,target"
                             << "yes";
    QTest::newRow("by number") << "file,split,target\ntake.wav,train,yes\n"
                               << "#1,3"
                               << "yes";
    QTest::newRow("by number, without a header") << "take.wav,train,yes\ntwo.wav,test,no\n"
                                                 << "#1,3"
                                                 << "yes";
    QTest::newRow("a name that is a number") << "file,3,2\ntake.wav,train,yes\n"
                                             << "#file,2"
                                             << "yes";
  }
  void columns() {
    QFETCH(QString, list);
    QFETCH(QString, columns);
    QFETCH(QString, label);
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("list.csv").toStdString();
    std::ofstream(file, std::ios::binary) << list.toStdString();
    const auto read = LabelList::read(file.string() + columns.toStdString(), folder.path().toStdString());
    if (label == "?") {
      QVERIFY(!read);
      QVERIFY(read.error().message.english().find("#1,3") != std::string::npos);
      return;
    }
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QCOMPARE(read->find("take.wav").value_or(""), label.toStdString());
  }
};

MASU_TEST(LabelListTest)
#include "label_list_test.moc"
