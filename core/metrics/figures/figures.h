// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace masu::metrics {

/// NaN where a figure does not exist (no validation set); JSON null.
inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

/// How good a model's predictions for some samples are. The figures below `loss` exist either for classes or for
/// values, and the areas under curves only for two classes; where a sample has several values they are means of these.
struct Figures {
  double loss = kAbsent;
  double accuracy = kAbsent;
  double macroF1 = kAbsent;
  double rocAuc = kAbsent;
  double averagePrecision = kAbsent;  ///< of the second class: the area under the precision-recall curve
  double balancedAccuracy = kAbsent;
  double logLoss = kAbsent;  ///< of samples that weigh the same, see Calibration; absent of what a model learns from
  double ece = kAbsent;      ///< expected calibration error (ECE), see Calibration; absent as logLoss
  double mae = kAbsent;   ///< mean, in the target's unit (MAE)
  double rmse = kAbsent;  ///< root of the mean, in the target's unit (RMSE)
  double r2 = kAbsent;    ///< R²: 1 is perfect, 0 no better than the mean
};

/// A figure by the name it has in files and JSON, for those who list them all.
struct NamedFigure {
  const char* name;
  double Figures::*value;
};
inline constexpr NamedFigure kFigures[] = {
    {"loss", &Figures::loss},
    {"accuracy", &Figures::accuracy},
    {"macro_f1", &Figures::macroF1},
    {"roc_auc", &Figures::rocAuc},
    {"mae", &Figures::mae},
    {"rmse", &Figures::rmse},
    {"r2", &Figures::r2},
    {"log_loss", &Figures::logLoss},
    {"ece", &Figures::ece},
    {"balanced_accuracy", &Figures::balancedAccuracy},
    {"average_precision", &Figures::averagePrecision},
};

/// How well one class is recognized. A ratio with nothing to divide by is 0, as in scikit-learn with zero_division=0:
/// the precision of a class never predicted, the recall of one without a sample, the F1 where both are so.
struct ClassFigures {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
  std::uint64_t samples = 0;    ///< of the class: its support
  std::uint64_t predicted = 0;  ///< as the class
};

/// `confusion` is row-major [classes × classes], rows true, columns predicted.
std::vector<ClassFigures> perClass(std::span<const std::uint64_t> confusion);
/// Mean of F1 over the classes that occur or were predicted; kAbsent where there is none.
double macroF1(std::span<const std::uint64_t> confusion);
/// Mean of recall over the classes that occur; kAbsent where there is none.
double balancedAccuracy(std::span<const std::uint64_t> confusion);

}  // namespace masu::metrics
