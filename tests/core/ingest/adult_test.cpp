// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fixtures/table_import.h"

#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Reads sources and dataset with other people's readers and compares every value.
constexpr const char* kCompare = R"(
import sys, json, h5py, numpy, pandas
h5, root = sys.argv[1], sys.argv[2]
names = ['adult-train.csv', 'adult-test.csv']
options = {'header': None, 'skipinitialspace': True, 'na_values': '?', 'keep_default_na': False}
frames = [pandas.read_csv(f'{root}/{n}', **options) for n in names]
frame = pandas.concat(frames, ignore_index=True)
f = h5py.File(h5, 'r')
meta = lambda n: json.loads(bytes(f['meta'][n][()]).decode())
numeric = [0, 2, 4, 10, 11, 12]
text = [1, 3, 5, 6, 7, 8, 9, 13]
assert f['features'].shape == (len(frame), 6) and f['features'].dtype == 'float32', f['features']
assert (f['features'][()] == frame[numeric].to_numpy('float32')).all()
words = {d['name']: d['texts'] for d in meta('dictionaries')}
codes = f['categories'][()]
assert codes.shape == (len(frame), 8)
for k, c in enumerate(text):
    table = numpy.array([None] + words[f'c{c + 1}'], dtype=object)
    expected = frame[c].where(frame[c].notna(), None).to_numpy(dtype=object)
    assert (table[codes[:, k]] == expected).all(), c
classes = meta('classes')
assert classes == ['<=50K', '>50K'], classes
assert (numpy.array(classes)[f['labels'][()]] == frame[14].str.rstrip('.').to_numpy()).all()
origin = f['origin'][()]
assert (origin['source'] == numpy.repeat([0, 1], [len(x) for x in frames])).all()
assert (origin['position'] == numpy.concatenate([numpy.arange(len(x)) for x in frames])).all()
columns = {c['name']: c for c in meta('columns')}
age = frame[0]
assert columns['c1']['min'] == age.min() and columns['c1']['max'] == age.max()
assert abs(columns['c1']['mean'] - age.mean()) < 1e-9
assert columns['c2']['missing'] == int(frame[1].isna().sum())
assert 'group' not in f and 'weights' not in f
)";

}  // namespace

class AdultTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalsWhatPandasReads();
  void isTheSameForAnyThreadsAndBlocks();
  void runsAgainFromItsRecipe();

 private:
  std::filesystem::path source(const char* name) const {
    return std::filesystem::path(MASU_SHARED_DATA) / "adult" / name;
  }
  bool present() const { return std::filesystem::exists(source("adult-train.csv")); }
  void ask(TableImport& import) const {
    import.options.sources = {source("adult-train.csv"), source("adult-test.csv")};
    import.options.labels = {"c15"};
    import.options.table.classMap = {{"<=50K.", "<=50K"}, { ">50K.", ">50K" }};
  }

  TableFolder m_folder;
};

void AdultTest::equalsWhatPandasReads() {
  if (!present()) QSKIP("The shared data folder has no adult data set.");
  TableImport import;
  ask(import);
  import.load.target = m_folder.path("adult.h5");
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->records, std::uint64_t{48842});
  QCOMPARE(report->samples, std::uint64_t{48842});
  QCOMPARE(report->rejected, std::uint64_t{0});
  const QString fault = python(
      kCompare, {QString::fromStdString(import.load.target.string()), QString::fromStdString(source("").string())});
  QVERIFY2(fault.isEmpty(), qPrintable(fault));
}

void AdultTest::isTheSameForAnyThreadsAndBlocks() {
  if (!present()) QSKIP("The shared data folder has no adult data set.");
  std::string first;
  for (const auto& [threads, block] : {std::pair{1U, 1 << 20}, {4U, 1 << 16}, {3U, 777}, {2U, 12345}}) {
    TableImport import;
    ask(import);
    import.resources.threads = threads;
    import.load.blockBytes = static_cast<std::uint64_t>(block);
    import.load.target = m_folder.path("same.h5");
    import.load.write.overwrite = true;
    const auto report = import.run();
    QVERIFY2(report, sentenceOf(report).c_str());
    const std::string bytes = TableFolder::read(import.load.target);
    if (first.empty()) first = bytes;
    QVERIFY2(bytes == first, qPrintable(QString("%1 threads, blocks of %2").arg(threads).arg(block)));
  }
}

void AdultTest::runsAgainFromItsRecipe() {
  if (!present()) QSKIP("The shared data folder has no adult data set.");
  TableImport import;
  ask(import);
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const std::string recipe = ingest::recipeFrom(*plan);
  QVERIFY(recipe.find(MASU_SHARED_DATA) == std::string::npos);
  const auto read = ingest::planFromRecipe(recipe);
  QVERIFY2(read, sentenceOf(read).c_str());
  QCOMPARE(ingest::recipeFrom(*read), recipe);

  ingest::ImportOptions again;
  again.sources = import.options.sources;
  const auto bound = ingest::replan(*read, again, import.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  QCOMPARE(ingest::recipeFrom(*bound), recipe);
  std::string files[2];
  import.load.target = m_folder.path("recipe.h5");
  import.load.write.overwrite = true;
  for (int i = 0; i < 2; ++i) {
    const auto report = ingest::load(i == 0 ? *plan : *bound, import.load, import.resources, import.job());
    QVERIFY2(report, sentenceOf(report).c_str());
    files[i] = TableFolder::read(import.load.target);
  }
  QVERIFY(files[0] == files[1]);
}

MASU_TEST(AdultTest)
#include "adult_test.moc"
