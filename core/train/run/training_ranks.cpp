// SPDX-License-Identifier: GPL-3.0-or-later
// What a training run does otherwise where several processes take every step of it together. Each reads every batch and
// computes some of its slices; rank 0 adds these up in the tree over all slices and hands the sum to all, so that all
// take the same step. Rank 0 alone writes.
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "core/metrics/spec_options.h"
#include "core/train/data/device.h"
#include "core/train/learning/packing.h"
#include "core/train/run/training_run.h"

namespace masu::train {

namespace {

/// What a process wants to do next, the stronger wish last.
enum class Wish : char { step, pause, stop };

constexpr std::chrono::milliseconds kPauseLook{200};

/// What each process has for itself, by its name in the spec's JSON.
constexpr std::array<std::string_view, 3> kOwn = {"threads", "memory_bytes", "out"};

Error notUnderstood() {
  return {Errc::format, MASU_TEXT("core",
                                  "The processes of this training run are not of one version of Masu: start the same "
                                  "program on every machine.")};
}

Error ofAnother(const Ranks& ranks, std::uint64_t rank, const char* text, std::vector<Argument> arguments = {}) {
  std::vector<Argument> all = {std::to_string(rank), ranks.host(rank)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return {Errc::invalidArgument, text, std::move(all)};
}

bool isChosen(const metrics::RunSpec& spec, const std::string& name) {
  return std::ranges::find(spec.recipe, name, &metrics::RecipeChoice::name) != spec.recipe.end();
}

/// The first option by which one process was asked for what rank 0 was not; empty where there is none. What both left
/// to the recipe differs only where their data does, which checkAlike() has a sentence for.
Result<std::string> differenceOf(const metrics::RunSpec& asked, const std::string& theirs) {
  MASU_TRY(const metrics::RunSpec other, metrics::specFromJson(theirs));
  for (const std::string& name : metrics::differences(asked, other)) {
    if (name == "recipe" || (isChosen(asked, name) && isChosen(other, name))) continue;
    if (std::ranges::find(kOwn, name) == kOwn.end()) return std::string(metrics::optionOf(name));
  }
  return std::string();
}

}  // namespace

Result<void> TrainingRun::meetOthers(const flow::ProcessGroup& place) {
  chooseCard(place.localRank);
  m_devices = {deviceName()};
  if (place.isAlone()) return {};
  MASU_CHECK(metrics::checkTimeout(m_spec));
  const auto timeout = std::chrono::duration<double>(m_spec.timeoutSeconds);
  MASU_TRY(m_ranks, Ranks::meet(place, std::chrono::duration_cast<std::chrono::milliseconds>(timeout)));
  const Resources own = flow::resolve({m_spec.threads, m_spec.memoryBytes}, place);
  m_spec.threads = own.threads;
  m_spec.memoryBytes = own.memoryBytes;
  MASU_TRY(m_devices, m_ranks->gathered(deviceName()));
  return {};
}

void TrainingRun::leaveOthers(const Error& error) {
  if (m_ranks != nullptr) m_ranks->leave(error);
}

/// All take the run as rank 0 has it, threads and memory too: with other threads a step may give other bits.
Result<void> TrainingRun::shareStart(const metrics::RunSpec& asked, RunState& state) {
  if (m_ranks == nullptr) return {};
  const auto given = [&](const std::vector<std::string>& all) -> Result<std::string> {
    for (std::uint64_t rank = 1; rank < all.size(); ++rank) {
      MASU_TRY(const std::string name, differenceOf(asked, all[rank]));
      if (name.empty()) continue;
      return fail(ofAnother(*m_ranks, rank,
                            MASU_TEXT("core",
                                      "Rank {0} on {1} was asked for another {2} than rank 0: start all processes of a "
                                      "training run with the same options."),
                            {name}));
    }
    std::string message;
    appendText(message, metrics::toJson(m_spec));
    const std::vector<std::uint8_t> bytes = asked.resume ? encodeState(state) : std::vector<std::uint8_t>();
    appendText(message, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return message;
  };
  MASU_TRY(const std::string message, m_ranks->exchange(metrics::toJson(asked), given));
  if (!isWriter()) {
    std::string_view rest = message;
    const auto spec = takeText(rest);
    const auto bytes = takeText(rest);
    if (!spec || !bytes) return fail(notUnderstood());
    MASU_TRY(m_spec, metrics::specFromJson(*spec));
    if (asked.resume) {
      MASU_TRY(state, decodeState(*bytes, RunDirectory::stateFile(m_spec.out)));
    }
  }
  if (m_spec.slices >= m_ranks->world()) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} processes cannot share the slices of a batch, of which this training run has {1} "
                        "(--slices): start at most {1}, or begin a run with more slices."),
              {std::to_string(m_ranks->world()), std::to_string(m_spec.slices)});
}

/// Before anything is written: data, order and weights of all are those of rank 0.
Result<void> TrainingRun::checkAlike() {
  if (m_ranks == nullptr) return {};
  std::string own;
  for (const std::string& text : {m_data.summary.uuid, m_content, m_data.summary.splitHash}) appendText(own, text);
  appendNumber(own, m_spec.blocks);
  appendNumber(own, m_stepsPerEpoch);
  const auto same = [&](const std::vector<std::string>& all) -> Result<std::string> {
    for (std::uint64_t rank = 1; rank < all.size(); ++rank) {
      if (all[rank] == all[0]) continue;
      return fail(ofAnother(*m_ranks, rank,
                            MASU_TEXT("core",
                                      "Rank {0} on {1} finds another dataset or split in {2} than rank 0: give all "
                                      "processes the same file."),
                            {m_spec.dataset.string()}));
    }
    return std::string();
  };
  if (auto compared = m_ranks->exchange(own, same); !compared) return fail(std::move(compared.error()));
  std::vector<std::string> weights;
  for (const ModelRun& modelRun : m_modelRuns) {
    MASU_TRY(std::string hash, modelRun.learner->weightsHash());
    weights.push_back(std::move(hash));
  }
  return checkSameWeights(weights);
}

Result<void> TrainingRun::checkSameWeights(const std::vector<std::string>& hashes) {
  if (m_ranks == nullptr) return {};
  std::string own;
  for (const std::string& hash : hashes) appendText(own, hash);
  const auto same = [&](const std::vector<std::string>& all) -> Result<std::string> {
    for (std::uint64_t rank = 1; rank < all.size(); ++rank) {
      if (all[rank] == all[0]) continue;
      return fail(ofAnother(*m_ranks, rank,
                            MASU_TEXT("core",
                                      "The weights on rank {0} ({1}) are not those on rank 0 after step {2}: the "
                                      "machines do not compute alike. Give them the same version of LibTorch and "
                                      "processors or cards of one kind."),
                            {std::to_string(stepsSoFar())}));
    }
    return std::string();
  };
  auto compared = m_ranks->exchange(own, same);
  return compared ? Result<void>() : fail(std::move(compared.error()));
}

/// All stop, pause and go on before the same step, whichever of them was asked to.
Result<void> TrainingRun::awaitTurn(const std::stop_token& stop) {
  const auto strongest = [](const std::vector<std::string>& all) -> Result<std::string> {
    return *std::ranges::max_element(all);
  };
  const auto begin = Clock::now();
  for (bool isPaused = false;; isPaused = true) {
    const bool pauses = m_pause != nullptr && m_pause->wanted();
    const Wish own = stop.stop_requested() ? Wish::stop : pauses ? Wish::pause : Wish::step;
    MASU_TRY(const std::string common, m_ranks->exchange(std::string(1, static_cast<char>(own)), strongest));
    const Wish wish = common.size() == 1 ? static_cast<Wish>(common[0]) : Wish::stop;
    if (wish == Wish::stop) return fail(Error::cancelled());
    if (wish == Wish::step) {
      if (isPaused) m_paused += Clock::now() - begin;
      for (ModelRun& modelRun : m_modelRuns) {
        if (isPaused) modelRun.meter.restart();
      }
      return {};
    }
    if (!isPaused) {
      MASU_CHECK(reportStepsSoFar());
      MASU_CHECK(saveState());
    }
    std::this_thread::sleep_for(kPauseLook);
  }
}

/// What the predictions of a step add up to is for rank 0 alone, which reports it.
Result<void> TrainingRun::learnTogether(ModelRun& modelRun, const loader::Batch& batch) {
  Learner& learner = *modelRun.learner;
  const std::uint64_t slices = m_spec.slices;
  const auto nodes = [&](std::uint64_t rank) {
    return nodesOf(slicesOfRank(rank, m_ranks->world(), slices), slices);
  };
  Score noted = newScoreOf(m_data);
  noted.noteOnly();
  std::string own;
  for (const SliceRange node : nodes(m_ranks->rank())) {
    MASU_TRY(const SliceSum sum, learner.sumOf(batch, node, noted));
    MASU_TRY(const std::string packed, learner.packed(sum));
    appendText(own, packed);
  }
  appendText(own, noted.takeNotes());
  const auto addUp = [&](const std::vector<std::string>& all) -> Result<std::string> {
    std::vector<std::pair<SliceRange, std::string_view>> known;
    for (std::uint64_t rank = 0; rank < all.size(); ++rank) {
      std::string_view rest = all[rank];
      for (const SliceRange node : nodes(rank)) known.emplace_back(node, takeText(rest).value_or(std::string_view()));
      const auto notes = takeText(rest);
      if (!notes || !modelRun.trained.addNotes(*notes)) return fail(notUnderstood());
    }
    const auto given = [&](SliceRange node) -> Result<std::optional<SliceSum>> {
      const auto found = std::ranges::find(known, node, &std::pair<SliceRange, std::string_view>::first);
      if (found == known.end()) return std::optional<SliceSum>();
      MASU_TRY(SliceSum sum, learner.unpacked(found->second));
      return std::optional<SliceSum>(std::move(sum));
    };
    const auto join = [&](SliceSum left, SliceSum right) { return learner.joined(std::move(left), std::move(right)); };
    MASU_TRY(const SliceSum whole, addedUp<SliceSum>({0, slices}, given, join));
    return learner.packed(whole);
  };
  MASU_TRY(const std::string message, m_ranks->exchange(std::move(own), addUp));
  MASU_TRY(SliceSum whole, learner.unpacked(message));
  return learner.stepBy(std::move(whole), modelRun.trained);
}

/// Each evaluates every world-th batch as a whole, and all add up what came of them in the order of the batches, as one
/// process would: sums of losses and values depend on it.
Result<std::vector<Score>> TrainingRun::evaluateTogether(loader::BatchStream& stream, bool all, std::size_t worstKept,
                                                         const std::stop_token& stop) {
  std::vector<Score> scores(m_modelRuns.size(), newScoreOf(m_data));
  std::vector<Score> noted = scores;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (Score* score : {&scores[i], &noted[i]}) score->keepWorst(worstKept);
    noted[i].noteOnly();
  }
  for (bool isLast = false; !isLast;) {
    std::string own(1, stop.stop_requested() ? '\1' : '\0');
    for (std::uint64_t rank = 0; rank < m_ranks->world() && !isLast; ++rank) {
      MASU_TRY(const loader::BatchPtr batch, stream.next({}));
      isLast = batch == nullptr || batch->lastOfEpoch;
      if (rank != m_ranks->rank() || batch == nullptr) continue;
      for (std::size_t i = 0; i < m_modelRuns.size(); ++i) {
        if (!all && m_modelRuns[i].stoppedEarly) continue;
        const auto begin = Clock::now();
        MASU_CHECK(m_modelRuns[i].learner->evaluate(*batch, 1, noted[i]));
        m_modelRuns[i].seconds += secondsOf(Clock::now() - begin);
      }
    }
    for (Score& score : noted) appendText(own, score.takeNotes());
    MASU_TRY(const std::vector<std::string> messages, m_ranks->gathered(std::move(own)));
    for (const std::string& message : messages) {
      if (message.starts_with('\1')) return fail(Error::cancelled());
    }
    for (const std::string& message : messages) {
      std::string_view rest = std::string_view(message).substr(std::min<std::size_t>(1, message.size()));
      for (Score& score : scores) {
        const auto notes = takeText(rest);
        if (!notes || !score.addNotes(*notes)) return fail(notUnderstood());
      }
    }
  }
  return scores;
}

/// The others need not see the folder of the run.
Result<void> TrainingRun::restoreBest(ModelRun& modelRun) {
  if (isWriter()) MASU_CHECK(modelRun.learner->restore(m_directory.bestCheckpoint(modelRun.number)));
  if (m_ranks == nullptr) return {};
  std::string own;
  if (isWriter()) {
    MASU_TRY(own, modelRun.learner->state());
  }
  MASU_TRY(const std::string state, m_ranks->fromFirst(std::move(own)));
  return isWriter() ? Result<void>() : modelRun.learner->setState(state);
}

/// Nobody has ended well before rank 0 has written everything, after which it needs the others no more.
Result<void> TrainingRun::endTogether() {
  if (m_ranks == nullptr) return {};
  auto ended = m_ranks->fromFirst({});
  return ended || isWriter() ? Result<void>() : fail(std::move(ended.error()));
}

}  // namespace masu::train
