// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/source_arrays.h"

#include <QTest>
#include <algorithm>
#include <random>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

/// HDF5 files that another program made, with features in one dataset and labels in another.
class SourceArraysTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = python(R"(
import sys, h5py, numpy
rng = numpy.random.default_rng(1)
with h5py.File(sys.argv[1] + '/made.h5', 'w') as f:
    f['x'] = rng.standard_normal((3000, 5)).astype('f4')
    f.create_dataset('packed/x', data=rng.integers(-100, 100, (3000, 7)).astype('i2'), chunks=(100, 7),
                     compression='gzip')
    f['y'] = numpy.repeat([30, 7, 1000], 1000)
    f['column'] = rng.standard_normal((3000, 1))
    f['packed/target_value'] = numpy.where(numpy.arange(3000) == 5, numpy.nan, 1.5)
    f['signals'] = rng.standard_normal((40, 2, 300)).astype('f4')
    f['signal_label'] = numpy.arange(40) % 4
    f['names'] = ['a', 'b']
    f['one'] = 3
)",
                                   {QString::fromStdString(m_folder.root().string())});
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void areListedByPathShapeAndType() {
    const auto arrays = ingest::arraysIn(m_folder.path("made.h5"));
    QVERIFY2(arrays, sentenceOf(arrays).c_str());
    const auto line = [&](const std::string& name) {
      const auto found = std::ranges::find(*arrays, name, &ingest::SourceArray::name);
      if (found == arrays->end()) return std::string("missing");
      std::string text = found->type;
      for (const std::uint64_t size : found->shape) text += ' ' + std::to_string(size);
      return text;
    };
    QCOMPARE(arrays->size(), std::size_t{9});
    QCOMPARE(line("/x"), std::string("f32 3000 5"));
    QCOMPARE(line("/packed/x"), std::string("i16 3000 7"));
    QCOMPARE(line("/y"), std::string("i64 3000"));
    QCOMPARE(line("/names"), std::string(" 2"));
    QCOMPARE(line("/one"), std::string("i64"));
    const ingest::ArrayChoice proposed = ingest::proposedArrays(*arrays);
    QCOMPARE(proposed.features, std::string("/signals"));
    QCOMPARE(proposed.labels, std::string("/signal_label"));
  }

  void aFileThatIsNoneOfHdf5IsRefusedInWords() {
    const auto text = ingest::arraysIn(m_folder.write("text.h5", "no HDF5 at all"));
    QVERIFY(!text);
    QVERIFY(!sentenceOf(text).empty());
    QCOMPARE(ingest::arraysIn(m_folder.path("nowhere.h5")).error().code, Errc::notFound);
    // The library crashes on some damaged files: the process that tries them first is another.
    const std::string whole = TableFolder::read(m_folder.path("made.h5")).substr(0, 6000);
    std::mt19937 random(4);
    for (int round = 0; round < 25; ++round) {
      std::string damaged = whole;
      for (int i = 0; i < 12; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
      const auto listed = ingest::arraysIn(m_folder.write("damaged.h5", damaged));
      QVERIFY(listed || !sentenceOf(listed).empty());
    }
  }

  void rowsBecomeATableWithLabels_data() {
    QTest::addColumn<QString>("features");
    QTest::addColumn<QString>("labels");
    QTest::newRow("classes") << "/x"
                             << "/y";
    QTest::newRow("compressed integers") << "/packed/x"
                                         << "/y";
    QTest::newRow("values") << "/x"
                            << "/column";
    QTest::newRow("a single column") << "/column"
                                     << "/y";
  }
  void rowsBecomeATableWithLabels() {
    QFETCH(QString, features);
    QFETCH(QString, labels);
    TableImport import;
    choose(import, {features.toStdString(), labels.toStdString()});
    const auto report = import.run();
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->samples, std::uint64_t{3000});
    QCOMPARE(report->records, std::uint64_t{3000});
    const auto dataset = store::Dataset::open(import.load.target);
    QVERIFY2(dataset, sentenceOf(dataset).c_str());
    QVERIFY((*dataset)->meta().kind == store::SampleKind::table);
    const QString problem = python(R"(
import sys, h5py, json, numpy
made, out = h5py.File(sys.argv[1]), h5py.File(sys.argv[2])
x, y = made[sys.argv[3]][:], made[sys.argv[4]][:].ravel()
assert out['features'].shape == x.shape and out['features'].dtype == x.dtype.newbyteorder('<') or x.dtype == 'f8'
assert numpy.array_equal(out['features'][:], x.astype(out['features'].dtype))
if y.dtype.kind == 'i':
    classes = json.loads(out['meta/classes'][()].tobytes())
    assert classes == ['7', '30', '1000'], classes
    assert [int(classes[c]) for c in out['labels'][:]] == y.tolist()
else:
    assert numpy.array_equal(out['labels'][:], y)
columns = json.loads(out['meta/columns'][()].tobytes())
assert [c['role'] for c in columns] == ['feature'] * x.shape[1] + ['label'], columns
assert numpy.allclose([c['mean'] for c in columns[:-1]], x.mean(axis=0, dtype='f8'))
assert out['origin']['position'].tolist() == list(range(3000))
)",
                                   {path("made.h5"), path("out.h5"), features, labels});
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void arraysOfSignalsKeepTheirShape() {
    TableImport import;
    choose(import, {"/signals", "/signal_label"});
    const auto report = import.run();
    QVERIFY2(report, sentenceOf(report).c_str());
    const auto dataset = store::Dataset::open(import.load.target);
    QVERIFY2(dataset, sentenceOf(dataset).c_str());
    QCOMPARE((*dataset)->samples(), std::uint64_t{40});
    QCOMPARE((*dataset)->sampleShape(), (std::vector<std::uint64_t>{2, 300}));
    QCOMPARE((*dataset)->meta().classes, (std::vector<std::string>{"0", "1", "2", "3"}));
  }

  void rowsOfSeveralFilesFollowEachOther() {
    const QString problem = python(R"(
import sys, h5py, numpy
for name, n in ('a', 200_001), ('b', 70_000):
    rng = numpy.random.default_rng(n)
    with h5py.File(f'{sys.argv[1]}/{name}.h5', 'w') as f:
        f.create_dataset('x', data=rng.integers(-3000, 3000, (n, 3)).astype('i2'), chunks=(1000, 3))
        f['y'] = rng.integers(0, 4, n)
)",
                                   {QString::fromStdString(m_folder.root().string())});
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    TableImport import;
    choose(import, {"/x", "/y"});
    import.options.sources = {m_folder.path("a.h5"), m_folder.path("b.h5")};
    const auto report = import.run();
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->samples, std::uint64_t{270'001});
    const QString differs = python(R"(
import sys, h5py, numpy
made, out = [h5py.File(name) for name in sys.argv[1:3]], h5py.File(sys.argv[3])
assert numpy.array_equal(out['features'][:], numpy.concatenate([f['x'][:] for f in made]))
assert numpy.array_equal(out['labels'][:], numpy.concatenate([f['y'][:] for f in made]))
)",
                                   {path("a.h5"), path("b.h5"), path("out.h5")});
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  void labelsThatAreNoneAreRefusedInWords() {
    const auto refusal = [&](const ingest::ArrayChoice& choice) {
      TableImport import;
      choose(import, choice);
      const auto report = import.run();
      return report ? std::string("no failure") : sentenceOf(report);
    };
    const auto says = [](const std::string& sentence, const char* words) {
      return sentence.find(words) != std::string::npos;
    };
    QVERIFY(says(refusal({"/x", "/signal_label"}), "3000 samples, and its list of labels 40"));
    QVERIFY(says(refusal({"/x", "/packed/target_value"}), "no number for sample 5"));
    QVERIFY(says(refusal({"/x", "/signals"}), "holds no labels"));
    QVERIFY(says(refusal({"/x", "/names"}), "not an array of real numbers"));
    QVERIFY(says(refusal({"/x", "/nowhere"}), "There is no \"/nowhere\""));
    TableImport windows;
    choose(windows, {"/x", "/y"});
    windows.options.recordings.window = 10;
    QVERIFY(says(sentenceOf(windows.run()), "leave out windows"));
  }

 private:
  QString path(const std::string& name) const { return QString::fromStdString(m_folder.path(name).string()); }

  void choose(TableImport& import, const ingest::ArrayChoice& choice) const {
    import.options.sources = {m_folder.path("made.h5")};
    ingest::setArrays(import.options.recordings, choice);
    import.load.target = m_folder.path("out.h5");
    import.load.write = {.overwrite = true, .sync = false};
  }

  TableFolder m_folder;
};

MASU_TEST(SourceArraysTest)
#include "source_arrays_test.moc"
