// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/dataset_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include <hdf5.h>

#include "core/store/splits/splits_file.h"
#include "core/store/write/dataset_writer.h"
#include "core/tasks/data/sample_rows.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using table::DType;
namespace fs = std::filesystem;

namespace {

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

table::Column column(const char* name, table::Role role, std::vector<std::string> dictionary = {}) {
  table::Column result;
  result.name = name;
  result.role = role;
  result.dictionary = std::move(dictionary);
  return result;
}

/// Three people: their columns in an order of their own, a missing number and a missing category among them.
void writePeople(const fs::path& file) {
  auto writer = store::DatasetWriter::create(file,
                                             {{.name = "features", .dtype = DType::f32, .sampleShape = {2}},
                                              {.name = "categories", .dtype = DType::u8, .sampleShape = {1}},
                                              {.name = "labels", .dtype = DType::u8},
                                              {.name = "weights", .dtype = DType::f32},
                                              {.name = "group", .dtype = DType::i32},
                                              {.name = "origin"},
                                              {.name = "kept/id", .dtype = DType::u32}},
                                             {});
  QVERIFY(writer);
  store::DatasetWriter& to = **writer;
  QVERIFY(to.write(0, 0, bytes(std::vector<float>{39, 0.1F, 50, NAN, 100000, -2.5F})));
  QVERIFY(to.write(1, 0, bytes(std::vector<std::uint8_t>{2, 0, 1})));
  QVERIFY(to.write(2, 0, bytes(std::vector<std::uint8_t>{1, 0, 1})));
  QVERIFY(to.write(3, 0, bytes(std::vector<float>{1, 0.5F, 2})));
  QVERIFY(to.write(4, 0, bytes(std::vector<std::int32_t>{0, 1, 0})));
  QVERIFY(to.write(5, 0, bytes(std::vector<store::Origin>{{0, 0}, {0, 1}, {1, 7}})));
  QVERIFY(to.write(6, 0, bytes(std::vector<std::uint32_t>{4000000000U, 2, 3})));
  QVERIFY(to.appendTexts("note", std::vector<std::string>{"first", "", "third, \"quoted\""}));
  store::DatasetMeta meta;
  meta.uuid = "people";
  meta.target = store::Target::classes;
  meta.classes = {"poor", "rich"};
  meta.groups = {"north", "south"};
  meta.sources = {{"a.csv", 1, 2, "", 0}, {"b.csv", 1, 1, "", 0}};
  using table::Role;
  meta.schema.columns = {column("age", Role::feature),     column("work", Role::category, {"office", "field"}),
                         column("note", Role::kept),       column("income", Role::label),
                         column("ignored", Role::ignored), column("gain", Role::feature),
                         column("w", Role::weight),        column("place", Role::group),
                         column("id", Role::kept)};
  Progress progress;
  QVERIFY(to.finish(3, meta, {{}, progress}));
}

void writeWaves(const fs::path& file, std::uint64_t channels) {
  auto writer =
      store::DatasetWriter::create(file, {{.name = "features", .dtype = DType::i16, .sampleShape = {channels, 3}}}, {});
  QVERIFY(writer);
  std::vector<std::int16_t> values(2 * channels * 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int16_t>(i);
  QVERIFY((*writer)->write(0, 0, bytes(values)));
  store::DatasetMeta meta;
  meta.kind = store::SampleKind::waveform;
  for (std::uint64_t i = 0; i < channels; ++i)
    meta.schema.columns.push_back(column(i == 0 ? "DE" : "FE", table::Role::feature));
  Progress progress;
  QVERIFY((*writer)->finish(2, meta, {{}, progress}));
}

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

class DatasetTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { writePeople(path("people.h5")); }

  void headShowsSamplesTheWayTheSourceDid() {
    const auto head = tasks::head({.file = path("people.h5"), .first = 0, .count = 10});
    QVERIFY(head);
    using Cells = std::vector<std::string>;
    QCOMPARE(head->columns, (Cells{"age", "work", "note", "income", "gain", "w", "place", "id"}));
    QCOMPARE(head->rows.size(), std::size_t{3});
    QCOMPARE(head->rows[0].cells, (Cells{"39", "field", "first", "rich", "0.1", "1", "north", "4000000000"}));
    QCOMPARE(head->rows[1].cells, (Cells{"50", "", "", "poor", "", "0.5", "south", "2"}));
    QCOMPARE(head->rows[2].cells, (Cells{"100000", "office", "third, \"quoted\"", "rich", "-2.5", "2", "north", "3"}));
    QCOMPARE(head->rows[2].label, std::string("rich"));
    QCOMPARE(head->rows[2].source, std::string("b.csv"));
    QCOMPARE(head->rows[2].position, std::uint64_t{7});
    QCOMPARE(head->rows[2].sample, std::uint64_t{2});
  }

  void headCountsFromWhereItIsAsked() {
    const auto head = tasks::head({.file = path("people.h5"), .first = 1, .count = 1});
    QVERIFY(head);
    QCOMPARE(head->rows.size(), std::size_t{1});
    QCOMPARE(head->rows[0].cells[0], std::string("50"));
    QCOMPARE(tasks::head({.file = path("people.h5"), .first = 3}).error().code, Errc::invalidArgument);
    const auto past = tasks::rows(**store::Dataset::open(path("people.h5")), 5, 10, 0);
    QVERIFY(past && past->rows.empty());
  }

  void headNamesTheValuesOfWaveforms() {
    writeWaves(path("one.h5"), 1);
    const auto one = tasks::head({.file = path("one.h5"), .valuesPerSample = 2});
    QVERIFY(one);
    QCOMPARE(one->columns, (std::vector<std::string>{"v[0]", "v[1]"}));
    QCOMPARE(one->rows[1].cells, (std::vector<std::string>{"3", "4"}));
    writeWaves(path("two.h5"), 2);
    const auto two = tasks::head({.file = path("two.h5")});
    QVERIFY(two);
    QCOMPARE(two->columns, (std::vector<std::string>{"DE[0]", "DE[1]", "DE[2]", "FE[0]", "FE[1]", "FE[2]"}));
    QCOMPARE(two->rows[1].cells, (std::vector<std::string>{"6", "7", "8", "9", "10", "11"}));
  }

  void infoCountsManifestsAndReportsAMissingSplitsFile() {
    writePeople(path("info.h5"));
    auto splits = store::SplitsFile::open(path("info.h5"), "people", 3);
    QVERIFY(splits);
    QVERIFY(splits->write({"default", "{}", false}, {store::Split::train, store::Split::test, store::Split::train}));
    auto info = tasks::info(path("info.h5"));
    QVERIFY(info);
    QCOMPARE(info->manifests.size(), std::size_t{1});
    QCOMPARE(info->manifests[0].counts.train, std::uint64_t{2});
    QCOMPARE(info->manifests[0].counts.test, std::uint64_t{1});
    QVERIFY(!info->splitsProblem);
    fs::remove(path("info.splits.h5"));
    info = tasks::info(path("info.h5"));
    QVERIFY(info);
    QVERIFY(info->splitsProblem.has_value());
    QCOMPARE(info->splitsProblem->code, Errc::notFound);
  }

  void verifyFindsWhatOneByteChanged() {
    constexpr std::uint64_t kSamples = 300000;
    std::vector<std::uint32_t> values(kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) values[i] = static_cast<std::uint32_t>(i * 2654435761U);
    std::vector<std::string> notes(kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) notes[i] = "note number " + std::to_string(i);
    auto writer = store::DatasetWriter::create(path("large.h5"),
                                               {{.name = "features", .dtype = DType::u32, .sampleShape = {1}}}, {});
    QVERIFY(writer && (*writer)->write(0, 0, bytes(values)) && (*writer)->appendTexts("note", notes));
    Progress progress;
    store::DatasetMeta meta;
    meta.schema.columns.push_back(column("x", table::Role::feature));
    QVERIFY((*writer)->finish(kSamples, meta, {{}, progress}));
    auto outcome = tasks::verify(path("large.h5"), {.threads = 3}, {{}, progress});
    QVERIFY(outcome);
    QVERIFY(outcome->damaged.empty());
    QCOMPARE(progress.done(), progress.total());
    std::uint64_t chunks = 0;
    const auto opened = *store::Dataset::open(path("large.h5"));
    for (const auto& object : opened->objects()) chunks += object.chunks();
    QCOMPARE(outcome->chunks, chunks);

    damage(path("large.h5"), std::string_view(reinterpret_cast<const char*>(&values[200000]), 8));
    damage(path("large.h5"), "note number 123456n");
    outcome = tasks::verify(path("large.h5"), {.threads = 3}, {{}, progress});
    QVERIFY(outcome);
    QCOMPARE(outcome->damaged.size(), std::size_t{2});
    const auto covers = [&](const char* object, std::uint64_t sample) {
      return std::ranges::any_of(outcome->damaged, [&](const tasks::Damage& damage) {
        return damage.object == object && damage.firstSample <= sample && sample < damage.firstSample + damage.samples;
      });
    };
    QVERIFY(covers("features", 200000));
    QVERIFY(covers("kept/note", 123456));
    QVERIFY(!covers("features", 0) && !covers("kept/note", 0) && !covers("kept/note", kSamples - 1));
  }

  void verifyCoversWhatIsStoredBesideASplit() {
    writePeople(path("split.h5"));
    {
      const auto dataset = *store::Dataset::open(path("split.h5"));
      auto splits = store::SplitsFile::open(path("split.h5"), dataset->uuid(), 3);
      QVERIFY(splits && splits->write({"default", "{}", false}, store::Assignment(3, store::Split::train)));
    }
    const auto verified = [&] {
      Progress progress;
      return *tasks::verify(path("split.h5"), {}, {{}, progress});
    };
    const auto change = [&](const auto& make) {
      const hid_t file = H5Fopen(path("split.splits.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
      const hid_t manifest = H5Dopen2(file, "default", H5P_DEFAULT);
      const bool made = manifest >= 0 && make(manifest) >= 0;
      H5Dclose(manifest);
      H5Fclose(file);
      QVERIFY(made);
    };
    QVERIFY(verified().intact() && verified().uncovered.empty());
    change([](hid_t manifest) {
      const hid_t frozen = H5Aopen(manifest, "frozen", H5P_DEFAULT);
      const std::uint64_t yes = 1;
      const herr_t written = H5Awrite(frozen, H5T_NATIVE_UINT64, &yes);
      H5Aclose(frozen);
      return written;
    });
    QVERIFY(!verified().intact());
    QCOMPARE(
        verified().problems.at(0).message.english(),
        "The manifest default in " + path("split.splits.h5").string() + " is damaged. Draw it again, or delete it.");
    // As an earlier version wrote it.
    change([](hid_t manifest) { return H5Adelete(manifest, "description_checksum"); });
    QVERIFY(verified().intact());
    QCOMPARE(verified().uncovered, std::vector<std::string>{"split.splits.h5:/default (description)"});
  }

  void verifyStopsWhenAsked() {
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    QCOMPARE(tasks::verify(path("people.h5"), {}, {stop.get_token(), progress}).error().code, Errc::cancelled);
  }

 private:
  static void damage(const fs::path& file, std::string_view content) {
    std::string all = contentOf(file);
    const auto at = all.find(content);
    QVERIFY(at != std::string::npos);
    all[at] = static_cast<char>(all[at] ^ 1);
    std::ofstream(file, std::ios::binary).write(all.data(), static_cast<std::streamsize>(all.size()));
  }
  fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  QTemporaryDir m_folder;
};

MASU_TEST(DatasetTaskTest)
#include "dataset_task_test.moc"
