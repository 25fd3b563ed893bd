// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/conversion.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <set>

#include "core/base/half.h"
#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using rewrite::Conversion;
using rewrite::ConversionOptions;
using store::Compression;
using table::DType;
namespace fs = std::filesystem;

/// A dataset in another type or compression, decided on before its values are read. By which way numbers go:
/// feature_conversion_test; on several machines: part_conversion_test.
class ConversionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void withoutFeaturesThereIsNoTypeToChange() {
    const auto data = std::make_shared<FakeDataset>(2);
    data->add<std::uint8_t>("labels", DType::u8, {}, 2, {0, 1});
    const auto refused = Conversion::plan(data, {DType::f16, {}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    QVERIFY(refused.error().message.english().find("fake.h5") != std::string::npos);
    QVERIFY(Conversion::plan(data, {{}, Compression::gzip}));
  }

  void onlyFeaturesBecomeAnotherType() {
    const auto data = numbers();
    const auto conversion = Conversion::plan(data, {DType::f16, {}});
    QVERIFY2(conversion, conversion ? "" : conversion.error().message.english().c_str());
    QCOMPARE(conversion->objects().size(), std::size_t{2});
    QCOMPARE(conversion->objects()[0].dtype, DType::f16);
    QCOMPARE(conversion->objects()[1].dtype, DType::u8);
    auto meters = conversion->meters();
    QCOMPARE(meters.size(), std::size_t{2});
    std::vector<std::byte> samples = bytesOf(kValues);
    conversion->change(*data->find("features"), samples, meters);
    QCOMPARE(samples.size(), kValues.size() * sizeof(std::uint16_t));
    for (std::size_t i = 0; i < kValues.size(); ++i) {
      std::uint16_t half = 0;
      std::memcpy(&half, samples.data() + i * sizeof half, sizeof half);
      if (!std::isnan(kValues[i])) QCOMPARE(half, halfFromDouble(static_cast<double>(kValues[i])));
    }
    std::vector<std::byte> labels(4, std::byte{1});
    conversion->change(*data->find("labels"), labels, meters);
    QCOMPARE(labels, std::vector<std::byte>(4, std::byte{1}));
  }

  void theSameTypeChangesNothing() {
    const auto data = numbers();
    const auto conversion = Conversion::plan(data, {DType::f32, Compression::zstd});
    QVERIFY(conversion.has_value());
    auto meters = conversion->meters();
    QVERIFY(meters.empty());
    std::vector<std::byte> samples = bytesOf(kValues);
    conversion->change(*data->find("features"), samples, meters);
    QCOMPARE(samples, bytesOf(kValues));
    const store::DatasetMeta meta = conversion->meta(meters);
    for (const table::Column& column : meta.schema.columns)
      QVERIFY(column.stored == DType::f32 && column.stats.maxError == 0 && column.loss.squaredError == 0);
  }

  /// However samples are divided among threads and machines.
  void lossesOfPartsAreThoseOfAll() {
    const auto data = numbers();
    const auto conversion = Conversion::plan(data, {DType::f16, {}});
    QVERIFY(conversion.has_value());
    const auto lossOf = [&](std::size_t cut) {
      auto all = conversion->meters();
      const auto at = kValues.begin() + static_cast<std::ptrdiff_t>(cut);
      for (const std::vector<float>& part : {std::vector<float>(kValues.begin(), at),
                                             std::vector<float>(at, kValues.end())}) {
        auto meters = conversion->meters();
        std::vector<std::byte> samples = bytesOf(part);
        conversion->change(*data->find("features"), samples, meters);
        rewrite::merge(all, meters);
      }
      return conversion->meta(all).schema;
    };
    const table::Schema whole = lossOf(0);
    QVERIFY(whole.columns[0].stats.maxError == 0);
    const double lost = std::abs(static_cast<double>(kValues[1]) -
                                 static_cast<double>(floatFromHalf(halfFromDouble(static_cast<double>(kValues[1])))));
    QVERIFY(lost > 0 && whole.columns[1].stats.maxError >= lost);
    for (std::size_t cut = 2; cut < kValues.size(); cut += 2) {
      const table::Schema parts = lossOf(cut);
      for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(parts.columns[i].stored, DType::f16);
        QCOMPARE(parts.columns[i].stats.maxError, whole.columns[i].stats.maxError);
        QCOMPARE(parts.columns[i].loss.maxRelative, whole.columns[i].loss.maxRelative);
        QCOMPARE(parts.columns[i].loss.squaredError, whole.columns[i].loss.squaredError);
      }
    }
  }

  void theUuidIsOfWhatWasAsked() {
    const auto data = numbers();
    const std::vector<ConversionOptions> asked = {{},
                                                  {DType::f16, {}},
                                                  {DType::f32, {}},
                                                  {{}, Compression::none},
                                                  {{}, Compression::gzip},
                                                  {DType::f16, Compression::gzip}};
    std::set<std::string> uuids = {data->uuid()};
    for (const ConversionOptions& options : asked) {
      const std::string uuid = uuidOf(data, options);
      QCOMPARE(uuidOf(data, options), uuid);
      uuids.insert(uuid);
    }
    QCOMPARE(uuids.size(), asked.size() + 1);
    const auto other = numbers();
    other->editMeta().uuid = "0f0e0d0c-0b0a-8908-8706-050403020109";
    QVERIFY(uuidOf(other, {}) != uuidOf(data, {}));
  }

  void everyObjectIsCompressedAsAsked() {
    const auto made = test::makeTable(in("F.h5"), 100, Compression::none);
    QVERIFY(made);
    for (const auto compression : {std::optional<Compression>(), std::optional(Compression::lz4)}) {
      const auto conversion = Conversion::plan(*made, {{}, compression});
      QVERIFY(conversion.has_value());
      QVERIFY(conversion->objects().size() > 4);
      for (const store::ObjectInfo& object : conversion->objects()) {
        QVERIFY(object.compression == compression.value_or(Compression::none));
        // Chunks are as long as the writer makes them.
        QVERIFY(object.chunkSamples == 0 && !object.isText());
      }
    }
  }

  void whatIsWrittenHoldsTheSameValues() {
    const auto made = test::makeTable(in("F.h5"), 2500, Compression::none);
    QVERIFY(made);
    const store::Dataset& from = **made;
    const auto conversion = Conversion::plan(*made, {DType::f64, Compression::gzip});
    QVERIFY2(conversion, conversion ? "" : conversion.error().message.english().c_str());
    Progress progress;
    const auto done =
        rewrite::convertTo(in("G.h5"), {.sync = false}, *conversion, nullptr, m_resources, {{}, progress});
    QVERIFY2(done, done ? "" : done.error().message.english().c_str());
    const auto opened = store::Dataset::open(in("G.h5"));
    QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
    const store::Dataset& to = **opened;
    QCOMPARE(to.uuid(), conversion->uuid());
    QCOMPARE(to.samples(), from.samples());
    QCOMPARE(to.find("features")->dtype, DType::f64);
    for (const store::ObjectInfo& object : from.objects()) {
      if (object.element != store::Element::number) continue;
      const auto before = from.readValues(object, 0, from.samples()).value();
      const auto after = to.readValues(*to.find(object.name), 0, to.samples()).value();
      QCOMPARE(before.size(), after.size());
      for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(before[i] == after[i] || (std::isnan(before[i]) && std::isnan(after[i])));
    }
    QCOMPARE(to.readTexts("note", 0, 2500).value(), from.readTexts("note", 0, 2500).value());
  }

  void aStopLeavesNothing() {
    const auto made = test::makeTable(in("F.h5"), 2500, Compression::none);
    QVERIFY(made);
    const auto conversion = Conversion::plan(*made, {DType::f64, {}});
    QVERIFY(conversion.has_value());
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto done = rewrite::convertTo(in("G.h5"), {.sync = false}, *conversion, nullptr, m_resources,
                                         {stop.get_token(), progress});
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::cancelled);
    QVERIFY(!fs::exists(in("G.h5")));
  }

 private:
  /// Two columns, the first of numbers that a half holds.
  static inline const std::vector<float> kValues = {1, 0.1F, 2, 1000.3F, -0.5F, -3.3333F, 2048, std::nanf("")};

  fs::path in(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  static std::vector<std::byte> bytesOf(const std::vector<float>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
  }
  static std::shared_ptr<FakeDataset> numbers() {
    auto data = std::make_shared<FakeDataset>(kValues.size() / 2);
    data->editMeta().uuid = "0f0e0d0c-0b0a-8908-8706-050403020100";
    for (const std::size_t place : {0U, 1U}) {
      table::Column& column = data->editMeta().schema.columns.emplace_back();
      column.name = "column " + std::to_string(place);
      column.stored = DType::f32;
      for (std::size_t i = place; i < kValues.size(); i += 2) column.stats.add(static_cast<double>(kValues[i]));
    }
    data->add("features", DType::f32, {2}, 2, kValues);
    data->add<std::uint8_t>("labels", DType::u8, {}, 2, {0, 1, 0, 1});
    return data;
  }
  static std::string uuidOf(const std::shared_ptr<FakeDataset>& data, const ConversionOptions& options) {
    const auto conversion = Conversion::plan(data, options);
    return conversion ? conversion->uuid() : conversion.error().message.english();
  }

  Resources m_resources{2, std::uint64_t{64} << 20U};
  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(ConversionTest)
#include "conversion_test.moc"
