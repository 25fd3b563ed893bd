// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/shards/plan/export_plan.h"
#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using table::DType;

/// What an export writes otherwise than a person may think.
class ExportNotesTest : public QObject {
  Q_OBJECT

  FakeDataset m_dataset{3};

  static std::string sentencesOf(const Result<std::vector<Message>>& notes) {
    std::string text;
    for (const Message& note : notes.value()) text += note.english() + "\n";
    return text;
  }

 private Q_SLOTS:
  void initTestCase() {
    m_dataset.add("features", DType::f64, {1}, 3, std::vector<double>(3));
    m_dataset.add("labels", DType::f64, {}, 3, std::vector<double>(3));
    m_dataset.add("kept/score", DType::f64, {}, 3, std::vector<double>(3));
    m_dataset.add("weights", DType::f32, {}, 3, std::vector<float>(3));
    using table::Role;
    for (const auto& [name, role] : {std::pair("begin", Role::feature), std::pair("end", Role::kept),
                                     std::pair("made", Role::ignored), std::pair("size", Role::feature)}) {
      table::Column& column = m_dataset.editMeta().schema.columns.emplace_back();
      column.name = name;
      column.role = role;
      column.origin = 86400;
      if (column.name != "size") column.kind = table::Kind::time;
    }
  }

  void timesAreSecondsAfterTheirOrigin() {
    const auto notes = exportNotes(m_dataset, {});
    QVERIFY(notes);
    QCOMPARE(notes->size(), std::size_t{2});
    const std::string sentences = sentencesOf(notes);
    for (const char* part : {"begin", "end", "1970-01-02"})
      QVERIFY2(sentences.find(part) != std::string::npos, sentences.c_str());
    // What a trainer sees holds no columns that were only kept.
    ShardOptions encoded;
    encoded.encoded = true;
    QCOMPARE(exportNotes(m_dataset, encoded)->size(), std::size_t{1});
  }

  void narrowerFormatsSayWhatTheyRound() {
    ShardOptions options;
    options.format = Format::tfrecord;
    const auto notes = exportNotes(m_dataset, options);
    QVERIFY(notes);
    QCOMPARE(notes->size(), std::size_t{3});
    const std::string first = notes->front().english();
    QVERIFY2(first.find("features, labels, kept/score") != std::string::npos, first.c_str());
    QVERIFY2(first.find("weights") == std::string::npos, first.c_str());
    // What was asked for as floats is no surprise.
    options.type = DType::f32;
    QVERIFY(exportNotes(m_dataset, options)->front().english().find("features") == std::string::npos);
    options.type = {};
    options.encoded = true;
    const std::string encoded = exportNotes(m_dataset, options)->front().english();
    QVERIFY2(encoded.find("labels") != std::string::npos, encoded.c_str());
    QVERIFY2(encoded.find("kept") == std::string::npos && encoded.find("features") == std::string::npos,
             encoded.c_str());
  }

  void aTypeThatTheFormatDoesNotHaveIsRefused() {
    ShardOptions options;
    options.type = DType::f64;
    options.format = Format::tfrecord;
    const auto refused = exportNotes(m_dataset, options);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::invalidArgument);
    QVERIFY(refused.error().message.english().find("--dtype f32") != std::string::npos);
    options.format = Format::npy;
    QVERIFY(exportNotes(m_dataset, options));
  }
};

MASU_TEST(ExportNotesTest)
#include "export_notes_test.moc"
