// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDate>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 1'203;

/// What Python's zipfile finds wrong with a bundle, and what it holds.
constexpr auto kOpenBundle = R"PY(
import hashlib, json, struct, subprocess, sys, zipfile, zlib
with zipfile.ZipFile(sys.argv[1]) as bundle:
    assert bundle.testzip() is None
    index = json.loads(bundle.read("index.json"))
    for entry in [file for shard in index["shards"] for file in shard["files"]] + index["companions"]:
        data = bundle.read(entry["path"])
        assert len(data) == entry["bytes"], entry
        assert hashlib.sha256(data).hexdigest() == entry["sha256"], entry
    names = set(bundle.namelist())
    assert {"README.md", "croissant.json", "manifests/train.csv"} <= names, names
    rows = sum(bundle.read(s["path"]).decode().count("\n") - 1 for s in index["shards"] if s["path"].endswith(".csv"))
    listed = sum(bundle.read(f"manifests/{s}.csv").decode().count("\n") - 1 for s in ("train", "validation", "test"))
    assert listed == sum(index["samples"].values()), listed
    # From front to back, as who gets it through a pipe has to.
    with open(sys.argv[1], "rb") as file:
        for name in bundle.namelist():
            head = struct.unpack("<4s5H3I2H", file.read(30))
            assert head[0] == b"PK\x03\x04" and head[2:4] == (0x800, 0), head
            assert file.read(head[9]).decode() == name
            file.read(head[10])
            data = file.read(head[8])
            assert head[7] == head[8] and zlib.crc32(data) == head[6] and data == bundle.read(name), name
    with open(sys.argv[1], "rb") as file:
        tar = subprocess.Popen(["bsdtar", "-xOf", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        piped = tar.communicate(file.read())[0]
    assert tar.returncode == 0 and piped == b"".join(bundle.read(name) for name in bundle.namelist())
print(sum(index["samples"].values()))
)PY";

}  // namespace

/// What stands beside the shards: programs that load them, descriptions, and the bundle of all.
class ExportFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_progress = std::make_unique<Progress>();
  }

  void programsOfTheReadmeTrainOnEverySample_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("waveforms");
    QTest::addColumn<bool>("encoded");
    QTest::addColumn<QByteArray>("ran");
    const auto row = [](Format format, const char* ran) {
      const std::string name(shards::name(format));
      QTest::newRow((name + " table").c_str()) << int(format) << false << false << QByteArray(ran);
      QTest::newRow((name + " encoded").c_str()) << int(format) << false << true << QByteArray(ran);
      QTest::newRow((name + " waveforms").c_str()) << int(format) << true << false << QByteArray(ran);
    };
    row(Format::csv, "pandas Keras PyTorch");
    row(Format::npy, "NumPy PyTorch Keras");
    row(Format::npz, "NumPy PyTorch Keras");
    row(Format::hdf5, "NumPy PyTorch Keras");
    row(Format::safetensors, "NumPy PyTorch Keras");
    row(Format::webdataset, "WebDataset");
    row(Format::tfrecord, "tf.data");
    row(Format::mds, "MosaicML");
    row(Format::zip, "PyTorch Keras");
  }

  void programsOfTheReadmeTrainOnEverySample() {
    QFETCH(int, format);
    QFETCH(bool, waveforms);
    QFETCH(bool, encoded);
    QFETCH(QByteArray, ran);
    // Groups that are named by numbers are no features.
    const auto dataset = waveforms ? test::makeWaveforms(path("w.h5"), kSamples, true)
                                   : test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    ShardOptions asked = options(static_cast<Format>(format));
    asked.encoded = encoded;
    const auto shards = writeShards(**dataset, asked, {2, 0}, job());
    QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
    const auto splits = store::SplitsFile::open((*dataset)->path(), (*dataset)->uuid(), (*dataset)->samples());
    QVERIFY(splits);
    const auto train = std::ranges::count(splits->read("default").value(), store::Split::train);
    const QStringList arguments = {MASU_RUN_SNIPPETS, QString::fromStdString(out().string()), QString::number(train),
                                   // Two numbers and four places of a category, or two channels of three frames;
                                   // nothing that was kept, no group and no weight.
                                   QStringLiteral("6")};
    const QByteArray titles = m_python.output(arguments);
    QVERIFY(!titles.isEmpty());
    for (const QByteArray& title : ran.split(' ')) QVERIFY2(titles.contains(title), titles.constData());
  }

  void bytesAreTheSameWhateverThreads_data() {
    QTest::addColumn<int>("format");
    for (const Format format : formats()) QTest::newRow(std::string(name(format)).c_str()) << int(format);
  }

  void bytesAreTheSameWhateverThreads() {
    QFETCH(int, format);
    for (const bool waveforms : {true, false}) {
      const fs::path file = path(waveforms ? "w.h5" : "t.h5");
      const auto dataset = waveforms ? test::makeWaveforms(file, 5 * kSamples)
                                     : test::makeTable(file, 5 * kSamples, store::Compression::none);
      QVERIFY(dataset);
      QVERIFY(test::split(**dataset));
      // A shard a split, whose records several threads make, and many.
      for (const std::uint64_t samples : {std::uint64_t{0}, kSamples / 3}) {
        ShardOptions asked = options(static_cast<Format>(format));
        asked.overwrite = true;
        asked.readers = 1;
        asked.shardSamples = samples;
        QVERIFY(writeShards(**dataset, asked, {1, 1 << 30}, job()));
        const auto one = test::contentsBelow(out());
        QVERIFY(!one.empty());
        for (const Resources& resources : {Resources{2, 1 << 20}, Resources{5, 1 << 10}, Resources{3, 1 << 28}}) {
          QVERIFY(writeShards(**dataset, asked, resources, job()));
          QVERIFY(test::contentsBelow(out()) == one);
        }
      }
    }
  }

  void everyFormatHasAProgram() {
    const auto dataset = test::makeTable(path("t.h5"), 50, store::Compression::none);
    QVERIFY(dataset);
    for (const Format format : formats()) {
      QVERIFY(!frameworksFor(format).empty());
      const ShardOptions asked = options(format);
      const auto text = snippetFor(**dataset, asked, frameworksFor(format).front(), "some folder");
      QVERIFY2(text, std::string(shards::name(format)).c_str());
      QVERIFY(text->find("some folder") != std::string::npos);
      QVERIFY(text->find('<') == std::string::npos);
    }
    QCOMPARE(snippetFor(**dataset, options(Format::mds), Framework::keras, "x").error().code, Errc::unsupported);
  }

  void bundleHoldsEverything() {
    const auto dataset = test::makeTable(path("t.h5"), 30'000, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    const ShardOptions asked = options(Format::zip, 8'000);
    const auto planned = planShards(**dataset, asked);
    const auto shards = writeShards(**dataset, asked, {2, 0}, job());
    QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
    QCOMPARE(shards->size(), std::size_t{1});
    QCOMPARE(shards->front().path, std::string("t.zip"));
    const double ratio = double(planned->front().bytes) / double(fs::file_size(out() / "t.zip"));
    QVERIFY2(std::abs(ratio - 1) < 0.01, qPrintable(QString::number(ratio)));
    QCOMPARE(m_python.output({"-c", kOpenBundle, QString::fromStdString((out() / "t.zip").string())}),
             QByteArray::number(29'700));
    QStringList files = QDir(QString::fromStdString(out().string())).entryList(QDir::NoDotAndDotDot | QDir::AllEntries);
    QCOMPARE(files, (QStringList{"index.json", "t.zip"}));
    QCOMPARE(writeShards(**dataset, asked, {2, 0}, job()).error().code, Errc::exists);
    ShardOptions again = asked;
    again.overwrite = true;
    const std::string before = io::readText(out() / "t.zip").value();
    QVERIFY(writeShards(**dataset, again, {1, 1 << 20}, job()));
    QVERIFY(io::readText(out() / "t.zip").value() == before);
  }

  void anotherFormatLeavesNoEmptyFolders() {
    const auto dataset = test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    QVERIFY(writeShards(**dataset, options(Format::csv, 8'000), {2, 0}, job()));
    QVERIFY(fs::is_directory(out() / "train") && fs::is_directory(out() / "test"));
    std::ofstream(out() / "test" / "mine.txt") << "keep";
    ShardOptions asked = options(Format::npz, 8'000);
    asked.overwrite = true;
    QVERIFY(writeShards(**dataset, asked, {2, 0}, job()));
    QVERIFY(!fs::exists(out() / "train") && !fs::exists(out() / "validation"));
    QVERIFY(fs::exists(out() / "test" / "mine.txt"));
  }

  void bundleListsTheSplitsThatItHolds() {
    const auto dataset = test::makeTable(path("t.h5"), 90'000, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    ShardOptions asked = options(Format::zip, 8'000);
    asked.splits = {store::Split::test, store::Split::unused};
    const auto planned = planShards(**dataset, asked);
    QVERIFY(planned && writeShards(**dataset, asked, {2, 0}, job()));
    const double ratio = double(planned->front().bytes) / double(fs::file_size(out() / "t.zip"));
    QVERIFY2(std::abs(ratio - 1) < 0.01, qPrintable(QString::number(ratio)));
    const QString zip = QString::fromStdString((out() / "t.zip").string());
    const QByteArray names = m_python.output(
        {"-c", "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\\n')", zip});
    QCOMPARE(names.count("manifests/"), 1);
    QVERIFY(names.contains("manifests/test.csv"));
  }

  void indexShowsWhatTheTrainSplitIsLike() {
    const auto dataset = test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    QVERIFY(writeShards(**dataset, options(Format::npy), {2, 0}, job()));
    const QJsonObject index = json("index.json");
    double count = 0, sum = 0, least = 1e9, most = 0;
    std::array<double, 4> cities{};
    std::array<double, 2> classes{};
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      if (i % 100 == 0 || mix64(i) % 10 >= 8) continue;
      const auto value = double(i);
      count += 1;
      sum += value;
      least = std::min(least, value);
      most = std::max(most, value);
      cities[i % 4] += 1;
      classes[i % 2] += 1;
    }
    const QJsonArray columns = index[u"columns"].toArray();
    const QJsonObject a = columns[0].toObject()[u"train"].toObject();
    QCOMPARE(a[u"count"].toDouble(), count);
    QCOMPARE(a[u"min"].toDouble(), least);
    QCOMPARE(a[u"max"].toDouble(), most);
    QVERIFY(std::abs(a[u"mean"].toDouble() - sum / count) < 1e-9);
    const QJsonObject city = columns[1].toObject()[u"train"].toObject();
    QCOMPARE(city[u"missing"].toDouble(), cities[0]);
    for (int i = 0; i < 3; ++i) QCOMPARE(city[u"counts"].toArray()[i].toDouble(), cities[std::size_t(i) + 1]);
    for (int i = 0; i < 2; ++i) {
      QCOMPARE(index[u"class_samples"].toObject()[u"train"].toArray()[i].toDouble(), classes[std::size_t(i)]);
    }
    QVERIFY(index[u"split"].toObject()[u"hash"].toString().size() == 16);
    QCOMPARE(index[u"classes"].toArray(), (QJsonArray{"no", "yes"}));
  }

  void croissantNamesFilesSplitsAndColumns() {
    const auto dataset = test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    QVERIFY(writeShards(**dataset, options(Format::csv), {2, 0}, job()));
    const QJsonObject croissant = json("croissant.json");
    QCOMPARE(croissant[u"conformsTo"].toString(), QStringLiteral("http://mlcommons.org/croissant/1.0"));
    // What the specification requires of every dataset.
    for (const char* required :
         {"@context", "@type", "description", "license", "name", "url", "creator", "datePublished", "distribution"}) {
      QVERIFY2(croissant.contains(QLatin1String(required)), required);
    }
    QVERIFY(QDate::fromString(croissant[u"datePublished"].toString(), Qt::ISODate).isValid());
    QVERIFY(QUrl(croissant[u"url"].toString()).isValid());
    int files = 0;
    for (const auto& entry : croissant[u"distribution"].toArray()) {
      const QJsonObject file = entry.toObject();
      if (file[u"@type"] != QStringLiteral("cr:FileObject")) continue;
      ++files;
      const fs::path at = out() / file[u"contentUrl"].toString().toStdString();
      QCOMPARE(file[u"contentSize"].toString(), QString::number(fs::file_size(at)) + " B");
      QCOMPARE(file[u"sha256"].toString().size(), 64);
    }
    QCOMPARE(files, 7);  // five shards, README.md and receipt.json
    QStringList sets;
    for (const auto& set : croissant[u"recordSet"].toArray()) sets << set.toObject()[u"name"].toString();
    QCOMPARE(sets, (QStringList{"splits", "classes", "train", "validation", "test"}));
  }

  void croissantDescribesEveryColumn_data() {
    QTest::addColumn<bool>("table");
    QTest::addColumn<bool>("encoded");
    for (const bool table : {true, false}) {
      for (const bool encoded : {true, false}) {
        QTest::addRow("%s%s", table ? "table" : "recordings", encoded ? ", encoded" : "") << table << encoded;
      }
    }
  }
  void croissantDescribesEveryColumn() {
    QFETCH(bool, table);
    QFETCH(bool, encoded);
    const auto dataset = table ? test::makeTable(path("t.h5"), kSamples, store::Compression::none)
                               : test::makeWaveforms(path("t.h5"), kSamples);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    ShardOptions asked = options(Format::csv);
    asked.encoded = encoded;
    QVERIFY(writeShards(**dataset, asked, {2, 0}, job()));
    const auto sets = json("croissant.json")[u"recordSet"].toArray();
    const auto train =
        std::ranges::find_if(sets, [](const auto& set) { return set.toObject()[u"name"] == QStringLiteral("train"); });
    QVERIFY(train != sets.end());
    const std::string text = io::readText(out() / "train" / "split_data_00000.csv").value();
    const QString header = QString::fromStdString(text.substr(0, text.find('\n'))).remove('"');
    QStringList columns, words;
    for (const auto& one : (*train).toObject()[u"field"].toArray()) {
      const QJsonObject field = one.toObject();
      columns << field[u"source"].toObject()[u"extract"].toObject()[u"column"].toString();
      if (field[u"dataType"] == QStringLiteral("sc:Text")) words << columns.back();
    }
    QCOMPARE(columns.join(',').remove('"'), header);
    QCOMPARE(words.isEmpty(), encoded);
    if (!table) QCOMPARE(columns.contains("group"), !encoded && (*dataset)->find("group") != nullptr);
  }

  void encodedFillsWithTheMeanOfTheTrainSplit() {
    const auto dataset = test::makeTable(path("t.h5"), kSamples, store::Compression::none, true);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    double sum = 0, count = 0;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      if (i % 100 == 0 || mix64(i) % 10 >= 8 || i % 7 == 0) continue;
      sum += double(float(i) / 3.0F);
      count += 1;
    }
    for (const Format format : {Format::npy, Format::csv}) {
      ShardOptions asked = options(format, 2000);
      asked.splits = {store::Split::test};
      asked.encoded = true;
      asked.overwrite = true;
      const auto shards = writeShards(**dataset, asked, {2, 0}, job());
      QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
      const char* read = format == Format::npy ? "x = np.load(sys.argv[1])"
                                               : "x = pd.read_csv(sys.argv[1])[['a', 'b']].to_numpy('f4')";
      const QByteArray filled =
          m_python.output({"-c",
                           QStringLiteral("import sys, numpy as np, pandas as pd; %1; assert not np.isnan(x).any();"
                                          "v = set(float(b) for a, b in x if a % 7 == 0); assert len(v) == 1;"
                                          "print(v.pop())")
                               .arg(read),
                           QString::fromStdString((out() / shards->front().path).string())});
      QCOMPARE(filled.toFloat(), float(sum / count));
    }
  }

  void typeOfTheFeaturesCanBeChosen() {
    const auto dataset = test::makeWaveforms(path("w.h5"), 100);
    QVERIFY(dataset);
    ShardOptions asked = options(Format::npy, 100);
    for (const table::DType type : {table::DType::f64, table::DType::f16, table::DType::i32}) {
      asked.type = type;
      asked.overwrite = true;
      const auto shards = writeShards(**dataset, asked, {1, 0}, job());
      QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
      const QByteArray sum = m_python.output(
          {"-c", "import sys, numpy as np; x = np.load(sys.argv[1]); print(x.dtype, int(x.sum(dtype='f8')))",
           QString::fromStdString((out() / shards->front().files.front().path).string())});
      // Sample i holds 10 i … 10 i + 5.
      const QByteArray name = type == table::DType::f64 ? "float64" : type == table::DType::f16 ? "float16" : "int32";
      QCOMPARE(sum, name + " 298500");
    }
    asked.type = table::DType::u8;
    QCOMPARE(writeShards(**dataset, asked, {1, 0}, job()).error().code, Errc::unsupported);
  }

  void typeThatDoesNotReachEveryValueIsRefused() {
    store::DatasetMeta meta;
    meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020104";
    for (const char* name : {"near", "far"}) meta.schema.columns.emplace_back().name = name;
    store::ObjectInfo features;
    features.name = "features";
    features.sampleShape = {2};
    const std::vector<float> values = {1, -65504, 2, -65519, 3, 65519};
    for (std::size_t i = 0; i < values.size(); ++i) meta.schema.columns[i % 2].stats.add(values[i]);
    for (const float far : {65519.0F, -65520.0F}) {
      auto stored = values;
      stored.back() = far;
      meta.schema.columns[1].stats.add(far);
      auto writer = store::DatasetWriter::create(path("f.h5"), {features}, {.overwrite = true, .sync = false});
      QVERIFY(writer && (*writer)->write(0, 0, std::as_bytes(std::span(stored))));
      QVERIFY((*writer)->finish(3, meta, job()));
      const auto dataset = store::Dataset::open(path("f.h5"));
      QVERIFY(dataset);
      ShardOptions asked = options(Format::npy);
      asked.type = table::DType::f16;
      asked.overwrite = true;
      const auto shards = writeShards(**dataset, asked, {1, 0}, job());
      QCOMPARE(shards.has_value(), far > 0);
      if (!shards) QVERIFY(shards.error().message.english().find("far reaches -65520") != std::string::npos);
    }
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  fs::path out() const { return path("out"); }
  JobContext job() const { return {{}, *m_progress}; }
  ShardOptions options(Format format, std::uint64_t shardSamples = 400) const {
    ShardOptions asked;
    asked.format = format;
    asked.out = out();
    asked.shardSamples = shardSamples;
    return asked;
  }
  QJsonObject json(const char* name) const {
    return QJsonDocument::fromJson(QByteArray::fromStdString(io::readText(out() / name).value())).object();
  }

  /// The stand-in of tensorflow comes first: torch would put one of its own into the modules.
  test::ForkedPython m_python{
      {MASU_FIXTURES "/readers/stand_ins", "tensorflow", "numpy", "pandas", "h5py", "torch"}};
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Progress> m_progress;
};

MASU_TEST(ExportFilesTest)
#include "export_files_test.moc"
