// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/train/run/trainer.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

/// Scores a checkpoint on the test split with h5py, numpy, torch and scikit-learn alone, features normalised by the
/// figures that the checkpoint carries. Classes: "loss accuracy macro-F1 ROC-area classes balanced-accuracy log-loss
/// ECE average-precision wrong-points", the last one of a curve of [[probability, true positives, false positives], …]
/// in the third argument; values: "MSE MAE RMSE R2".
constexpr const char* kScore = R"(
import sys, json, h5py, numpy, torch
from sklearn import metrics
f = h5py.File(sys.argv[1], 'r')
extra = {'masu.json': ''}
model = torch.jit.load(sys.argv[2], _extra_files=extra)
note = json.loads(extra['masu.json'])
assert not model.training
split, x, y = f['split'][:], f['features'][:].astype('f8'), f['labels'][:]
shape = (1, -1) + (1,) * (x.ndim - 2)
mean, deviation = (numpy.array(note['normalisation'][k]).reshape(shape) for k in ('mean', 'deviation'))
assert numpy.allclose(mean.ravel(), x[split == 1].mean((0,) if x.ndim == 2 else (0, 2)))
x = (x - mean) / deviation
test = split == 3
inputs = [torch.tensor(x[test], dtype=torch.float32)]
if 'categories' in f: inputs.append(torch.tensor(f['categories'][:][test].astype('i8')))
with torch.no_grad(): out = model(*inputs)
truth = y[test]
if note['classes']:
    loss = torch.nn.functional.cross_entropy(out, torch.tensor(truth.astype('i8'))).item()
    predicted = out.argmax(1).numpy()
    p = (out.double() / note.get('temperature', 1)).softmax(1).numpy()
    top, right = p.max(1), predicted == truth
    bins = numpy.clip(numpy.ceil(top * 15).astype(int) - 1, 0, 14)
    # Each point counts what is at least as probable, but for what is as probable within rounding.
    def counted(threshold): return numpy.bincount(truth[p[:, 1] >= threshold].astype('i8'), minlength=2)
    wrong = sum(any(counted(t + 1e-5)[k] > n or counted(t - 1e-5)[k] < n for k, n in ((1, hits), (0, alarms)))
                for t, hits, alarms in json.loads(sys.argv[3]))
    ece = sum(abs(top[bins == k].sum() - right[bins == k].sum()) for k in range(15)) / len(top)
    print(loss, metrics.accuracy_score(truth, predicted), metrics.f1_score(truth, predicted, average='macro'),
          metrics.roc_auc_score(truth, (out[:, 1] - out[:, 0]).numpy()), ','.join(note['classes']),
          metrics.balanced_accuracy_score(truth, predicted), metrics.log_loss(truth, p, labels=range(p.shape[1])), ece,
          metrics.average_precision_score(truth, (out[:, 1] - out[:, 0]).numpy()), wrong)
else:
    predicted = out.numpy().ravel()
    mse = metrics.mean_squared_error(truth, predicted)
    print(mse, metrics.mean_absolute_error(truth, predicted), mse ** 0.5, metrics.r2_score(truth, predicted))
)";

constexpr const char* kWriteUserModel = R"(
import sys, torch
inputs, outputs = int(sys.argv[2]), int(sys.argv[3])
torch.manual_seed(1)
model = torch.nn.Sequential(torch.nn.Linear(inputs, 16), torch.nn.ReLU(), torch.nn.Linear(16, outputs))
torch.jit.trace(model, torch.zeros(2, inputs)).save(sys.argv[1])
print('written')
)";

/// The same file as a PyTorch of the future would have marked it.
constexpr const char* kMarkAsLater = R"(
import sys, zipfile
source, target = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], 'w')
marked = [n for n in source.namelist() if n.endswith('/version')]
for name in source.namelist():
    target.writestr(name, b'99\n' if name in marked else source.read(name))
target.close()
print(len(marked))
)";

}  // namespace

class CheckpointTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec specFor(const char* dataset, const std::string& model, const char* out) const {
    metrics::RunSpec spec;
    spec.overwrite = true;
    spec.dataset = place(dataset);
    spec.models = {model};
    spec.epochs = 3;
    spec.batch = 32;
    spec.learningRates = {0.01};
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.out = place(out);
    return spec;
  }

  static std::string textOf(const std::vector<metrics::ThresholdPoint>& points) {
    QStringList texts;
    for (const metrics::ThresholdPoint& point : points) {
      texts << QString("[%1, %2, %3]")
                   .arg(QString::number(point.probability, 'g', 17))
                   .arg(point.truePositives)
                   .arg(point.falsePositives);
    }
    return "[" + texts.join(", ").toStdString() + "]";
  }

  static QString sentenceOf(const metrics::RunSpec& spec) {
    EventList events;
    Progress progress;
    const auto done = masu::train::train(spec, std::ref(events), {{}, progress});
    return done ? QString() : QString::fromStdString(done.error().message.english());
  }

  std::string runPython(const char* script, const std::vector<std::string>& arguments) {
    QStringList list = {QStringLiteral("-c"), QString::fromUtf8(script)};
    for (const std::string& argument : arguments) list << QString::fromStdString(argument);
    return m_python.output(list).toStdString();
  }

  masu::test::ForkedPython m_python{{"torch", "numpy", "h5py", "sklearn.metrics"}};
  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    if (!pythonHasTorch()) QSKIP("python3-torch is not installed");
    SmallDataset{.categories = true}.write(place("table.h5"));
    SmallDataset{}.write(place("numbers.h5"));
    SmallDataset{.sampleShape = {1}}.write(place("overlapping.h5"));
    SmallDataset{.values = true}.write(place("values.h5"));
    SmallDataset{.samples = 200, .sampleShape = {2, 600}}.write(place("waves.h5"));
  }

  void pythonGetsTheSameTestScore_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("dataset");
    QTest::newRow("mlp, at a temperature") << "mlp"
                                           << "overlapping.h5";
    QTest::newRow("linear") << "linear"
                            << "table.h5";
    QTest::newRow("mlp") << "mlp"
                         << "table.h5";
    QTest::newRow("cnn1d, waves") << "cnn1d"
                                  << "waves.h5";
    QTest::newRow("cnn1d, table") << "cnn1d"
                                  << "table.h5";
    QTest::newRow("resnet1d, waves") << "resnet1d"
                                     << "waves.h5";
    QTest::newRow("resnet1d, table") << "resnet1d"
                                     << "table.h5";
    QTest::newRow("rocket, waves") << "rocket"
                                   << "waves.h5";
    QTest::newRow("cnn2d, waves as an image") << "cnn2d"
                                              << "waves.h5";
  }
  void pythonGetsTheSameTestScore() {
    QFETCH(QString, model);
    QFETCH(QString, dataset);
    auto spec = specFor(dataset.toUtf8().constData(), model.toStdString(), "python");
    if (metrics::isClosedForm(spec.models.front())) {
      spec.epochs = 1;
      spec.learningRates.clear();
    }
    spec.calibrate = dataset == "overlapping.h5";
    EventList events;
    Progress progress;
    QVERIFY(masu::train::train(spec, std::ref(events), {{}, progress}).has_value());
    const auto tested = events.all<metrics::RunTested>().at(0);
    QCOMPARE(tested.temperature && tested.temperature->isFound(), spec.calibrate);
    QVERIFY(tested.thresholds.size() > 1);
    const std::string points = textOf(tested.thresholds);
    const QString printed =
        QString::fromStdString(runPython(kScore, {spec.dataset.string(), tested.checkpoint, points}));
    const QStringList parts = printed.split(' ');
    QCOMPARE(parts.size(), 10);
    QVERIFY2(std::abs(parts[0].toDouble() - tested.test.loss) < 1e-4, qPrintable(printed));
    QVERIFY2(std::abs(parts[1].toDouble() - tested.test.accuracy) < 1e-6, qPrintable(printed));
    QVERIFY2(std::abs(parts[2].toDouble() - tested.test.macroF1) < 1e-6, qPrintable(printed));
    QVERIFY2(std::abs(parts[3].toDouble() - tested.test.rocAuc) < 1e-3, qPrintable(printed));
    QCOMPARE(parts[4], QStringLiteral("low,high"));
    QVERIFY2(std::abs(parts[5].toDouble() - tested.test.balancedAccuracy) < 1e-6, qPrintable(printed));
    QVERIFY2(std::abs(parts[6].toDouble() - tested.test.logLoss) < 1e-4, qPrintable(printed));
    QVERIFY2(std::abs(parts[7].toDouble() - tested.test.ece) < 1e-3, qPrintable(printed));
    QVERIFY2(std::abs(parts[8].toDouble() - tested.test.averagePrecision) < 1e-3, qPrintable(printed));
    QCOMPARE(parts[9].trimmed(), QStringLiteral("0"));
  }

  void pythonGetsTheSameErrorsOfValues_data() {
    QTest::addColumn<QString>("loss");
    for (const char* loss : {"mse", "mae", "huber"}) QTest::newRow(loss) << loss;
  }
  void pythonGetsTheSameErrorsOfValues() {
    QFETCH(QString, loss);
    auto spec = specFor("values.h5", "mlp", "values");
    spec.loss = loss.toStdString();
    EventList events;
    Progress progress;
    QVERIFY(masu::train::train(spec, std::ref(events), {{}, progress}).has_value());
    const auto tested = events.all<metrics::RunTested>().at(0);
    const QString printed = QString::fromStdString(runPython(kScore, {spec.dataset.string(), tested.checkpoint}));
    const QStringList parts = printed.split(' ');
    QCOMPARE(parts.size(), 4);
    const auto isNear = [&](int part, double figure) {
      const double known = parts[part].toDouble();
      return std::abs(known - figure) <= 1e-4 * std::abs(known);
    };
    if (loss == "mse") QVERIFY2(isNear(0, tested.test.loss), qPrintable(printed));
    if (loss == "mae") QVERIFY2(isNear(1, tested.test.loss), qPrintable(printed));
    QVERIFY2(isNear(1, tested.test.mae), qPrintable(printed));
    QVERIFY2(isNear(2, tested.test.rmse), qPrintable(printed));
    QVERIFY2(isNear(3, tested.test.r2), qPrintable(printed));
    QVERIFY(std::isnan(tested.test.accuracy));
  }

  void aModelFromPythonIsTrained() {
    const std::string file = place("user.pt").string();
    QCOMPARE(runPython(kWriteUserModel, {file, "4", "2"}), std::string("written"));
    EventList events;
    Progress progress;
    QVERIFY(masu::train::train(specFor("numbers.h5", file, "user"), std::ref(events), {{}, progress}).has_value());
    const auto tested = events.all<metrics::RunTested>().at(0);
    QVERIFY2(tested.test.accuracy > 0.95, std::to_string(tested.test.accuracy).c_str());
  }

  void aModelOfOtherShapesIsRefusedInASentence() {
    const std::string wide = place("wide.pt").string();
    const std::string many = place("many.pt").string();
    runPython(kWriteUserModel, {wide, "7", "2"});
    runPython(kWriteUserModel, {many, "4", "5"});
    const QString input = sentenceOf(specFor("numbers.h5", wide, "wide"));
    QVERIFY2(input.contains("does not take samples of shape [4]"), qPrintable(input));
    const QString output = sentenceOf(specFor("numbers.h5", many, "many"));
    QVERIFY2(output.contains("outputs [2, 5]") && output.contains("needs [2, 2]"), qPrintable(output));
    const QString categories = sentenceOf(specFor("table.h5", place("user.pt").string(), "categories"));
    QVERIFY2(categories.contains("with 2 categories"), qPrintable(categories));
  }

  void aModelOfALaterPyTorchIsNamedAsThat() {
    const std::string now = place("now.pt").string();
    const std::string later = place("later.pt").string();
    QCOMPARE(runPython(kWriteUserModel, {now, "4", "2"}), std::string("written"));
    QCOMPARE(runPython(kMarkAsLater, {now, later}), std::string("1"));
    const QString sentence = sentenceOf(specFor("numbers.h5", later, "later"));
    QVERIFY2(sentence.contains("was written by a later PyTorch than LibTorch"), qPrintable(sentence));
  }

  void whatIsNoModelIsRefusedInASentence() {
    std::ofstream(place("noise.pt")) << "this is no archive";
    const QString sentence = sentenceOf(specFor("numbers.h5", place("noise.pt").string(), "noise"));
    QVERIFY2(sentence.contains("is not a TorchScript file"), qPrintable(sentence));
    QVERIFY2(!sentence.contains('\n'), qPrintable(sentence));
  }
};

MASU_TEST(CheckpointTest)
#include "checkpoint_test.moc"
