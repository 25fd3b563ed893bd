// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <random>

#include "core/store/read/dataset.h"
#include "core/tasks/data/convert_task.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using table::DType;

namespace {

/// Reads the numeric columns of sources and dataset with other people's readers: every value is back within half a
/// step, what is missing is missing, and the losses in the file are those that numpy finds.
constexpr const char* kCompare = R"(
import sys, json, h5py, numpy, pandas
f = h5py.File(sys.argv[1], 'r')
frame = pandas.concat([pandas.read_csv(n, skipinitialspace=True, float_precision='round_trip',
                                       header=None if sys.argv[2] == 'bare' else 0) for n in sys.argv[3:]])
columns = [c for c in json.loads(bytes(f['meta/columns'][()]).decode()) if c['role'] == 'feature']
names = [int(c['name'][1:]) - 1 if sys.argv[2] == 'bare' else c['name'] for c in columns]
x = frame[names].to_numpy('float64')
s = f['features'][()]
scale = f['features_scale'][()].astype('f8') if 'features_scale' in f else None
if scale is not None:
    lowest = numpy.iinfo(s.dtype).min
    v = numpy.where(s == lowest, numpy.nan, s * scale + f['features_offset'][()].astype('f8'))
    assert len(scale) == len(columns)
else:
    v = s.astype('f8')
assert x.shape == v.shape, (x.shape, v.shape)
assert (numpy.isnan(x) == numpy.isnan(v)).all(), 'missing'
for i, c in enumerate(columns):
    there = ~numpy.isnan(x[:, i])
    a, b = x[there, i], v[there, i]
    error = numpy.abs(a - b)
    if scale is not None:
        assert c['scale'] == scale[i] and error.max(initial=0) <= 0.505 * scale[i], (c['name'], error.max(), scale[i])
    loss = c['loss']
    assert c['missing'] == (~there).sum() and c['count'] == there.sum(), c
    assert c['max_error'] == error.max(initial=0), (c['name'], c['max_error'], error.max())
    relative = error[a != 0] / numpy.abs(a[a != 0])
    assert loss['max_relative'] == relative.max(initial=0), (c['name'], loss, relative.max())
    assert numpy.isclose(loss['squared_error'], (error ** 2).sum(), rtol=1e-4, atol=0), (c['name'], loss)
    assert loss['flushed'] == ((b == 0) & (a != 0)).sum(), (c['name'], loss)
    assert loss['clipped'] == 0 and loss['overflowed'] == 0, (c['name'], loss)
    if there.any():
        assert c['min'] == a.min() and c['max'] == a.max(), c
        assert numpy.isclose(c['mean'], b.mean(), rtol=1e-9, atol=1e-9), c
)";

/// Decimals that do not fit a sampled survey: the extremes lie where it does not look.
std::string largeTable() {
  std::mt19937 random(8);
  std::string text = "wave,level,small,whole\n";
  constexpr int kRows = 160'000;
  for (int i = 0; i < kRows; ++i) {
    const double noise = static_cast<double>(random() % 1'000'000) / 1'000'000;
    const bool odd = i == kRows * 3 / 8;  // between the places that the survey looks at
    text += i % 101 == 7 ? "" : std::to_string(odd ? -75.25 : 20 * noise - 10);
    text += ',' + std::to_string(odd ? 5000.5 : 1000 + noise) + ',' + std::to_string(noise / 1000) + ',' +
            std::to_string(odd ? 900 : i % 100) + '\n';
  }
  return text;
}

}  // namespace

class StoredTypesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void lossesAreThoseThatNumpyFinds_data();
  void lossesAreThoseThatNumpyFinds();
  void codesReachTheExactRange();
  void autoIsNarrowestWithoutLoss_data();
  void autoIsNarrowestWithoutLoss();
  void autoLeavesFloatWithinTheToleranceAlone();
  void refuseCodesForInfinity();
  void autoWidensForWhatTheSurveyDidNotSee();
  void areTheSameForAnyThreadsAndBlocks_data();
  void areTheSameForAnyThreadsAndBlocks();
  void becomeWiderPastTheTolerance();
  void stopPastTheTolerance();
  void stopAtANumberThatTheSurveyDidNotSee();
  void planShowsTheLossOfEachType();
  void recipesKeepTheirSteps();
  void recipesWidenForOtherRanges();
  void convertBackToWhatCodesMean();
  void holdRealData();

 private:
  TableImport ask(const std::filesystem::path& source, std::optional<DType> type) const {
    ingest::ImportOptions options;
    options.sources = {source};
    options.dtype = type;
    options.autoType = !type;
    ingest::LoadOptions load;
    load.target = m_folder.path("t.h5");
    load.write.overwrite = true;
    load.write.sync = false;
    return {options, load, {2, std::uint64_t{256} << 20}, {}, {}};
  }
  Result<DType> import(TableImport& each) {
    MASU_TRY(const ingest::ImportPlan plan, each.survey());
    m_notes.clear();
    for (const Message& note : plan.reasons) m_notes += note.english() + '\n';
    MASU_TRY(const ingest::ImportReport report, ingest::load(plan, each.load, each.resources, each.job()));
    for (const Message& note : report.notes) m_notes += note.english() + '\n';
    MASU_TRY(const auto dataset, store::Dataset::open(each.load.target));
    m_schema = dataset->meta().schema;
    return dataset->find("features")->dtype;
  }
  QString compare(const std::vector<std::filesystem::path>& sources, const char* header = "header") {
    QStringList arguments = {QString::fromStdString(m_folder.path("t.h5").string()), header};
    for (const auto& source : sources) arguments << QString::fromStdString(source.string());
    const auto ran = m_python.run(QStringList{"-c", kCompare} + arguments);
    return ran.exitCode == 0 ? QString() : QString::fromUtf8(ran.errors) + "failed";
  }

  test::ForkedPython m_python{{"numpy", "pandas", "h5py"}};
  TableFolder m_folder;
  std::filesystem::path m_large;
  std::string m_notes;
  table::Schema m_schema;
};

void StoredTypesTest::initTestCase() {
  m_large = m_folder.write("large.csv", largeTable());
  QVERIFY(std::filesystem::file_size(m_large) > (std::size_t{5} << 20));
}

void StoredTypesTest::lossesAreThoseThatNumpyFinds_data() {
  QTest::addColumn<int>("type");
  for (const DType type : {DType::f64, DType::f32, DType::f16, DType::i16, DType::i8})
    QTest::newRow(table::name(type).data()) << static_cast<int>(type);
}

void StoredTypesTest::lossesAreThoseThatNumpyFinds() {
  QFETCH(int, type);
  TableImport each = ask(m_large, static_cast<DType>(type));
  const auto stored = import(each);
  QVERIFY2(stored, sentenceOf(stored).c_str());
  QCOMPARE(static_cast<int>(*stored), type);
  const QString difference = compare({m_large});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void StoredTypesTest::codesReachTheExactRange() {
  TableImport each = ask(m_large, DType::i16);
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(plan->surveyedBytes < plan->sourceBytes);
  QVERIFY(plan->columns[0].stats.min > -11);
  QCOMPARE(plan->table().exact.features[0].min, -75.25);
  QVERIFY(plan->columns[0].steps);
  const auto scale = static_cast<double>(plan->columns[0].steps->scale);
  QVERIFY2(std::fabs(scale * 65534 / 85.25 - 1) < 1e-3, qPrintable(QString::number(scale)));
}

void StoredTypesTest::autoIsNarrowestWithoutLoss_data() {
  QTest::addColumn<QString>("cells");
  QTest::addColumn<QString>("expected");
  QTest::addColumn<bool>("codes");
  const auto row = [](const char* cells, const char* type, bool codes = false) {
    QTest::newRow(cells) << QString(cells) << QString(type) << codes;
  };
  row("0 255", "u8");
  row("-128 127", "i8");
  row("-1 253", "i8", true);
  row("0 65535", "u16");
  row("-32768 32767", "i16");
  row("1000000 1000100", "i8", true);
  row("0 40000 ? 40001", "i16", true);
  row("0 ? 100", "i8", true);
  row("0 16777216", "f32");
  row("-1 16777217", "i32");
  row("0 4294967295", "u32");
  row("-1 4294967295", "f64");
  row("0.5 1000.5", "f16");
  row("true false", "u8");
}

void StoredTypesTest::autoIsNarrowestWithoutLoss() {
  QFETCH(QString, cells);
  QFETCH(QString, expected);
  QFETCH(bool, codes);
  std::string text = "a,b\n";
  for (int round = 0; round < 20; ++round) {
    for (const QString& cell : cells.split(' ')) text += (cell == "?" ? "" : cell.toStdString()) + ",1\n";
  }
  const auto source = m_folder.write("whole.csv", text);
  TableImport each = ask(source, std::nullopt);
  const auto stored = import(each);
  QVERIFY2(stored, sentenceOf(stored).c_str());
  QCOMPARE(QString::fromUtf8(table::name(*stored).data()), expected);
  QCOMPARE(m_schema.columns[0].scale != 1 || m_schema.columns[0].offset != 0, codes);
  QCOMPARE(m_schema.columns[0].stats.maxError, 0.0);
  QVERIFY2(m_notes.find(expected.toStdString() + " is the narrowest type") != std::string::npos, m_notes.c_str());
  const QString difference = cells.startsWith('t') ? QString() : compare({source});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void StoredTypesTest::autoLeavesFloatWithinTheToleranceAlone() {
  const auto source = m_folder.write("parts.csv", "a,b\n0.1,7\n0.25,300\n99.9,20\n");
  const std::pair<double, DType> expected[] = {
      {0, DType::f32}, {1e-7, DType::f32}, {0.01, DType::i16}, {1, DType::i16}};
  for (const auto& [tolerance, type] : expected) {
    TableImport each = ask(source, std::nullopt);
    each.options.tolerance = tolerance;
    const auto stored = import(each);
    QVERIFY2(stored, sentenceOf(stored).c_str());
    QCOMPARE(*stored, type);
    QCOMPARE(m_schema.columns[1].stats.maxError, 0.0);
    if (type != DType::f32) QVERIFY(m_schema.columns[0].stats.maxError <= tolerance);
    const QString difference = compare({source});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }
}

void StoredTypesTest::refuseCodesForInfinity() {
  const auto source = m_folder.write("endless.csv", "a,b\n0.1,7\ninf,3\n99.9,20\n");
  TableImport asked = ask(source, DType::i16);
  const auto refused = import(asked);
  QVERIFY(!refused);
  QVERIFY2(sentenceOf(refused).find("Column a holds infinite") == 0, sentenceOf(refused).c_str());
  TableImport each = ask(source, std::nullopt);
  each.options.tolerance = 0.1;
  const auto stored = import(each);
  QVERIFY2(stored, sentenceOf(stored).c_str());
  QCOMPARE(*stored, DType::f16);
}

void StoredTypesTest::autoWidensForWhatTheSurveyDidNotSee() {
  std::string text = "a,b\n";
  for (int i = 0; i < 900'000; ++i) text += i == 423'000 ? "3.3,1\n" : std::to_string(i % 200) + ",1\n";
  const auto source = m_folder.write("late.csv", text);
  TableImport each = ask(source, std::nullopt);
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->dtype, DType::u8);
  const auto stored = import(each);
  QVERIFY2(stored, sentenceOf(stored).c_str());
  // What was taken for whole numbers is to stay exact, so that f32 is not enough either.
  QCOMPARE(*stored, DType::f64);
  QVERIFY2(m_notes.find("f64 instead of u8") != std::string::npos, m_notes.c_str());
  const QString difference = compare({source});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void StoredTypesTest::areTheSameForAnyThreadsAndBlocks_data() {
  QTest::addColumn<QString>("source");
  QTest::addColumn<int>("type");
  QTest::newRow("codes") << "large.csv" << static_cast<int>(DType::i8);
  QTest::newRow("halves") << "large.csv" << static_cast<int>(DType::f16);
  QTest::newRow("auto, widened midway") << "late.csv" << -1;
}

void StoredTypesTest::areTheSameForAnyThreadsAndBlocks() {
  QFETCH(QString, source);
  QFETCH(int, type);
  std::string first;
  for (const unsigned threads : {1, 3}) {
    TableImport each =
        ask(m_folder.path(source.toStdString()), type < 0 ? std::nullopt : std::optional(static_cast<DType>(type)));
    each.resources.threads = threads;
    each.load.blockBytes = threads == 1 ? 0 : 70'001;
    const auto stored = import(each);
    QVERIFY2(stored, sentenceOf(stored).c_str());
    const std::string bytes = TableFolder::read(each.load.target);
    if (first.empty()) first = bytes;
    QVERIFY(bytes == first);
  }
}

void StoredTypesTest::becomeWiderPastTheTolerance() {
  const auto source = m_folder.write("parts.csv", "a,b\n0.1,7\n0.25,300\n99.9,20\n");
  const std::pair<double, DType> expected[] = {
      {0.3, DType::i8}, {0.001, DType::i16}, {1e-5, DType::f32}, {0, DType::f64}};
  for (const auto& [tolerance, type] : expected) {
    TableImport each = ask(source, DType::i8);
    each.options.tolerance = tolerance;
    const auto stored = import(each);
    QVERIFY2(stored, sentenceOf(stored).c_str());
    QCOMPARE(*stored, tolerance == 0.3 ? DType::i16 : type);
    QVERIFY2(m_notes.find("more than the tolerance") != std::string::npos, m_notes.c_str());
    for (const table::Column& column : m_schema.columns) QVERIFY(column.stats.maxError <= tolerance);
  }
}

void StoredTypesTest::stopPastTheTolerance() {
  const auto source = m_folder.write("parts.csv", "a,b\n0.1,7\n0.25,300\n99.9,20\n");
  TableImport each = ask(source, DType::f16);
  each.options.tolerance = 0.001;
  each.options.onToleranceExceeded = ingest::OnToleranceExceeded::stop;
  const auto plan = each.survey();
  QVERIFY(!plan);
  const std::string sentence = sentenceOf(plan);
  QVERIFY2(sentence.find("Column a would lose") != std::string::npos, sentence.c_str());
  QVERIFY2(sentence.find("as f16, more than the tolerance of 0.001") != std::string::npos, sentence.c_str());
}

void StoredTypesTest::stopAtANumberThatTheSurveyDidNotSee() {
  TableFolder folder;
  std::string text = "a,b\n";
  for (int i = 0; i < 900'000; ++i) text += i == 310'000 ? "1000.1,1\n" : std::to_string(i % 200) + ".5,1\n";
  TableImport each = ask(folder.write("late.csv", text), DType::f16);
  each.load.target = folder.path("t.h5");
  each.options.tolerance = 0.01;
  each.options.onToleranceExceeded = ingest::OnToleranceExceeded::stop;
  const auto stored = import(each);
  QVERIFY(!stored);
  const std::string sentence = sentenceOf(stored);
  QVERIFY2(sentence.find("Column a of late.csv holds 1000.1") != std::string::npos, sentence.c_str());
  QCOMPARE(folder.listing(), std::string("late.csv"));
  each.options.onToleranceExceeded = ingest::OnToleranceExceeded::widen;
  const auto wider = import(each);
  QVERIFY2(wider, sentenceOf(wider).c_str());
  QCOMPARE(*wider, DType::f32);
}

void StoredTypesTest::planShowsTheLossOfEachType() {
  TableImport each = ask(m_large, DType::i16);
  tasks::InspectRequest request;
  request.options = each.options;
  request.target = each.load.target;
  request.resources = each.resources;
  const auto inspection = tasks::inspectionIn(tasks::inspect(request, each.job()));
  QVERIFY2(inspection, sentenceOf(inspection).c_str());
  const auto stored = import(each);
  QVERIFY2(stored, sentenceOf(stored).c_str());
  // What the plan foretells of the type chosen, the import finds: up to half a step of the widest column.
  for (const tasks::Forecast::AtType& type : inspection->forecast.types) {
    if (type.type != DType::i16) continue;
    QVERIFY(!type.overflows);
    const table::ColumnStats& worst = m_schema.find(type.worstColumn)->stats;
    QVERIFY(type.largestError <= worst.maxError && type.largestError > worst.maxError / 2);
  }
}

void StoredTypesTest::recipesKeepTheirSteps() {
  TableImport each = ask(m_large, DType::i16);
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const auto recipe = ingest::planFromRecipe(ingest::recipeFrom(*plan));
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  const auto bound = ingest::replan(*recipe, each.options, each.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  std::string first;
  for (const auto& run : {*plan, *bound}) {
    const auto report = ingest::load(run, each.load, each.resources, each.job());
    QVERIFY2(report, sentenceOf(report).c_str());
    const std::string bytes = TableFolder::read(each.load.target);
    if (first.empty()) first = bytes;
    QVERIFY(bytes == first);
  }
  std::string spoilt = ingest::recipeFrom(*plan);
  const std::size_t at = spoilt.find("\"scale\": ");
  spoilt.replace(at, spoilt.find(',', at) - at, "\"scale\": -1");
  QVERIFY(!ingest::planFromRecipe(spoilt));
}

void StoredTypesTest::recipesWidenForOtherRanges() {
  std::string inside = "a,b\n";
  std::vector<double> expected;  // as the source has them: what the codes rounded is read again
  for (int i = 0; i < 40'000; ++i) {
    const std::string text = std::to_string(static_cast<double>(i % 1000) / 7);
    inside += text + ",1\n";
    expected.insert(expected.end(), {std::stod(text), 1});
  }
  TableImport each = ask(m_folder.write("inside.csv", inside), DType::i16);
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  each.options.sources = {m_folder.write("beyond.csv", inside + "200.5,1\n")};
  const auto bound = ingest::replan(*ingest::planFromRecipe(ingest::recipeFrom(*plan)), each.options, each.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  std::string first;
  for (const std::uint64_t blockBytes : {0, 9'001}) {
    each.load.blockBytes = blockBytes;
    const auto report = ingest::load(*bound, each.load, each.resources, each.job());
    QVERIFY2(report, sentenceOf(report).c_str());
    const auto after = *store::Dataset::open(each.load.target);
    QCOMPARE(after->find("features")->dtype, DType::f64);
    auto values = *after->readValues(*after->find("features"), 0, after->samples());
    QCOMPARE(values[values.size() - 2], 200.5);
    values.resize(expected.size());
    QCOMPARE(values, expected);
    const std::string bytes = TableFolder::read(each.load.target);
    if (first.empty()) first = bytes;
    QVERIFY(bytes == first);
  }
  const QString difference = compare({m_folder.path("beyond.csv")});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void StoredTypesTest::convertBackToWhatCodesMean() {
  TableImport each = ask(m_large, DType::i16);
  const auto stored = import(each);
  QVERIFY2(stored, sentenceOf(stored).c_str());
  tasks::ConvertRequest request;
  request.file = each.load.target;
  request.target = m_folder.path("back.h5");
  request.dtype = DType::f32;
  request.sync = false;
  const auto outcome = tasks::convert(request, each.job());
  QVERIFY2(outcome, sentenceOf(outcome).c_str());
  const QString difference =
      python(R"(
import sys, h5py, numpy
f, g = [h5py.File(n, 'r') for n in sys.argv[1:]]
s = f['features'][()]
v = s * f['features_scale'][()].astype('f8') + f['features_offset'][()].astype('f8')
v[s == -32768] = numpy.nan
assert numpy.array_equal(g['features'][()], v.astype('f4'), equal_nan=True)
)",
             {QString::fromStdString(request.file.string()), QString::fromStdString(request.target.string())});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void StoredTypesTest::holdRealData() {
  const std::filesystem::path root = MASU_SHARED_DATA;
  const auto adult = root / "adult" / "adult-train.csv";
  if (!std::filesystem::exists(adult)) QSKIP("The folder of real data is not here.");
  TableImport census = ask(adult, std::nullopt);
  const auto exact = import(census);
  QVERIFY2(exact, sentenceOf(exact).c_str());
  QCOMPARE(*exact, DType::f32);
  QString difference = compare({adult}, "bare");
  QVERIFY2(difference.isEmpty(), qPrintable(difference));

  const auto traffic = root / "nab" / "data" / "realAWSCloudwatch" / "ec2_cpu_utilization_5f5533.csv";
  TableImport load = ask(traffic, DType::i16);
  load.options.table.keep = {"timestamp"};
  const auto codes = import(load);
  QVERIFY2(codes, sentenceOf(codes).c_str());
  QCOMPARE(*codes, DType::i16);
  difference = compare({traffic});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

MASU_TEST(StoredTypesTest)
#include "stored_types_test.moc"
