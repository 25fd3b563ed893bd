// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/shard_blocks.h"

#include <QTemporaryDir>
#include <QTest>
#include <numeric>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;

/// Steps through the samples of a shard, and what their texts take.
class ShardBlocksTest : public QObject {
  Q_OBJECT

  using Samples = std::vector<std::uint64_t>;

 private Q_SLOTS:
  void blocksCoverTheShardAndEndWithChunks() {
    const ExportSplit stored("train", loader::SampleIndex::whole(1000), std::nullopt);
    for (const std::uint64_t first : {0U, 1U, 63U, 64U, 500U}) {
      for (const std::uint64_t block : {0U, 1U, 7U, 64U, 100U, 5000U}) {
        for (const std::uint64_t chunk : {0U, 1U, 64U, 4096U}) {
          const Shard shard{&stored, 0, first, 1000 - first};
          Samples all;
          QVERIFY(each(shard, block, chunk, [&](const Samples& samples) {
            QVERIFY(!samples.empty() && samples.size() <= std::max<std::uint64_t>(block, 1));
            const std::uint64_t end = samples.back() + 1;
            // Either it ends where a chunk does, or where the shard does, or no chunk begins within it.
            if (chunk > 0 && end % chunk != 0 && end != 1000) QCOMPARE(samples.front() / chunk, (end - 1) / chunk);
            all.insert(all.end(), samples.begin(), samples.end());
          }));
          Samples expected(1000 - first);
          std::iota(expected.begin(), expected.end(), first);
          QCOMPARE(all, expected);
        }
      }
    }
  }

  void aShuffledShardHasItsOwnSamples() {
    const ExportSplit shuffled("train", loader::SampleIndex::whole(1000), 5);
    const Shard shard{&shuffled, 3, 250, 500};
    Samples all;
    QVERIFY(each(shard, 64, 100, [&](const Samples& samples) {
      QVERIFY(!samples.empty() && samples.size() <= 64);
      all.insert(all.end(), samples.begin(), samples.end());
    }));
    Samples expected(500);
    shuffled.samplesAt(250, expected);
    QCOMPARE(all, expected);
  }

  void anErrorOrAStopEndsTheSteps() {
    const ExportSplit stored("train", loader::SampleIndex::whole(100), std::nullopt);
    const Shard shard{&stored, 0, 0, 100};
    int steps = 0;
    const auto failed = forBlocks(shard, 10, 1, {{}, m_progress}, [&](auto) -> Result<void> {
      if (++steps == 3) return fail(Errc::noSpace, "Full.");
      return {};
    });
    QVERIFY(!failed && failed.error().code == Errc::noSpace);
    QCOMPARE(steps, 3);
    std::stop_source stop;
    steps = 0;
    const auto stopped = forBlocks(shard, 10, 1, {stop.get_token(), m_progress}, [&](auto) -> Result<void> {
      if (++steps == 2) stop.request_stop();
      return {};
    });
    QVERIFY(!stopped && stopped.error().code == Errc::cancelled);
    QCOMPARE(steps, 2);
  }

  void textsTakeTheirBytes() {
    const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "table.h5";
    const auto made = test::makeTable(file, 300, store::Compression::none);
    QVERIFY(made);
    const store::Dataset& dataset = **made;
    const std::vector<std::string> notes = dataset.readTexts("note", 0, 300).value();
    const ArrayFields fields(dataset, {});
    QCOMPARE(fields.texts().size(), std::size_t{1});
    SampleReader reader(dataset, {});

    const Samples some = {299, 0, 7, 8, 5};
    const auto bytes = bytesWithTexts(fields.texts(), 100, 3, reader, some);
    QVERIFY(bytes.has_value());
    for (std::size_t i = 0; i < some.size(); ++i) QCOMPARE((*bytes)[i], 103 + notes[some[i]].size());
    QCOMPARE(*bytesWithTexts({}, 100, 3, reader, some), Samples(5, 100));

    // Whatever fits into a block of memory at once.
    const ExportSplit stored("train", loader::SampleIndex::whole(300), std::nullopt);
    std::uint64_t expected = 0;
    for (std::size_t i = 40; i < 240; ++i) expected += notes[i].size();
    for (const std::uint64_t blockBytes : {1U, 50U, 1U << 20U}) {
      const auto sums =
          textBytesOf(fields.texts(), {&stored, 0, 40, 200}, {reader, blockBytes}, {{}, m_progress});
      QVERIFY(sums.has_value());
      QCOMPARE(*sums, Samples{expected});
    }
  }

 private:
  template <class Body>
  bool each(const Shard& shard, std::uint64_t block, std::uint64_t chunk, Body body) {
    const auto take = [&](std::span<const std::uint64_t> samples) -> Result<void> {
      body(Samples(samples.begin(), samples.end()));
      return {};
    };
    return forBlocks(shard, block, chunk, {{}, m_progress}, take).has_value();
  }

  QTemporaryDir m_folder;
  Progress m_progress;
};

MASU_TEST(ShardBlocksTest)
#include "shard_blocks_test.moc"
