// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/training_arguments.h"

#include <QTest>

#include "core/metrics/spec_options.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using Words = std::vector<std::string>;

namespace {

/// A command line of a command that trains, as far as these options go.
struct Line {
  Line() {
    app.name("train");
    spec.epochs = metrics::kAutoEpochs;
    cli::addShape(app, spec);
    cli::addEpochs(app, spec);
    cli::addBatch(app, spec);
  }

  /// The sentence that refuses these words; empty where they are taken.
  QString refusalOf(const Words& words) {
    try {
      app.parse(Words(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
      return QString::fromUtf8(error.what());
    }
    return {};
  }

  CLI::App app;
  metrics::RunSpec spec;
};

}  // namespace

class TrainingArgumentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsNotSaidStaysAsItWas() {
    Line line;
    QCOMPARE(line.refusalOf({}), QString());
    QCOMPARE(line.spec.epochs, metrics::kAutoEpochs);
    QCOMPARE(line.spec.batch, metrics::RunSpec().batch);
    QVERIFY(line.spec.shape.empty());
    QVERIFY(cli::statedOptions(line.app).empty());
  }

  void aShapeIsNumbersWithCrossesBetween() {
    for (const auto& [text, shape] : {std::pair<std::string, std::vector<std::int64_t>>{"1x28x28", {1, 28, 28}},
                                      {"784", {784}},
                                      {"2x1", {2, 1}}}) {
      Line line;
      QCOMPARE(line.refusalOf({"--shape", text}), QString());
      QCOMPARE(line.spec.shape, shape);
    }
    for (const char* text : {"0x3", "3x-1", "axb", "2.5x2"}) {
      Line line;
      const QString refused = line.refusalOf({"--shape", text});
      QVERIFY2(refused.contains("--shape"), qPrintable(refused));
    }
  }

  void epochsAreANumberOrAuto() {
    for (const auto& [text, epochs] : {std::pair<std::string, int>{"auto", metrics::kAutoEpochs},
                                       {"1", 1},
                                       {"250", 250},
                                       {"2147483647", 2147483647}}) {
      Line line;
      line.spec.epochs = 7;
      QCOMPARE(line.refusalOf({"--epochs", text}), QString());
      QCOMPARE(line.spec.epochs, epochs);
    }
    for (const char* text : {"0", "-1", "1.5", "Auto", "many", "2147483648", "99999999999999999999"}) {
      Line line;
      const QString refused = line.refusalOf({"--epochs", text});
      QVERIFY2(refused.contains("--epochs") && refused.contains("It must be auto or "), qPrintable(refused));
      QVERIFY2(refused.contains(text), qPrintable(refused));
    }
  }

  void aBatchHasASample() {
    Line line;
    QCOMPARE(line.refusalOf({"--batch", "1"}), QString());
    QCOMPARE(line.spec.batch, std::uint64_t{1});
    for (const char* text : {"0", "-64", "64.5"}) {
      Line other;
      QVERIFY2(other.refusalOf({"--batch", text}).contains("--batch"), text);
    }
  }

  /// Also where it is given what it would have been without.
  void whatWasGivenIsStated() {
    Line line;
    QCOMPARE(line.refusalOf({"--epochs", "auto", "--batch", "64"}), QString());
    QCOMPARE(cli::statedOptions(line.app), (Words{"epochs", "batch"}));
  }

  /// Under the name that the spec has for it in JSON.
  void everyOptionHasItsNameInTheSpec() {
    CLI::App app;
    const Words options = {"--model",        "--shape",         "--epochs",    "--batch",    "--slices",  "--manifest",
                           "--lr",           "--loss",          "--optimizer", "--schedule", "--blocks",  "--clip",
                           "--seed",         "--keep-every",    "--keep",      "--patience", "--timeout", "--augment",
                           "--weight-decay", "--class-weights", "--repeats"};
    for (const std::string& option : options) app.add_option(option);
    app.add_flag("--balance");
    app.add_flag("--calibrate");
    app.add_flag("--something-else");
    for (const std::string& option : options) {
      app.parse(Words{"1", option});
      const Words stated = cli::statedOptions(app);
      QCOMPARE(stated.size(), std::size_t{1});
      QCOMPARE(std::string(metrics::optionOf(stated.front())), option);
    }
    app.parse(Words{"--something-else", "--balance"});
    QCOMPARE(cli::statedOptions(app), Words{"balance"});
    app.parse(Words{"--something-else", "--calibrate"});
    QCOMPARE(cli::statedOptions(app), Words{"calibrate"});
  }
};

MASU_TEST(TrainingArgumentsTest)
#include "training_arguments_test.moc"
