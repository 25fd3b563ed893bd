// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of labels as they are read. What becomes of them: label_task_test.
#include "core/tasks/labels/label_list.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

class LabelListTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 300;

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::makeTable(in("F.h5"), kSamples, store::Compression::none);
    QVERIFY(made);
    m_dataset = *made;
  }

  void samplesComeInTheirOrder() {
    const auto labels = read("sample,label\n299,last\n0,first\n7,\"a, \"\"b\"\"\"\n");
    QVERIFY2(labels, sentence(labels).c_str());
    QCOMPARE(shown(*labels), std::string("0=first 7=a, \"b\" 299=last "));
  }

  void columnsAreFoundByTheirNames() {
    const std::string expected = "5=x 6=y ";
    for (const char* text : {"sample,label\n5,x\n6,y\n", "label,sample\nx,5\ny,6\n",
                             "a,label,b,sample\n0,x,0,5\n1,y,1,6\n", "position,label,source\n5,x,made.csv\n6,y,made\n",
                             "sample,source,position,label\n5,made.csv,5,x\n6,made.csv,6,y\n",
                             // A place that is not whole is none.
                             "sample,source,label\n5,other,x\n6,,y\n", "sample,label\r\n5,x\r\n\r\n6,y\r\n"}) {
      const auto labels = read(text);
      QVERIFY2(labels, sentence(labels).c_str());
      QCOMPARE(shown(*labels), expected);
    }
  }

  void aListOfNothingIsEmpty() {
    for (const char* text : {"sample,label\n", "sample,label", "source,position,label\n"}) {
      const auto labels = read(text);
      QVERIFY2(labels, sentence(labels).c_str());
      QVERIFY(labels->empty());
    }
  }

  void aHeaderWithoutTheColumnsIsRefused() {
    for (const char* text : {"", "\n\n", "5,x\n", "sample\n5\n", "label\nx\n", "source,label\nmade,x\n",
                             "position,label\n5,x\n", "Sample,Label\n5,x\n"}) {
      const auto labels = read(text);
      QVERIFY2(!labels, text);
      QCOMPARE(labels.error().code, Errc::format);
      QVERIFY(sentence(labels).find("must begin with a header") != std::string::npos);
      QCOMPARE(labels.error().source.line, std::uint64_t{1});
    }
  }

  void linesThatFitNoSampleAreNamed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("beyond the last") << QByteArray("sample,label\n299,x\n300,y\n") << QByteArray("3")
                                     << QByteArray("names no sample of the dataset");
    QTest::newRow("no whole number") << QByteArray("sample,label\n1.5,x\n-1,x\n,x\nx,x\n") << QByteArray("2, 3, 4, 5")
                                     << QByteArray("names no sample of the dataset");
    QTest::newRow("too few fields") << QByteArray("sample,label\n1,x\n2\n") << QByteArray("3")
                                    << QByteArray("gives no class");
    QTest::newRow("after a line break in quotes")
        << QByteArray("sample,label\n1,\"a\nb\"\n2,\n") << QByteArray("4") << QByteArray("gives no class");
    QTest::newRow("too many fields") << QByteArray("sample,label\n1,x\n2,x,y\n") << QByteArray("3")
                                     << QByteArray("has more cells than the header");
    QTest::newRow("a quote that never closes")
        << QByteArray("sample,label\n1,\"x\n2,y\n") << QByteArray("2") << QByteArray("has a quote that never closes");
    // The first line that names a sample is no fault, and the lines are in the order of the file.
    QTest::newRow("again") << QByteArray("sample,label\n9,x\n8,x\n9,x\n8,x\n8,x\n") << QByteArray("4, 5, 6")
                           << QByteArray("names a sample that another line names");
    QTest::newRow("another place") << QByteArray("sample,source,position,label\n5,made.csv,6,x\n6,made.csv,6,x\n")
                                   << QByteArray("2") << QByteArray("not at that source and position");
    QTest::newRow("no such place") << QByteArray("source,position,label\nmade.csv,300,x\nmade.csv,x,x\nother,1,x\n")
                                   << QByteArray("2, 3, 4") << QByteArray("where the dataset has no sample");
    QTest::newRow("a place again") << QByteArray("source,position,label\nmade.csv,1,x\nmade,1,x\n") << QByteArray("3")
                                   << QByteArray("names a sample that another line names");
  }
  void linesThatFitNoSampleAreNamed() {
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, lines);
    QFETCH(const QByteArray, reason);
    const auto labels = read(text.constData());
    QVERIFY(!labels);
    QCOMPARE(labels.error().code, Errc::invalidArgument);
    const std::string numbers = "lines cannot be used: " + lines.toStdString() + ".";
    QCOMPARE(sentence(labels).find(numbers) != std::string::npos, lines.contains(','));
    const std::string first = "Line " + lines.split(',').first().toStdString() + " of ";
    QVERIFY2(sentence(labels).find(first) != std::string::npos, sentence(labels).c_str());
    QVERIFY2(sentence(labels).find(" " + reason.toStdString()) != std::string::npos, sentence(labels).c_str());
    QCOMPARE(std::to_string(labels.error().source.line), lines.split(',').first().toStdString());
  }

  void aColumnThatIsNamedTwiceIsRefused() {
    const auto labels = read("sample,label,label\n1,x,y\n");
    QVERIFY(!labels);
    QCOMPARE(labels.error().code, Errc::format);
    QVERIFY2(sentence(labels).find("names the column label twice") != std::string::npos, sentence(labels).c_str());
  }

  void ofManyLinesTheFirstAreNamed() {
    std::string text = "sample,label\n";
    for (int i = 0; i < 100; ++i) text += "1000,x\n";
    const auto labels = read(text.c_str());
    QVERIFY(!labels);
    QVERIFY2(sentence(labels).find("100 lines cannot be used: 2, 3, ") != std::string::npos, sentence(labels).c_str());
    QVERIFY(sentence(labels).find(" 20, 21 ….") != std::string::npos);
    QVERIFY(sentence(labels).find(", 22") == std::string::npos);
  }

  void noFileIsReported() {
    Progress progress;
    const auto labels = readLabelList(*m_dataset, in("none.csv"), {{}, progress});
    QVERIFY(!labels);
    QCOMPARE(labels.error().code, Errc::notFound);
  }

  void aStoppedReadingIsCancelled() {
    std::ofstream(in("list.csv")) << "sample,label\n5,x\n";
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto labels = readLabelList(*m_dataset, in("list.csv"), {stop.get_token(), progress});
    QVERIFY(!labels);
    QCOMPARE(labels.error().code, Errc::cancelled);
  }

 private:
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
  Result<std::vector<NamedLabel>> read(const char* text) const {
    std::ofstream(in("list.csv"), std::ios::binary) << text;
    Progress progress;
    return readLabelList(*m_dataset, in("list.csv"), {{}, progress});
  }
  static std::string sentence(const Result<std::vector<NamedLabel>>& labels) {
    return labels ? std::string() : labels.error().message.english();
  }
  static std::string shown(const std::vector<NamedLabel>& labels) {
    std::string text;
    for (const NamedLabel& label : labels) text += std::to_string(label.sample) + "=" + label.className + " ";
    return text;
  }

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;
};

MASU_TEST(LabelListTest)
#include "label_list_test.moc"
