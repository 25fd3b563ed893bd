// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/labelling.h"

#include <QTest>
#include <fstream>

#include "core/ingest/survey.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

class LabellingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLabelThatIsNotUtf8IsRefused_data();
  void aLabelThatIsNotUtf8IsRefused();
  void aGroupThatIsNotUtf8IsRefused();

 private:
  RecordingsPlan surveyed(const ImportOptions& options);

  Progress m_progress;
};

/// Throws where the survey fails.
RecordingsPlan LabellingTest::surveyed(const ImportOptions& options) {
  return surveyRecordings(options, {{}, m_progress}).value().recordings();
}

void LabellingTest::aLabelThatIsNotUtf8IsRefused_data() {
  QTest::addColumn<std::string>("rule");
  QTest::newRow("folder") << std::string("folder");
  QTest::newRow("list") << std::string("csv:labels.csv");
}

/// Both folders would be the class of an unreadable sign.
void LabellingTest::aLabelThatIsNotUtf8IsRefused() {
  QFETCH(const std::string, rule);
  const RecordingFolder folder;
  std::string list = "name,label\n";
  for (const char* name : {"caf\xe9/1.wav", "caf\xe8/2.wav", "caf\xc3\xa9/3.wav"}) {
    folder.add(name, 10);
    list += std::string(name).substr(std::string(name).find('/') + 1) + ',' +
            std::string(name).substr(0, std::string(name).find('/')) + '\n';
  }
  std::ofstream(folder.recordings() / "labels.csv") << list;
  ImportOptions options = folder.options(10, rule);
  const RecordingsPlan plan = surveyed(options);
  int refused = 0;
  for (const RecordingPlan& recording : plan.files) {
    if (!recording.path.ends_with(".wav")) continue;
    const bool isReadable = recording.path.ends_with("3.wav");
    QCOMPARE(recording.unlabelled, !isReadable);
    QCOMPARE(recording.problem.empty(), isReadable);
    refused += isReadable ? 0 : 1;
    if (isReadable) QCOMPARE(recording.label, std::string("caf\xc3\xa9"));
  }
  QCOMPARE(refused, 2);
}

void LabellingTest::aGroupThatIsNotUtf8IsRefused() {
  const RecordingFolder folder;
  folder.add("one/\xe9_1.wav", 10);
  folder.add("one/e_2.wav", 10);
  ImportOptions options = folder.options(10, "folder");
  options.recordings.groupFrom = "name:^(.)_";
  const RecordingsPlan plan = surveyed(options);
  QCOMPARE(plan.files.size(), std::size_t{2});
  QVERIFY(plan.files[0].problem.empty() && plan.files[0].group == "e");
  QVERIFY(!plan.files[1].problem.empty() && !plan.files[1].unlabelled);
}

MASU_TEST(LabellingTest)
#include "labelling_test.moc"
