// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTest>
#include <fstream>
#include <iterator>
#include <set>

#include "core/ingest/survey.h"
#include "core/store/read/dataset.h"
#include "core/store/read/stored_recordings.h"
#include "core/tasks/data/append_task.h"
#include "core/tasks/data/dataset_task.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;

namespace {

using Lengths = std::vector<int>;

template <class T>
std::string sentenceOf(const Result<T>& result) {
  return result ? std::string() : result.error().message.english();
}

std::vector<std::byte> bytesOf(const store::Dataset& dataset, const store::ObjectInfo& object) {
  const bool origin = object.element == store::Element::origin;
  std::vector<std::byte> bytes(object.samples * (origin ? sizeof(store::Origin) : object.sampleBytes()));
  if (const auto read = dataset.read(object, 0, object.samples, bytes); !read) qFatal("%s", sentenceOf(read).c_str());
  return bytes;
}

std::set<std::string> namesOf(const store::Dataset& dataset) {
  std::set<std::string> names;
  for (const store::ObjectInfo& object : dataset.storedObjects()) names.insert(object.name);
  return names;
}

/// Turns a WAV file of 16 bits and a header of 44 bytes into one of 24 bits.
void packInto24Bits(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string narrow{std::istreambuf_iterator<char>(in), {}};
  std::string wide = narrow.substr(0, 44);
  for (std::size_t at = 44; at + 1 < narrow.size(); at += 2) wide += '\0' + narrow.substr(at, 2);
  const auto put = [&wide](std::size_t at, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) wide[at + static_cast<std::size_t>(i)] = static_cast<char>(value >> (8 * i));
  };
  put(4, static_cast<std::uint32_t>(wide.size() - 8), 4);
  put(28, 24000, 4);
  put(32, 3, 2);
  put(34, 24, 2);
  put(40, static_cast<std::uint32_t>(wide.size() - 44), 4);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << wide;
}

}  // namespace

class AppendRecordingsTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};
  Resources m_resources{2, std::uint64_t{256} << 20U};

  Result<ingest::ImportReport> import(const ingest::RecordingFolder& folder, const std::vector<fs::path>& sources,
                                      const char* out, bool gzip) {
    auto options = folder.options(1000, "name:^(\\w)");
    options.sources = sources;
    options.recordings.hop = 700;
    options.recordings.keep = ingest::StoreAs::recordings;
    options.compression = gzip ? store::Compression::gzip : store::Compression::none;
    MASU_TRY(const auto plan, ingest::survey(options, m_job, m_resources));
    return ingest::load(plan, {.target = folder.dataset(out), .rejects = {}, .write = {.sync = false}}, m_resources,
                        m_job);
  }

 private Q_SLOTS:
  void givesWhatImportingAllAtOnceGives_data() {
    QTest::addColumn<Lengths>("first");
    QTest::addColumn<Lengths>("second");
    QTest::addColumn<bool>("gzip");
    const Lengths shorts = {1200, 4096, 63, 2049};
    QTest::newRow("short ones without a pyramid") << shorts << Lengths{700, 4000} << false;
    QTest::newRow("the first pyramid comes with the new ones") << shorts << Lengths{300'000, 5} << false;
    QTest::newRow("new ones too short for a pyramid") << Lengths{300'000, 70'001} << shorts << false;
    QTest::newRow("a coarser level than before") << Lengths{70'000, 10, 4097} << Lengths{65, 262'209} << false;
    QTest::newRow("compressed") << Lengths{70'000, 10} << Lengths{262'145, 100} << true;
  }
  void givesWhatImportingAllAtOnceGives() {
    QFETCH(const Lengths, first);
    QFETCH(const Lengths, second);
    QFETCH(const bool, gzip);
    const ingest::RecordingFolder folder;
    const auto add = [&](const std::string& part, const Lengths& lengths) {
      for (std::size_t i = 0; i < lengths.size(); ++i)
        folder.add(part + (i % 2 == 0 ? "/u" : "/v") + std::to_string(i) + ".wav", static_cast<std::size_t>(lengths[i]),
                   2);
    };
    add("1", first);
    add("2", second);
    add("3", {5000});
    QVERIFY(import(folder, {folder.recordings()}, "all.h5", gzip));
    const auto begun = import(folder, {folder.recordings() / "1"}, "F.h5", gzip);
    QVERIFY2(begun, sentenceOf(begun).c_str());
    for (const char* part : {"2", "3"}) {
      const auto outcome =
          tasks::append({folder.dataset("F.h5"), {folder.recordings() / part}, false, m_resources}, m_job);
      QVERIFY2(outcome, sentenceOf(outcome).c_str());
    }
    const auto grown = store::Dataset::open(folder.dataset("F.h5"));
    QVERIFY2(grown, sentenceOf(grown).c_str());
    const auto whole = *store::Dataset::open(folder.dataset("all.h5"));
    QCOMPARE((*grown)->samples(), whole->samples());
    QVERIFY(namesOf(**grown) == namesOf(*whole));
    for (const std::string& name : namesOf(*whole)) {
      const auto one = store::wholeObject(**grown, name);
      const auto other = store::wholeObject(*whole, name);
      QVERIFY2(bytesOf(**grown, *one) == bytesOf(*whole, *other), name.c_str());
    }
    QVERIFY(bytesOf(**grown, *(*grown)->find("features")) == bytesOf(*whole, *whole->find("features")));
    const auto view = store::StoredRecordings::of(*grown);
    QVERIFY(view);
    QCOMPARE(view->hasPyramid(), store::StoredRecordings::of(whole)->hasPyramid());
    const auto verified = tasks::verify(folder.dataset("F.h5"), m_resources, m_job);
    QVERIFY(verified && verified->damaged.empty() && verified->chunks > 0);
    h5pyReadsTheSame(folder);
  }

  void refusesAnotherShape() {
    const ingest::RecordingFolder folder;
    folder.add("1/u.wav", 5000, 2);
    folder.add("2/u.wav", 5000, 1);
    QVERIFY(import(folder, {folder.recordings() / "1"}, "F.h5", false));
    const auto outcome = tasks::append({folder.dataset("F.h5"), {folder.recordings() / "2"}, false, {}}, m_job);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::invalidArgument);
    QVERIFY(!fs::exists(folder.dataset("F.h5").string() + ".partial"));
  }

  void refusesAnotherScaleAndRate_data() {
    QTest::addColumn<bool>("packed");
    QTest::addColumn<int>("rate");
    QTest::addColumn<QString>("says");
    QTest::newRow("24 bits") << true << 8000 << "are i32 (8388608), those of";
    QTest::newRow("rate") << false << 16000 << "have 16000 frames a second, those of";
  }
  void refusesAnotherScaleAndRate() {
    QFETCH(const bool, packed);
    QFETCH(const int, rate);
    QFETCH(const QString, says);
    const ingest::RecordingFolder folder;
    folder.add("1/u.wav", 5000);
    folder.add("2/u.wav", 5000, 1, rate);
    if (packed) packInto24Bits(folder.recordings() / "2" / "u.wav");
    QVERIFY(import(folder, {folder.recordings() / "1"}, "F.h5", false));
    const auto outcome =
        tasks::append({folder.dataset("F.h5"), {folder.recordings() / "2"}, false, m_resources}, m_job);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::unsupported);
    QVERIFY2(sentenceOf(outcome).find(says.toStdString()) != std::string::npos, sentenceOf(outcome).c_str());
    QCOMPARE((*store::Dataset::open(folder.dataset("F.h5")))->meta().sources.size(), std::size_t{1});
    QVERIFY(!fs::exists(folder.dataset("F.h5").string() + ".partial"));
  }

  /// Resampled samples of 16 bits are decimals on the scale that they had: others of 16 bits go with them.
  void samplesOfOneScaleGoTogether() {
    const ingest::RecordingFolder folder;
    folder.add("1/u.wav", 5000);
    folder.add("1/v.wav", 10'000, 1, 16000);
    folder.add("2/u.wav", 5000);
    auto options = folder.options(1000, "name:^(\\w)");
    options.sources = {folder.recordings() / "1"};
    options.recordings.rate = 8000;
    const auto plan = ingest::survey(options, m_job, m_resources);
    QVERIFY2(plan, sentenceOf(plan).c_str());
    const auto imported = ingest::load(
        *plan, {.target = folder.dataset("F.h5"), .rejects = {}, .write = {.sync = false}}, m_resources, m_job);
    QVERIFY2(imported, sentenceOf(imported).c_str());
    const auto outcome =
        tasks::append({folder.dataset("F.h5"), {folder.recordings() / "2"}, false, m_resources}, m_job);
    QVERIFY2(outcome, sentenceOf(outcome).c_str());
    const auto dataset = *store::Dataset::open(folder.dataset("F.h5"));
    const auto values = dataset->readValues(*dataset->find("features"), 10, 1);
    QVERIFY(values);
    for (std::size_t t = 0; t < values->size(); ++t)
      QCOMPARE((*values)[t], double(ingest::RecordingFolder::valueAt("2/u.wav", t)));
  }

  void refusesAnotherUnit() {
    const ingest::RecordingFolder folder;
    folder.addEdf("1/u.edf", "uV");
    folder.addEdf("2/u.edf", "mV");
    const auto imported = import(folder, {folder.recordings() / "1"}, "F.h5", false);
    QVERIFY2(imported, sentenceOf(imported).c_str());
    const auto outcome =
        tasks::append({folder.dataset("F.h5"), {folder.recordings() / "2"}, false, m_resources}, m_job);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::unsupported);
    QVERIFY2(sentenceOf(outcome).starts_with("Channel EMG is in mV in "), sentenceOf(outcome).c_str());
    QVERIFY(!fs::exists(folder.dataset("F.h5").string() + ".partial"));
  }

  void aRuleOnlyConfirmsTheDatasets_data() {
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("says");
    QTest::newRow("its own") << "name:^(\\w)"
                             << ""
                             << "";
    QTest::newRow("another") << "folder"
                             << ""
                             << "was imported with --label-from name:^(\\w), and";
    QTest::newRow("lists of images") << "idx:a.idx"
                                     << ""
                                     << "--label-from idx:a.idx cannot be used";
    QTest::newRow("groups") << ""
                            << "folder"
                            << "--group-from folder cannot be used";
  }
  void aRuleOnlyConfirmsTheDatasets() {
    QFETCH(const QString, label);
    QFETCH(const QString, group);
    QFETCH(const QString, says);
    const ingest::RecordingFolder folder;
    folder.add("1/u.wav", 5000);
    folder.add("2/u.wav", 5000);
    QVERIFY(import(folder, {folder.recordings() / "1"}, "F.h5", false));
    tasks::AppendRequest request{folder.dataset("F.h5"), {folder.recordings() / "2"}, false, m_resources};
    request.labelFrom = label.toStdString();
    request.groupFrom = group.toStdString();
    const auto outcome = tasks::append(request, m_job);
    QCOMPARE(outcome.has_value(), says.isEmpty());
    QVERIFY2(sentenceOf(outcome).find(says.toStdString()) != std::string::npos, sentenceOf(outcome).c_str());
    QCOMPARE((*store::Dataset::open(folder.dataset("F.h5")))->meta().sources.size(),
             says.isEmpty() ? std::size_t{2} : std::size_t{1});
  }

  void imagesAreLabelledByTheListsNamed_data() {
    QTest::addColumn<bool>("earlier");
    QTest::newRow("a recipe of today") << false;
    QTest::newRow("a recipe of an earlier version, with the pixels of an image as a window") << true;
  }
  /// Their labels are in lists of their own, which no recipe names.
  void imagesAreLabelledByTheListsNamed() {
    QFETCH(const bool, earlier);
    const ingest::RecordingFolder folder;
    const auto write = [&](const std::string& name, std::string bytes, char count) {
      for (int i = 0; i < count; ++i) bytes += static_cast<char>(i % 2);
      const fs::path file = folder.path() / name;
      std::ofstream(file, std::ios::binary) << bytes;
      return file;
    };
    const auto images = write("a-images", {0, 0, 8, 3, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 2}, 16);
    const auto more = write("b-images", {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2}, 8);
    const auto labels = write("a-labels", {0, 0, 8, 1, 0, 0, 0, 4}, 4);
    const auto others = write("b-labels", {0, 0, 8, 1, 0, 0, 0, 2}, 2);
    ingest::ImportOptions options = folder.options();
    options.sources = {images};
    options.recordings.labelFiles = {labels};
    const auto plan = ingest::survey(options, m_job, m_resources);
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QVERIFY(
        ingest::load(*plan, {.target = folder.dataset(), .rejects = {}, .write = {.sync = false}}, m_resources, m_job));
    if (earlier) {
      python(folder, R"(
import h5py, numpy
with h5py.File('out.h5', 'r+') as f:
    now = bytes(f['meta/recipe'][()])
    before = now.replace(b'"planned_window": 0,', b'"planned_window": 4,')
    assert before != now
    f['meta/recipe'][...] = numpy.frombuffer(before, numpy.uint8)
)");
    }
    tasks::AppendRequest request{folder.dataset(), {more}, false, m_resources};
    request.labelFrom = "idx:" + others.string();
    const auto outcome = tasks::append(request, m_job);
    QVERIFY2(outcome, sentenceOf(outcome).c_str());
    const auto grown = *store::Dataset::open(folder.dataset());
    const auto values = grown->readValues(*grown->find("labels"), 0, grown->samples());
    QVERIFY(values);
    QCOMPARE(*values, (std::vector<double>{0, 1, 0, 1, 0, 1}));
  }

  /// A file without a pyramid is as good: what follows is read like it.
  void goesOnWithoutAPyramidWhereThereIsNone() {
    const ingest::RecordingFolder folder;
    folder.add("1/u.wav", 70'000, 2);
    folder.add("2/u.wav", 5000, 2);
    QVERIFY(import(folder, {folder.recordings() / "1"}, "F.h5", false));
    python(folder, "import h5py\nwith h5py.File('F.h5', 'r+') as f: del f['pyramid'], f['meta/checksums/pyramid']");
    const auto outcome = tasks::append({folder.dataset("F.h5"), {folder.recordings() / "2"}, false, {}}, m_job);
    QVERIFY2(outcome, sentenceOf(outcome).c_str());
    const auto grown = *store::Dataset::open(folder.dataset("F.h5"));
    QCOMPARE(store::wholeObject(*grown, "recordings")->samples, std::uint64_t{75'000});
    QVERIFY(!store::StoredRecordings::of(grown)->hasPyramid());
  }

 private:
  static void python(const ingest::RecordingFolder& folder, const char* script) {
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.path().string()));
    python.start("/usr/bin/python3", {"-c", script});
    QVERIFY(python.waitForFinished(60000));
    const QByteArray complaint = python.readAllStandardError();
    QVERIFY2(complaint.isEmpty(), complaint.constData());
  }

  static void h5pyReadsTheSame(const ingest::RecordingFolder& folder) {
    python(folder, R"(
import h5py
def objects(f):
    found = {}
    f.visititems(lambda name, item: found.update({name: item}) if isinstance(item, h5py.Dataset) else None)
    return {name: item for name, item in found.items() if not name.startswith('meta') and not name.startswith('split')}
a, b = h5py.File('F.h5'), h5py.File('all.h5')
mine, whole = objects(a), objects(b)
assert mine.keys() == whole.keys(), (mine, whole)
for name in whole:
    assert (mine[name][:] == whole[name][:]).all(), name
)");
  }
};

MASU_TEST(AppendRecordingsTest)
#include "append_recordings_test.moc"
