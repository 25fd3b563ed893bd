// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/suspect_list.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/io/file.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

/// Suspects of a table whose samples are the records of one source, and of recordings that do not say where from.
class SuspectListTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 50'000;

 private Q_SLOTS:
  void initTestCase() {
    const auto table = test::makeTable(in("table.h5"), kSamples, store::Compression::none);
    const auto waves = test::makeWaveforms(in("waves.h5"), 100);
    QVERIFY(table && waves);
    m_table = *table;
    m_waves = *waves;
  }

  void placesAreBesideTheirSamples() {
    const std::vector<std::uint64_t> samples = {7, 49'999, 0, 7, 12'345};
    const auto named = namedSamples(*m_table, samples);
    QVERIFY2(named, named ? "" : named.error().message.english().c_str());
    QCOMPARE(named->size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
      QCOMPARE((*named)[i].sample, samples[i]);
      QCOMPARE((*named)[i].source, std::optional<std::string>("made.csv"));
      QCOMPARE((*named)[i].position, std::optional<std::uint64_t>(samples[i]));
    }
    QVERIFY(namedSamples(*m_table, {})->empty());
  }

  void withoutPlacesThereAreNumbers() {
    const auto named = namedSamples(*m_waves, {5, 3});
    QVERIFY(named.has_value());
    QCOMPARE((*named)[0].sample, std::uint64_t{5});
    QVERIFY(!(*named)[0].source && !(*named)[1].position);
    QCOMPARE(written(*m_waves, {{5, 0, 1, 0.25F, -0.5F}}),
             std::string("sample,label,proposed,confidence,margin\n5,no,yes,0.25,-0.5\n"));
  }

  void rowsKeepTheirOrder() {
    const std::vector<Suspect> suspects = {{12, 1, 0, 0.1F, -0.8F}, {3, 0, 1, 0.0F, -1.0F}, {11, 1, 0, 1e-9F, 0.0F}};
    QCOMPARE(written(*m_table, suspects),
             std::string("sample,source,position,label,proposed,confidence,margin\n"
                         "12,made.csv,12,yes,no,0.1,-0.8\n"
                         "3,made.csv,3,no,yes,0,-1\n"
                         "11,made.csv,11,yes,no,1e-09,0\n"));
  }

  void withoutSuspectsThereIsAHeader() {
    QCOMPARE(written(*m_table, {}), std::string("sample,source,position,label,proposed,confidence,margin\n"));
  }

  /// More than is written at a time.
  void everySuspectHasARow() {
    std::vector<Suspect> suspects;
    for (std::uint64_t sample = kSamples; sample-- > 0;) suspects.push_back({sample, 0, 1, 0.125F, -0.75F});
    const std::string text = written(*m_table, suspects);
    QVERIFY(text.size() > (std::size_t{1} << 20U));
    std::string expected = "sample,source,position,label,proposed,confidence,margin\n";
    for (const Suspect& suspect : suspects) {
      const std::string number = std::to_string(suspect.sample);
      expected += number + ",made.csv," + number + ",no,yes,0.125,-0.75\n";
    }
    QVERIFY(text == expected);
  }

 private:
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  /// The list of these suspects; the sentence of an error.
  std::string written(const store::Dataset& dataset, const std::vector<Suspect>& suspects) const {
    auto file = io::AtomicFile::create(in("list.csv"), io::Overwrite::yes);
    if (!file) return file.error().message.english();
    if (const auto wrote = writeSuspects(dataset, suspects, *file); !wrote) return wrote.error().message.english();
    return io::readText(in("list.csv")).value();
  }

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_table;
  std::shared_ptr<const store::Dataset> m_waves;
};

MASU_TEST(SuspectListTest)
#include "suspect_list_test.moc"
