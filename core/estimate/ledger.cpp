// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/ledger.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/base/error.h"
#include "core/base/named_value.h"
#include "core/estimate/amounts.h"

namespace masu::estimate {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
/// Of a checkpoint, the note on classes and scales that is in it.
constexpr std::uint64_t kCheckpointOverhead = 256 << 10;
/// Of what a run resumes from, the names of its tensors and the places in the stream and the logs.
constexpr std::uint64_t kStateOverhead = 128 << 10;

/// What the kernel was seen to give a thread that loads: its stack, and the arena of its own that malloc begins for it.
constexpr std::uint64_t kThreadBytes = 640 << 10;

/// The one that is learned from, and the next on its way; where they are widened there, one is in both forms.
constexpr std::uint64_t kBatchesOnDevice = 2;

const char* stateName(Optimizer optimizer) {
  if (optimizer == Optimizer::sgd) return MASU_TEXT("core", "Momentum");
  return optimizer == Optimizer::adam ? MASU_TEXT("core", "Adam state") : MASU_TEXT("core", "AdamW state");
}

/// Lists items in the order in which the ledger shows them; what needs nothing is not listed.
class Lines {
 public:
  Lines(std::vector<LedgerItem>& items, const LedgerInput& input) : m_items(items), m_input(input) {}

  /// Where the models run.
  void model(const char* name, std::uint64_t bytes, std::string counted, const std::string& model) {
    add(name, model, m_input.device ? Where::device : Where::host, bytes, std::move(counted));
  }
  void device(const char* name, std::uint64_t bytes, std::string counted) {
    add(name, {}, Where::device, bytes, std::move(counted));
  }

  void host(const char* name, std::uint64_t bytes, std::string counted, const std::string& model = {}) {
    add(name, model, Where::host, bytes, std::move(counted));
  }
  void disk(const char* name, std::uint64_t bytes, std::string counted, const std::string& model = {}) {
    add(name, model, Where::disk, bytes, std::move(counted));
  }

 private:
  void add(const char* name, const std::string& model, Where where, std::uint64_t bytes, std::string counted) {
    if (bytes != 0) m_items.push_back({name, model, where, {bytes}, std::move(counted)});
  }

  std::vector<LedgerItem>& m_items;
  const LedgerInput& m_input;
};

/// "25.6 M × 4 B"; without the factor where parameters are of several types.
std::string parametersText(const ModelFootprint& model) {
  if (model.parameters == 0 || model.parameterBytes % model.parameters != 0) return bytesText({model.parameterBytes});
  return countText(model.parameters) + " × " + bytesText({model.parameterBytes / model.parameters});
}

std::string perSampleText(std::uint64_t bytesPerSample, std::uint64_t batch) {
  return bytesText({bytesPerSample}) + " × " + countText(batch);
}

void addModel(Lines& lines, const LedgerInput& input, const ModelFootprint& model) {
  const std::string parameters = parametersText(model);
  const std::string buffers = model.bufferBytes == 0 ? "" : " + " + bytesText({model.bufferBytes});
  lines.model(MASU_TEXT("core", "Weights"), sum(model.parameterBytes, model.bufferBytes), parameters + buffers,
              model.model);
  if (!input.inference) {
    lines.model(MASU_TEXT("core", "Gradients"), model.parameterBytes, parameters, model.model);
    const std::uint64_t copies = stateCopies(input.optimizer);
    lines.model(stateName(input.optimizer), product(copies, model.parameterBytes),
                std::to_string(copies) + " × " + parameters, model.model);
    lines.host(MASU_TEXT("core", "Scores"), model.scoreBytes, bytesText({model.scoreBytes}), model.model);
  }
}

/// Of a batch, what is learned from at once. It is evaluated as a whole, so that the workspace is that of a batch.
std::uint64_t samplesAtOnce(const LedgerInput& input) {
  return samplesOfSlice(input.batch, input.slices);
}

/// Sums of gradients that wait for the other half of their node of the tree: one a level, beside that of the slice in
/// hand, which is where a step on the whole batch has its gradient.
std::uint64_t waitingSums(const LedgerInput& input) {
  return input.inference || input.slices < 2 ? 0 : std::bit_width(input.slices - 1);
}

/// What comes to a step by its slices. Buffers are kept as they were before the step, and their updates are summed in
/// f64; the samples of a slice may be copied.
std::uint64_t sliceBytes(const LedgerInput& input, const ModelFootprint& model) {
  const std::uint64_t waiting = waitingSums(input);
  if (waiting == 0) return 0;
  const std::uint64_t buffers = product(sum(3, product(2, waiting)), model.bufferBytes);
  const std::uint64_t copied = product(samplesAtOnce(input), input.batchSampleBytes);
  return sum(product(waiting, model.parameterBytes), sum(buffers, copied));
}

/// Short-lived memory of a step where the models run.
struct Workspace {
  std::uint64_t fixed = 0;
  std::uint64_t perSample = 0;

  std::uint64_t bytes(std::uint64_t batch) const { return sum(fixed, product(perSample, batch)); }
};

/// On the card of this machine as measured there, and not below what tensors take anywhere; on others as on the host.
Workspace workspaceOf(const LedgerInput& input, const ModelFootprint& model) {
  Workspace workspace{model.workspaceBytes, model.workspaceBytesPerSample};
  if (input.device && input.deviceIsHere && model.card)
    workspace.perSample = std::max(workspace.perSample, model.card->workspaceBytesPerSample);
  return workspace;
}

std::uint64_t turnBytes(const LedgerInput& input, const ModelFootprint& model) {
  const std::uint64_t kept = input.inference ? 0 : product(model.activationBytesPerSample, samplesAtOnce(input));
  return sum(sum(kept, workspaceOf(input, model).bytes(input.batch)), sliceBytes(input, model));
}

/// The state of a run is written for all models at once, while none of them has a batch in hand.
std::uint64_t savingBytes(const LedgerInput& input) {
  std::uint64_t bytes = 0;
  for (const ModelFootprint& model : input.models) bytes = sum(bytes, model.savingBytes);
  return input.inference ? 0 : bytes;
}

/// What is held only while something goes on. Models of one stream take turns at a batch, so that the one which needs
/// most leaves the others what they need.
void addTurns(Lines& lines, const LedgerInput& input) {
  const ModelFootprint* largest = nullptr;
  for (const ModelFootprint& model : input.models) {
    if (largest == nullptr || turnBytes(input, model) > turnBytes(input, *largest)) largest = &model;
  }
  if (largest == nullptr) return;
  const ModelFootprint& model = *largest;
  if (!input.inference) {
    const std::uint64_t samples = samplesAtOnce(input);
    lines.model(MASU_TEXT("core", "Activations"), product(model.activationBytesPerSample, samples),
                perSampleText(model.activationBytesPerSample, samples), model.model);
  }
  const Workspace workspace = workspaceOf(input, model);
  const std::string fixed = workspace.fixed == 0 ? "" : bytesText({workspace.fixed}) + " + ";
  lines.model(MASU_TEXT("core", "Workspace"), workspace.bytes(input.batch),
              fixed + perSampleText(workspace.perSample, input.batch), model.model);
  const std::uint64_t sums = product(waitingSums(input), model.parameterBytes);
  const std::uint64_t slices = sliceBytes(input, model);
  lines.model(
      MASU_TEXT("core", "Sums of slices"), slices,
      countText(waitingSums(input)) + " × " + bytesText({model.parameterBytes}) + " + " + bytesText({slices - sums}),
      model.model);
  const std::uint64_t saving = savingBytes(input);
  // On the host a step's memory is free again when a checkpoint is written.
  const std::uint64_t reused = input.device ? 0 : std::min(saving, turnBytes(input, model));
  lines.host(MASU_TEXT("core", "Writing checkpoints"), saving - reused,
             bytesText({saving}) + (reused == 0 ? "" : " − " + bytesText({reused})));
}

void addShared(Lines& lines, const LedgerInput& input) {
  const bool narrow = input.device && input.narrowSampleBytes > 0 && input.narrowSampleBytes < input.batchSampleBytes;
  const std::uint64_t moved = narrow ? input.narrowSampleBytes : input.batchSampleBytes;
  lines.host(MASU_TEXT("core", "Batches in flight"), product(product(input.batchesInFlight, input.batch), moved),
             countText(input.batchesInFlight) + " × " + perSampleText(moved, input.batch));
  if (input.device) {
    const std::uint64_t widened = narrow ? input.batchSampleBytes : 0;
    const std::string added = narrow ? " + " + perSampleText(widened, input.batch) : "";
    lines.device(MASU_TEXT("core", "Batches on the device"),
                 product(sum(product(kBatchesOnDevice, moved), widened), input.batch),
                 countText(kBatchesOnDevice) + " × " + perSampleText(moved, input.batch) + added);
    lines.device(MASU_TEXT("core", "Driver and libraries"), input.device->runtime.value, "CUDA");
  }
  lines.host(MASU_TEXT("core", "Loader buffers"), input.loaderBuffers.value, bytesText(input.loaderBuffers));
  lines.host(MASU_TEXT("core", "Loader threads"), product(input.loaderThreads, kThreadBytes),
             perSampleText(kThreadBytes, input.loaderThreads));
  lines.host(MASU_TEXT("core", "Sample order"), input.sampleOrder.value, bytesText(input.sampleOrder));
  std::uint64_t runtime = 0;
  for (const ModelFootprint& model : input.models) runtime = std::max(runtime, model.runtimeBytes);
  lines.host(MASU_TEXT("core", "Runtime and libraries"), runtime, "LibTorch, Masu");
  lines.host(MASU_TEXT("core", "Unmodelled, as measured"), input.unmodelled.value, bytesText(input.unmodelled));
  lines.host(MASU_TEXT("core", "Masu itself"), input.launcher.value, bytesText(input.launcher));
}

/// resume.state holds all models, and exists twice while it is replaced; the states after single epochs are like it.
void addState(Lines& lines, const LedgerInput& input) {
  std::uint64_t bytes = kStateOverhead;
  for (const ModelFootprint& model : input.models) {
    const std::uint64_t copies = sum(1, stateCopies(input.optimizer));
    const std::uint64_t score = model.scoreBytes / 2;  // that of training; none is under way in validation
    bytes = sum(bytes, sum(product(copies, model.parameterBytes), sum(model.bufferBytes, score)));
    bytes = sum(bytes, kStateOverhead);
  }
  const std::uint64_t files = sum(input.statesKept, 2);
  lines.disk(MASU_TEXT("core", "State to resume from"), product(files, bytes),
             countText(files) + " × " + bytesText({bytes}));
}

/// Everything on disk but the dataset, which is there already.
void addCheckpoints(Lines& lines, const LedgerInput& input) {
  if (input.inference) return;
  // One more than is kept exists while the newest is being written.
  const std::uint64_t files = sum(input.checkpointsKept, 1);
  for (const ModelFootprint& model : input.models) {
    const std::uint64_t tensors = sum(model.parameterBytes, model.bufferBytes);
    const std::uint64_t file = sum(std::max(model.checkpointBytes, tensors), kCheckpointOverhead);
    lines.disk(MASU_TEXT("core", "Checkpoints"), product(files, file), countText(files) + " × " + bytesText({file}),
               model.model);
  }
  addState(lines, input);
}

std::uint64_t total(const std::vector<LedgerItem>& items, Where where) {
  std::uint64_t bytes = 0;
  for (const LedgerItem& item : items) {
    if (item.where == where) bytes = sum(bytes, item.bytes.value);
  }
  return bytes;
}

std::uint64_t memoryAt(const LedgerInput& input, std::uint64_t batch, Where where) {
  LedgerInput asked = input;
  asked.batch = batch;
  std::vector<LedgerItem> items;
  Lines lines(items, asked);
  for (const ModelFootprint& model : asked.models) addModel(lines, asked, model);
  addTurns(lines, asked);
  addShared(lines, asked);
  return total(items, where);
}

/// By halves: memory only grows with the batch, but in several slopes, as another model may come to need most.
std::uint64_t largestBatch(const LedgerInput& input, Where where, Bytes memory) {
  const auto fits = [&](std::uint64_t batch) { return memoryAt(input, batch, where) <= memory.value; };
  if (memory.value == kMost || !fits(1) || fits(kMost)) return 0;
  std::uint64_t most = 1;
  std::uint64_t tooMany = kMost;
  while (tooMany - most > 1) {
    const std::uint64_t middle = most + (tooMany - most) / 2;
    (fits(middle) ? most : tooMany) = middle;
  }
  return most;
}

std::uint64_t largestBatch(const LedgerInput& input) {
  const std::uint64_t onHost = largestBatch(input, Where::host, input.hostMemory);
  if (!input.device) return onHost;
  return std::min(onHost, largestBatch(input, Where::device, input.device->memory));
}

std::uint64_t mostModels(const LedgerInput& input) {
  if (input.models.empty()) return 0;
  const Where where = input.device ? Where::device : Where::host;
  const std::uint64_t memory = input.device ? input.device->memory.value : input.hostMemory.value;
  std::vector<LedgerItem> shared;
  Lines common(shared, input);
  addShared(common, input);
  std::vector<LedgerItem> one;
  Lines own(one, input);
  addModel(own, input, input.models.front());
  const std::uint64_t fixed = total(shared, where);
  const std::uint64_t each = total(one, where);
  if (fixed > memory || total(shared, Where::host) > input.hostMemory.value || each == 0) return 0;
  // While one of them learns, and while all of them are saved.
  const std::uint64_t turn = std::min(turnBytes(input, input.models.front()), memory - fixed);
  const std::uint64_t saving = input.device || input.inference ? 0 : input.models.front().savingBytes;
  return std::min((memory - fixed - turn) / each, (memory - fixed) / sum(each, saving));
}

}  // namespace

std::string_view name(Where where) {
  switch (where) {
    case Where::host:
      return "host";
    case Where::device:
      return "device";
    case Where::disk:
      break;
  }
  return "disk";
}

std::string_view name(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::sgd:
      return "sgd";
    case Optimizer::adam:
      return "adam";
    case Optimizer::adamw:
      break;
  }
  return "adamw";
}

Result<Optimizer> optimizerFrom(std::string_view name) {
  if (const auto known = valueNamed({Optimizer::sgd, Optimizer::adam, Optimizer::adamw}, name)) return *known;
  return fail(Errc::invalidArgument, MASU_TEXT("core", "There is no optimizer {0}: choose sgd, adam or adamw."),
              {std::string(name)});
}

std::uint64_t stateCopies(Optimizer optimizer) {
  return optimizer == Optimizer::sgd ? 1 : 2;
}

std::uint64_t samplesOfSlice(std::uint64_t batch, std::uint64_t slices) {
  constexpr std::uint64_t kSmallest = 3;  // a batch of three samples is not divided
  const std::uint64_t each = batch / slices + (batch % slices > 0 ? 1 : 0);
  return std::max(each, std::min(batch, kSmallest));
}

Ledger ledgerFor(const LedgerInput& input) {
  Ledger ledger;
  Lines lines(ledger.items, input);
  for (const ModelFootprint& model : input.models) addModel(lines, input, model);
  addTurns(lines, input);
  addShared(lines, input);
  addCheckpoints(lines, input);
  const std::uint64_t stillToWrite = total(ledger.items, Where::disk);
  lines.disk(MASU_TEXT("core", "Dataset"), input.datasetBytes, bytesText({input.datasetBytes}));
  ledger.host = {total(ledger.items, Where::host)};
  ledger.device = {total(ledger.items, Where::device)};
  ledger.disk = {total(ledger.items, Where::disk)};
  const bool fitsOnDisk = stillToWrite <= input.diskFree.value;
  const bool fitsOnDevice = !input.device || ledger.device <= input.device->memory;
  ledger.fits = fitsOnDisk && fitsOnDevice && ledger.host <= input.hostMemory;
  ledger.maxBatch = fitsOnDisk ? largestBatch(input) : 0;
  ledger.maxModels = fitsOnDisk ? mostModels(input) : 0;
  return ledger;
}

}  // namespace masu::estimate
