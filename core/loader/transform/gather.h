// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/loader/transform/channel_moments.h"
#include "core/loader/transform/widen.h"
#include "core/loader/transform/widening.h"

namespace masu::loader {

/// Copies samples of /features into batches as floats: widened, and on the way normalised and filled when asked.
/// Missing values become 0 under `normalise` (which is the mean), the mean under `fillMissing` alone, and stay NaN
/// otherwise; those of a table column whose missing values stay are NaN under `fillMissing`, too. A column without
/// spread becomes 0. Threads: const calls are safe together.
class FeatureGather {
 public:
  struct Options {
    bool normalise = false;
    bool fillMissing = false;
  };

  FeatureGather() = default;
  /// Requires: `moments` holds one entry a channel when either option is set.
  FeatureGather(const store::Dataset& dataset, const store::ObjectInfo& features, const Options& options,
                std::vector<Moments> moments);

  /// By the moments of `train`, which is null where nothing is normalised or filled; `clocks` as in momentsOf().
  /// Errors: those of momentsOf().
  static Result<FeatureGather> measured(const store::Dataset& dataset, const store::ObjectInfo& features,
                                        const Options& options, const SampleIndex* train, unsigned threads,
                                        const std::stop_token& stop, WorkerClocks* clocks = nullptr);

  /// By which values are normalised or filled; empty where neither is done.
  const std::vector<Moments>& moments() const { return m_moments; }

  /// The same for others to do. Requires: a type that can stay narrow.
  Widening widening() const;

  /// Writes the samples rows[0], rows[1] … of `from`. Requires: out.size() == rows.size() × values a sample.
  void gather(const Rows& from, std::span<const std::uint64_t> rows, std::span<float> out) const;

 private:
  /// What a WidenTable points to.
  template <class Real>
  struct Coefficients {
    std::vector<Real> scale, centre, low, inverse;
    std::vector<float> fill;
  };
  template <class Real>
  Coefficients<Real> coefficientsFor(const Options& options) const;
  template <class Real>
  WidenTable<Real> tableOf(const Coefficients<Real>& coefficients) const;

  table::DType m_dtype = table::DType::f32;
  ChannelMap m_map;
  std::vector<Moments> m_moments;
  std::vector<bool> m_stays;  ///< the channels that `fillMissing` leaves alone
  bool m_asStored = true;     ///< nothing to do beyond the type
  Coefficients<float> m_float;
  Coefficients<double> m_double;
};

/// Copies samples as they are stored.
void gatherStored(const Rows& from, std::span<const std::uint64_t> rows, std::span<std::byte> out);

/// Codes (categories, class labels) and plain numbers (targets, weights) are only widened.
void gatherCodes(table::DType dtype, std::uint64_t values, const Rows& from, std::span<const std::uint64_t> rows,
                 std::span<std::int64_t> out);
void gatherNumbers(table::DType dtype, std::uint64_t values, const Rows& from, std::span<const std::uint64_t> rows,
                   std::span<float> out);

}  // namespace masu::loader
