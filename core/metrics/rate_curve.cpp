// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/rate_curve.h"

#include <algorithm>

#include "core/metrics/run_json.h"

namespace masu::metrics {

std::vector<double> smoothedLosses(const std::vector<RateTry>& tries) {
  constexpr std::size_t kAround = 4;  // on either side
  std::vector<double> means;
  for (std::size_t i = 0; i < tries.size(); ++i) {
    // As many on either side, so that the ends of the curve do not lean to the middle.
    const std::size_t around = std::min({kAround, i, tries.size() - 1 - i});
    double sum = 0;
    for (std::size_t k = i - around; k <= i + around; ++k) sum += tries[k].loss;
    means.push_back(sum / static_cast<double>(2 * around + 1));
  }
  return means;
}

double suggestedRate(const std::vector<RateTry>& tries) {
  constexpr std::size_t kFirst = 5;
  constexpr double kBelow = 0.98;  // of the loss at first: less is chance
  if (tries.size() < 2 * kFirst) return kAbsent;
  const std::vector<double> losses = smoothedLosses(tries);
  double first = 0;
  for (std::size_t i = 0; i < kFirst; ++i) first += tries[i].loss / kFirst;
  // The first tries are what the others are compared with.
  const auto least = std::min_element(losses.begin() + kFirst, losses.end());
  if (!(*least < kBelow * first)) return kAbsent;
  return tries[static_cast<std::size_t>(least - losses.begin())].rate / 10;
}

std::string toJson(const RateCurve& curve) {
  Json json = {{"rates_of", curve.model}, {"suggested", numberToJson(curve.suggested)}, {"tries", Json::array()}};
  for (const RateTry& one : curve.tries) json["tries"].push_back({one.rate, numberToJson(one.loss)});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RateCurve> rateCurveFromJson(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    RateCurve curve{json.at("rates_of").get<std::string>(), {}, numberFrom(json.at("suggested"))};
    for (const Json& one : json.at("tries")) curve.tries.push_back({one.at(0).get<double>(), numberFrom(one.at(1))});
    return curve;
  } catch (const Json::exception&) {
    return fail(Errc::format, MASU_TEXT("core", "The curve of learning rates is damaged. Measure it again."));
  }
}

}  // namespace masu::metrics
