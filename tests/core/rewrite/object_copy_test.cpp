// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/object_copy.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/fake_writer.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using store::Element;
using store::ObjectInfo;
using table::DType;

namespace {

constexpr Resources kResources{3, std::uint64_t{64} << 20U};
constexpr const char* kStage = "Copying";

void nothingChanges(const ObjectInfo&, std::vector<std::byte>&) {}

/// As write() and read() have them.
std::uint64_t bytesOf(const ObjectInfo& object) {
  return object.element == Element::origin ? sizeof(store::Origin) : object.sampleBytes();
}

FakeWriter writerOf(const std::vector<ObjectInfo>& objects) {
  std::vector<std::uint64_t> bytes;
  for (const ObjectInfo& object : objects) bytes.push_back(bytesOf(object));
  return FakeWriter(bytes);
}

}  // namespace

/// The samples of a dataset come into another writer whole, each once.
class ObjectCopyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyObjectAndTextIsCopied() {
    const auto from = test::makeTable(path("from.h5"), 2500, store::Compression::gzip);
    QVERIFY2(from, from ? "" : from.error().message.english().c_str());
    std::vector<ObjectInfo> objects;
    std::ranges::copy_if((*from)->objects(), std::back_inserter(objects),
                         [](const ObjectInfo& object) { return !object.isText(); });
    QVERIFY(objects.size() > 4);
    FakeWriter to = writerOf(objects);
    Progress progress;
    const auto copied = rewrite::copyObjects({**from, to, objects, nothingChanges, kStage, kResources}, {{}, progress});
    QVERIFY2(copied, copied ? "" : copied.error().message.english().c_str());
    for (std::size_t i = 0; i < objects.size(); ++i) {
      std::vector<std::byte> wanted(2500 * bytesOf(objects[i]));
      QVERIFY((*from)->read(objects[i], 0, 2500, wanted));
      QVERIFY2(to.bytes(i) == wanted, objects[i].name.c_str());
    }
    const auto texts = (*from)->readTexts("note", 0, 2500);
    QVERIFY(texts);
    QCOMPARE(to.texts().size(), std::size_t{1});
    QVERIFY(to.texts().at("note") == *texts);
    QVERIFY(progress.stage() == kStage);
    QVERIFY(progress.unit() == Progress::Unit::bytes);
    QVERIFY(progress.total() > 0);
    QCOMPARE(progress.done(), progress.total());
  }

  /// A step is of whole chunks of what is written, so that none waits for its neighbours.
  void aChangeIsMadeByWholeChunks() {
    constexpr std::uint64_t kSamples = 200'001;
    constexpr std::uint64_t kWidth = 8;
    std::vector<float> values(kSamples * kWidth);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 100'003);
    FakeDataset from(kSamples);
    from.add("features", DType::f32, {kWidth}, 1000, values);
    std::vector<ObjectInfo> objects = from.objects();
    objects[0].dtype = DType::f64;
    FakeWriter to = writerOf(objects);
    std::atomic<bool> isAsRead = true;
    const auto widened = [&](const ObjectInfo& object, std::vector<std::byte>& samples) {
      if (object.dtype != DType::f32) isAsRead = false;
      std::vector<double> wide(samples.size() / sizeof(float));
      for (std::size_t i = 0; i < wide.size(); ++i) {
        float value = 0;
        std::memcpy(&value, samples.data() + i * sizeof(float), sizeof value);
        wide[i] = value;
      }
      samples.resize(wide.size() * sizeof(double));
      std::memcpy(samples.data(), wide.data(), samples.size());
    };
    Progress progress;
    QVERIFY(rewrite::copyObjects({from, to, objects, widened, kStage, kResources}, {{}, progress}));
    QVERIFY(isAsRead);
    QVERIFY(to.values<double>(0) == std::vector<double>(values.begin(), values.end()));
    const std::uint64_t chunk = store::chunkSamplesFor(objects[0].sampleBytes());
    QVERIFY(to.pieces().size() > 1);
    for (const FakeWriter::Piece& piece : to.pieces()) {
      QCOMPARE(piece.first % chunk, std::uint64_t{0});
      QVERIFY(piece.count % chunk == 0 || piece.first + piece.count == kSamples);
    }
  }

  void whatCannotBeReadIsAnError() {
    FakeDataset from(100);
    from.add("features", DType::f32, {1}, 10, std::vector<float>(100, 1));
    from.failAt("features", 7);
    const std::vector<ObjectInfo> objects = from.objects();
    FakeWriter to = writerOf(objects);
    Progress progress;
    const auto failed = rewrite::copyObjects({from, to, objects, nothingChanges, kStage, kResources}, {{}, progress});
    QVERIFY(!failed && failed.error().code == Errc::damaged);
  }

  void aStopIsNoSuccess() {
    FakeDataset from(100);
    from.add("features", DType::f32, {1}, 10, std::vector<float>(100, 1));
    const std::vector<ObjectInfo> objects = from.objects();
    FakeWriter to = writerOf(objects);
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto stopped =
        rewrite::copyObjects({from, to, objects, nothingChanges, kStage, kResources}, {stop.get_token(), progress});
    QVERIFY(!stopped && stopped.error().code == Errc::cancelled);
  }

  void manifestsAreCarriedWhereTheirFileIsThere() {
    const auto from = test::makeTable(path("split.h5"), 50, store::Compression::none);
    QVERIFY(from);
    QVERIFY(test::split(**from));
    const auto splits = store::SplitsFile::open((*from)->path(), (*from)->uuid(), 50);
    QVERIFY(splits);
    store::WriteOptions options;
    QVERIFY(rewrite::carryManifests(**from, options));
    QCOMPARE(options.splitsFrom.string(), splits->path().string());
    // Manifests that were there are not lost without a word.
    QVERIFY(std::filesystem::remove(splits->path()));
    store::WriteOptions none;
    QVERIFY(!rewrite::carryManifests(**from, none));
    QVERIFY(none.splitsFrom.empty());
  }

 private:
  std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

  QTemporaryDir m_folder;
};

MASU_TEST(ObjectCopyTest)
#include "object_copy_test.moc"
