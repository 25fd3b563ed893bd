// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader says of the painted widgets: what they are, and the values that they show.
#include <QAccessible>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/column_histogram.h"
#include "ui/charts/figure/confusion_matrix.h"
#include "ui/charts/figure/ledger_bar.h"
#include "ui/charts/figure/metric_chart.h"
#include "ui/charts/figure/quality_curve.h"
#include "ui/charts/figure/rate_plot.h"
#include "ui/charts/figure/reliability_plot.h"
#include "ui/charts/figure/sparkline.h"
#include "ui/charts/figure/split_bar.h"
#include "ui/charts/figure/threshold_plot.h"
#include "ui/charts/signal/image_grid.h"
#include "ui/charts/signal/recording_view.h"
#include "ui/charts/signal/spectrogram_view.h"
#include "ui/charts/signal/spectrum_view.h"
#include "ui/charts/signal/waveform_view.h"

using namespace masu::ui;

namespace {

QString heard(QWidget& widget, QAccessible::Text text) {
  const auto* interface = QAccessible::queryAccessibleInterface(&widget);
  return interface == nullptr ? QString() : interface->text(text);
}

}  // namespace

class HeardTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void paintedWidgetsAreCharts() {
    SplitBar split;
    ClassBars classes;
    ConfusionMatrix matrix;
    LedgerBar ledger(LedgerBar::Form::wide);
    Sparkline line(Sparkline::Form::line);
    QualityCurve quality;
    ColumnHistogram histogram;
    RatePlot rates;
    ReliabilityPlot reliability;
    ThresholdPlot roc(ThresholdPlot::Curve::roc);
    MetricChart metric;
    SpectrumView spectrum;
    SpectrogramView spectrogram;
    WaveformView waves;
    RecordingView recording;
    ImageGrid images;
    for (QWidget* widget : std::initializer_list<QWidget*>{&split, &classes, &matrix, &ledger, &line, &quality,
                                                           &histogram, &rates, &reliability, &roc, &metric, &spectrum,
                                                           &spectrogram, &waves, &recording, &images}) {
      const auto* interface = QAccessible::queryAccessibleInterface(widget);
      QVERIFY2(interface != nullptr, widget->metaObject()->className());
      QVERIFY2(interface->role() == QAccessible::Chart, widget->metaObject()->className());
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{&split, &classes, &matrix, &quality, &histogram, &rates,
                                                           &spectrum, &spectrogram, &waves, &recording, &images})
      QVERIFY2(!heard(*widget, QAccessible::Name).isEmpty(), widget->metaObject()->className());
  }

  void splitBarsSayTheirCounts() {
    SplitBar bar;
    bar.setCounts({8000, 1000, 900, 100});
    QCOMPARE(heard(bar, QAccessible::Description), "8,000 train, 1,000 validation, 900 test, 100 unused");
  }

  void curvesSayTheirLastValuesAndThoseAtTheHairline() {
    MetricChart chart;
    chart.resize(400, 200);
    chart.setPlaceholder("Nothing yet.");
    QCOMPARE(heard(chart, QAccessible::Description), "Nothing yet.");
    chart.setSpan(3, "Epoch");
    chart.setSeries({{"mlp", Qt::red, true, {{1, 9}, {2, 9}}},
                     {"mlp", Qt::red, false, {{1, 0.5}, {2, 0.25}, {3, 0.375}}},
                     {"linear", Qt::blue, false, {{1, 1}, {2, 0.75}}}});
    QCOMPARE(heard(chart, QAccessible::Description),
             "mlp: 0.375 last, from 0.25 to 0.5; linear: 0.75 last, from 0.75 to 1");
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(heard(chart, QAccessible::Description), "Epoch 2, mlp 0.25, linear 0.75");
    chart.setMarked(std::nullopt);
    QVERIFY(heard(chart, QAccessible::Description).startsWith("mlp: 0.375 last"));
  }

  void ratesSayWhatIsSuggestedAndReadOff() {
    RatePlot plot;
    plot.resize(200, 112);
    plot.setCurves({{"mlp", Qt::red, {{0.001, 2}, {0.01, 1}, {0.1, 4}}, 0.01}});
    QCOMPARE(heard(plot, QAccessible::Description), "mlp: 0.01 suggested");
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY2(heard(plot, QAccessible::Description).contains(", mlp 1"),
             qPrintable(heard(plot, QAccessible::Description)));
  }

  void histogramsSayWhereTheValuesAre() {
    ColumnHistogram histogram;
    histogram.setBins({1, 7, 2, 0}, "0", "40", ColumnHistogram::Mark{0.4, "mean 16"});
    QCOMPARE(heard(histogram, QAccessible::Description), "from 0 to 40, mean 16, most values in bin 2 of 4");
  }

  void spectraSayWhereTheyAreLoudest() {
    SpectrumView spectrum;
    spectrum.setLevels({-40, -12, -60}, 50, true);
    const QString text = heard(spectrum, QAccessible::Description);
    QVERIFY2(text.startsWith("loudest at 50 Hz") && text.contains("12 dB"), qPrintable(text));
    spectrum.setLevels({}, 1, true);
    QCOMPARE(heard(spectrum, QAccessible::Description), QString());
  }
};

MASU_TEST(HeardTest)
#include "heard_test.moc"
