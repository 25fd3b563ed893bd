// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/data_note.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
using metrics::DataNote;

class DataNoteTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  Result<DataNote> read(const std::string& text) const {
    const std::filesystem::path run = m_folder.path().toStdString();
    std::ofstream(run / "data.json") << text;
    return metrics::readDataNote(run);
  }

 private Q_SLOTS:
  void whatIsWrittenIsRead() {
    const DataNote note{.dataset = "öl \"枡\".h5",
                        .uuid = "11111111-2222",
                        .edition = 3,
                        .labels = "ab12",
                        .samples = std::uint64_t{1} << 60U,
                        .classes = {"no", "", "yes\n"},
                        .manifest = "mine",
                        .splitHash = "00ff",
                        .order = "masu9.9",
                        .train = 5,
                        .validation = 6,
                        .test = 7};
    const auto back = read(metrics::toJson(note));
    QVERIFY(back);
    QCOMPARE(metrics::toJson(*back), metrics::toJson(note));
    QCOMPARE(back->uuid, note.uuid);
    QCOMPARE(back->edition, note.edition);
    QCOMPARE(back->labels, note.labels);
    QCOMPARE(back->splitHash, note.splitHash);
    QCOMPARE(back->order, note.order);
    QCOMPARE(back->samples, note.samples);
    QCOMPARE(back->classes, note.classes);
  }

  /// The order of a run that learned before orders had a version.
  void aNoteOfAnEarlierVersionHasTheFirstOrder() {
    const auto note = read(R"({"dataset_uuid": "u", "split_hash": "h"})");
    QVERIFY(note);
    QCOMPARE(note->order, std::string("masu1.2"));
    QCOMPARE(note->train, std::uint64_t{0});
  }

  void aDamagedNoteIsASentence_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "[3]", "{", "null", R"({"dataset_uuid": "u"})", R"({"split_hash": "h"})",
                             R"({"dataset_uuid": 5, "split_hash": "h"})",
                             R"({"dataset_uuid": "u", "split_hash": "h", "order": 3})",
                             R"({"dataset_uuid": "u", "split_hash": "h", "samples": -1})"}) {
      QTest::newRow(text) << text;
    }
  }
  void aDamagedNoteIsASentence() {
    QFETCH(const QString, text);
    const auto note = read(text.toStdString());
    QVERIFY(!note);
    QCOMPARE(note.error().code, Errc::format);
    QVERIFY(note.error().message.english().find("data.json is damaged") != std::string::npos);
  }

  void aRunWithoutANoteIsASentence() {
    const auto note = metrics::readDataNote("/no run");
    QVERIFY(!note);
    QCOMPARE(note.error().code, Errc::notFound);
  }
};

MASU_TEST(DataNoteTest)
#include "data_note_test.moc"
