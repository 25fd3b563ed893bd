// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/run_spec.h"

namespace masu::metrics {

/// What a run computed with, from one of its steps on.
struct ReceiptSession {
  std::uint64_t firstStep = 1;
  std::string masu;       ///< version
  std::string libtorch;   ///< version
  std::string kernels;    ///< the instructions that LibTorch chose, e.g. "AVX2"
  std::string processor;  ///< as the kernel names it
  std::string device;     ///< cpu | cuda
  unsigned threads = 0;

  /// Whether what they compute may be the same to the bit, as far as is known.
  bool isLike(const ReceiptSession& other) const;
};

struct ReceiptModel {
  std::string model;
  double learningRate = 0;  ///< the largest of the schedule
  std::string initial;      ///< Learner::weightsHash() before the first step; empty if unknown
  int repeat = 0;           ///< as in PlannedRun
};

struct ReceiptEpoch {
  int epoch = 0;                     ///< from 1
  std::string order;                 ///< hex64 of chainedOrder() over its steps
  std::vector<std::string> weights;  ///< of each model after it; empty of one that had stopped early
};

/// What a training run did, in brief: its receipt.json. Whoever has the dataset can train any step of it again
/// and compare.
struct RunReceipt {
  bool ended = false;   ///< else it was stopped, or is still running
  std::string dataset;  ///< UUID
  std::string content;  ///< store::contentHash(); empty where there is none
  std::uint64_t edition = 0;  ///< of the labels, see store::LabelEdition
  std::string labels;         ///< its hash; empty: as they were imported
  std::uint64_t samples = 0;
  std::string manifest;   ///< its name when the run began
  std::string splitHash;  ///< store::hashOf() of its assignment
  std::string spec;       ///< specHash()
  std::string order;      ///< version of the order, see loader::Sequence::version()
  std::uint64_t seed = 0;
  std::uint64_t blocks = 0;  ///< chunks shuffled together
  bool balance = false;
  std::uint64_t batch = 0;
  std::uint64_t slices = 1;  ///< of a batch, see RunSpec
  int epochsPlanned = 0;
  std::uint64_t stepsPerEpoch = 0;
  std::uint64_t steps = 0;               ///< taken when this was written, over all epochs
  std::vector<ReceiptSession> sessions;  ///< one where nothing changed while the run was resumed
  std::vector<ReceiptModel> models;
  std::vector<ReceiptEpoch> epochs;
};

/// Also that of an export, see core/shards/write/export_receipt.h: its "of" says whose a receipt is.
inline constexpr const char* kReceiptName = "receipt.json";

/// Whether a receipt has the models that a spec plans, in their order.
bool hasModelsOf(const RunReceipt& receipt, const RunSpec& spec);

/// hex64 over those settings in a spec.json that decide what is learned: neither where files are nor what is kept.
/// Errors: no JSON.
Result<std::string> specHash(std::string_view specJson);

std::string toJson(const RunReceipt& receipt);
/// `file` is what sentences name. Errors: damaged; of a later version; of an export.
Result<RunReceipt> receiptFromJson(std::string_view json, const std::filesystem::path& file);
/// The receipt in a run's folder. Errors: Errc::notFound where there is none.
Result<RunReceipt> readReceipt(const std::filesystem::path& run);

}  // namespace masu::metrics
