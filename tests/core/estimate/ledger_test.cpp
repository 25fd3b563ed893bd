// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/ledger.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/estimate/amounts.h"
#include "core/estimate/epoch_time.h"
#include "core/estimate/storage.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::estimate;

namespace {

ModelFootprint resnet50() {
  ModelFootprint model;
  model.model = "resnet50";
  model.parameters = 25'557'032;
  model.parameterBytes = 4 * model.parameters;
  model.bufferBytes = 212'864;
  model.activationBytesPerSample = 88'000'000;
  model.workspaceBytes = 10'000'000;
  model.workspaceBytesPerSample = 3'000'000;
  model.runtimeBytes = 167'000'000;
  return model;
}

LedgerInput trainingOf(std::vector<ModelFootprint> models) {
  LedgerInput input;
  input.largestSplitSamples = 1'200'000;
  input.datasetBytes = std::uint64_t{1'281'167} * 3 * 224 * 224;
  input.models = std::move(models);
  input.batch = 64;
  input.loaderBuffers = mebibytes(512);
  input.sampleOrder = Bytes{500'000};
  input.batchesInFlight = 7;
  input.batchSampleBytes = 4 * 3 * 224 * 224 + 8;
  input.hostMemory = gibibytes(32);
  input.diskFree = gibibytes(10);
  return input;
}

const LedgerItem* find(const Ledger& ledger, std::string_view name) {
  const auto item =
      std::find_if(ledger.items.begin(), ledger.items.end(), [&](const LedgerItem& one) { return one.name == name; });
  return item == ledger.items.end() ? nullptr : &*item;
}

std::uint64_t totalOf(const Ledger& ledger, Where where) {
  std::uint64_t bytes = 0;
  for (const LedgerItem& item : ledger.items) bytes += item.where == where ? item.bytes.value : 0;
  return bytes;
}

LedgerInput drawn(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<ModelFootprint> models(random() % 3 + 1);
  for (ModelFootprint& model : models) {
    model.model = "m";
    model.parameters = random() % 50'000'000;
    model.parameterBytes = 4 * model.parameters;
    model.bufferBytes = random() % 10'000;
    model.activationBytesPerSample = random() % 100'000'000;
    model.workspaceBytesPerSample = random() % 1'000'000;
    model.workspaceBytes = random() % 100'000'000;
    model.runtimeBytes = random() % 300'000'000;
  }
  LedgerInput input = trainingOf(models);
  input.batchSampleBytes = 4 * (random() % 100'000);
  input.batch = random() % 4096 + 1;
  input.optimizer = static_cast<Optimizer>(random() % 3);
  input.inference = random() % 4 == 0;
  input.hostMemory = Bytes{random() % (std::uint64_t{64} << 30)};
  input.slices = random() % 12 + 1;
  return input;
}

}  // namespace

class LedgerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aDeviceTakesWhatTheModelNeedsAndNothingElse() {
    LedgerInput input = trainingOf({resnet50()});
    const Ledger here = ledgerFor(input);
    input.device = Device{.name = "card", .memory = gibibytes(16), .bytesPerSecond = 3e11, .flops = {8e12}};
    input.device->runtime = mebibytes(600);
    const Ledger there = ledgerFor(input);
    QCOMPARE(find(there, "Weights")->where, Where::device);
    QCOMPARE(find(there, "Weights")->bytes.value, find(here, "Weights")->bytes.value);
    QCOMPARE(find(there, "Loader buffers")->where, Where::host);
    const std::uint64_t added =
        find(there, "Batches on the device")->bytes.value + find(there, "Driver and libraries")->bytes.value;
    QCOMPARE(there.host.value + there.device.value, here.host.value + added);
    QCOMPARE(totalOf(there, Where::device), there.device.value);
    QVERIFY(there.fits);
    input.batch = there.maxBatch;
    QVERIFY(ledgerFor(input).fits);
    ++input.batch;
    QVERIFY(!ledgerFor(input).fits);
  }

  void anEpochOnADeviceIsTheLongerOfArithmeticAndMemory() {
    LedgerInput input = trainingOf({resnet50()});
    input.trainSamples = 6400;
    input.models.front().flopsPerSample = 8'200'000'000;
    input.device = Device{.name = "card", .memory = gibibytes(16), .bytesPerSecond = 1e15, .flops = {1e12}};
    QCOMPARE(epochTime(input).seconds(), 3 * 8.2e9 * 6400 / 1e12);
    input.device->pricePerHour = 3.6;
    QCOMPARE(epochPrice(input), epochTime(input).seconds() / 1000);
    input.device->flops = {1e18};
    input.device->bytesPerSecond = 1e9;
    const double parameters = 9.0 * 4 * 25'557'032;
    QCOMPARE(epochTime(input).seconds(), 100 * (parameters + 2 * 64 * 88e6) / 1e9);
  }

  void anEpochOnADeviceDependsOnWhatItComputesIn() {
    LedgerInput input = trainingOf({resnet50()});
    input.trainSamples = 6400;
    input.models.front().flopsPerSample = 8'200'000'000;
    input.device = Device{.name = "card", .memory = gibibytes(16), .bytesPerSecond = 1e15};
    input.device->flops[indexOf(Precision::f32)] = 1e12;
    input.device->flops[indexOf(Precision::bf16)] = 4e12;
    const Ledger before = ledgerFor(input);
    const double slow = epochTime(input).seconds();
    input.compute = Precision::bf16;
    QCOMPARE(epochTime(input).seconds(), slow / 4);
    QCOMPARE(ledgerFor(input).device, before.device);
    // Where memory is the longer of both, activations are half as wide and the rest is as it was.
    input.device->bytesPerSecond = 1e9;
    QCOMPARE(epochTime(input).seconds(), 100 * (9.0 * 4 * 25'557'032 + 64 * 88e6) / 1e9);
    input.compute = Precision::i8;
    QCOMPARE(epochTime(input).seconds(), 0.0);
  }

  void answersTakeAThirdOfTheArithmeticOfLearning() {
    LedgerInput input = trainingOf({resnet50()});
    input.trainSamples = 6400;
    ModelFootprint& model = input.models.front();
    model.flopsPerSample = 8'200'000'000;
    model.stepSecondsPerSample = 0.3;
    const double here = epochTime(input).seconds();
    input.device = Device{.name = "card", .memory = gibibytes(16), .bytesPerSecond = 1e15, .flops = {1e12}};
    const double there = epochTime(input).seconds();
    input.inference = true;
    QVERIFY(std::abs(epochTime(input).seconds() - there / 3) < 1e-9 * there);
    input.device.reset();
    QCOMPARE(epochTime(input).seconds(), here / 3);
  }

  void aStepOnADeviceIsAsMuchLongerThanItsBestAsAStepHere() {
    LedgerInput input = trainingOf({resnet50()});
    input.trainSamples = 6400;
    ModelFootprint& model = input.models.front();
    model.flopsPerSample = 8'200'000'000;
    input.device = Device{.name = "card", .memory = gibibytes(16), .bytesPerSecond = 1e15, .flops = {1e13}};
    const double best = epochTime(input).seconds();
    // Here 64 samples take 3 × 64 × 8.2e9 operations: 15.744 s at best.
    model.machineFlops = 1e11;
    model.machineBytesPerSecond = 1e15;
    model.stepSeconds = 15.744;
    model.stepSecondsPerSample = 15.744 / 64;
    QVERIFY(std::abs(epochTime(input).seconds() - 2 * best) < 1e-9 * best);
    // A machine cannot be used better than at best; and one that was not measured says nothing.
    model.stepSeconds = model.stepSecondsPerSample = 1e-3;
    QCOMPARE(epochTime(input).seconds(), best);
    model.stepSeconds = 100;
    model.machineFlops = 0;
    QCOMPARE(epochTime(input).seconds(), best);
  }

  void onTheCardOfThisMachineCountsWhatWasMeasuredThere() {
    LedgerInput input = trainingOf({resnet50()});
    input.trainSamples = 6400;
    input.device = Device{.name = "card", .memory = gibibytes(16)};  // of which there is no data sheet
    ModelFootprint& model = input.models.front();
    model.card = CardSteps{.workspaceBytesPerSample = 9'000'000, .stepSeconds = 0.002, .stepSecondsPerSample = 1e-4};
    const std::uint64_t elsewhere = find(ledgerFor(input), "Workspace")->bytes.value;
    QCOMPARE(epochTime(input).seconds(), 0.0);
    input.deviceIsHere = true;
    const EpochTime time = epochTime(input);
    QVERIFY(time.isMeasured);
    QVERIFY(std::abs(time.seconds() - (100 * 0.002 + 6400 * 1e-4)) < 1e-9);
    QCOMPARE(find(ledgerFor(input), "Workspace")->bytes.value - elsewhere,
             input.batch * (9'000'000 - model.workspaceBytesPerSample));
    // What tensors take on the host they take there too.
    model.card->workspaceBytesPerSample = 1;
    QCOMPARE(find(ledgerFor(input), "Workspace")->bytes.value, elsewhere);
    // In another type nothing was measured, and a model that did not run there was not either.
    input.compute = Precision::bf16;
    QVERIFY(!epochTime(input).isMeasured);
    input.compute = Precision::f32;
    model.card.reset();
    QVERIFY(!epochTime(input).isMeasured);
  }

  void aFootprintIsReadBackWithItsCard() {
    ModelFootprint model = resnet50();
    QVERIFY(!footprintFromJson(toJson(model))->card);
    model.card = CardSteps{.workspaceBytesPerSample = 7, .stepSeconds = 0.25, .stepSecondsPerSample = 0.5};
    const auto read = footprintFromJson(toJson(model));
    QVERIFY(read && read->card);
    QCOMPARE(read->card->workspaceBytesPerSample, std::uint64_t{7});
    QCOMPARE(read->card->stepSeconds, 0.25);
    QCOMPARE(read->card->stepSecondsPerSample, 0.5);
  }

  void storageOfImageNetIsWhatPeopleKnow() {
    const std::vector<std::int64_t> shape = {3, 224, 224};
    const auto sizes = storageAtTypes(1'281'167, shape);
    QCOMPARE(bytesText(sizes.back().bytes), std::string("193 GB"));  // a byte a value
    QCOMPARE(sizes.back().type, table::DType::u8);
    QCOMPARE(bytesText(sizes[1].bytes), std::string("771 GB"));
    QCOMPARE(sizes[1].bytes.value, sizes.back().bytes.value * 4);
    const std::vector<std::int64_t> absurd(40, std::int64_t{1} << 40);
    QCOMPARE(storageAtTypes(~std::uint64_t{0}, absurd).front().bytes.value, ~std::uint64_t{0});
    const std::vector<std::int64_t> row = {4};
    QCOMPARE(storageAtTypes(0, row).front().bytes.value, std::uint64_t{0});
  }

  void aRunsStateHoldsWeightsAndMomentsTwice() {
    LedgerInput input = trainingOf({resnet50()});
    const std::uint64_t tensors = 2 * (3 * resnet50().parameterBytes + resnet50().bufferBytes);
    const std::uint64_t state = find(ledgerFor(input), "State to resume from")->bytes.value;
    QVERIFY(state > tensors);
    QVERIFY(state < tensors + 1'000'000);
    input.optimizer = Optimizer::sgd;
    const std::uint64_t less = find(ledgerFor(input), "State to resume from")->bytes.value;
    QCOMPARE(state - less, 2 * resnet50().parameterBytes);
    input.statesKept = 3;  // beside the two of the state that is replaced
    QCOMPARE(find(ledgerFor(input), "State to resume from")->bytes.value, less / 2 * 5);
  }

  void peoplesOwnDevicesComeFirst() {
    const auto own = devicesFromJson(R"([{"name": "T4", "memory_bytes": 1000, "bytes_per_second": 2, "flops": 3}])");
    QVERIFY(own);
    const auto all = merged(*own, commonDevices());
    QCOMPARE(all.size(), commonDevices().size());
    QCOMPARE(all.front().memory.value, 1000U);
    QCOMPARE(own->front().flopsIn(Precision::f32), 3.0);
    QCOMPARE(own->front().flopsIn(Precision::f16), 0.0);
    const auto sentence = [](const char* text) { return devicesFromJson(text).error().message.english(); };
    QCOMPARE(sentence("[{}]"), std::string("Device 1 of the list has no name: add it."));
    QCOMPARE(sentence("[\n  {\"name\": \"x\",}\n]"),
             std::string("The list of devices is not JSON from line 2, column 16 on. Correct it there."));
    QCOMPARE(sentence(R"([{"name": "x", "memory_bytes": "8G"}])"),
             std::string("memory_bytes of device 1 of the list must be a positive number."));
    QVERIFY(sentence("{}").starts_with("The list of devices must be JSON"));
    QVERIFY(!devicesFromJson(R"([{"name": "x", "memory_bytes": -5, "bytes_per_second": 2, "flops": 3}])"));
    QVERIFY(!devicesFromJson("nonsense"));
  }

  void peopleGiveOperationsOfEachType() {
    const auto deviceOf = [](const std::string& flops) {
      return devicesFromJson(R"([{"name": "x", "memory_bytes": 5, "bytes_per_second": 2, "flops": )" + flops + "}]");
    };
    const auto own = deviceOf(R"({"f32": 3, "bf16": 7, "i8": 9e99})");
    QVERIFY(own);
    QVERIFY((own->front().flops == PerPrecision{3, 0, 0, 7, 9e99}));
    for (const char* wrong : {"{}", R"({"f23": 3})", R"({"f32": 0})", R"({"f32": -1})", R"({"f32": "fast"})", "[3]",
                              "null", R"({"f32": {"f32": 1}})", R"({"f32": 1e999})"}) {
      QVERIFY2(!deviceOf(wrong), wrong);
    }
    for (const char* wrong :
         {R"("memory_bytes": 1e30)", R"("memory_bytes": 0)", R"("memory_bytes": 5, "runtime_bytes": -1)",
          R"("memory_bytes": 5, "price_per_hour": -2)", R"("memory_bytes": "5")"}) {
      const std::string text = R"([{"name": "x", "bytes_per_second": 2, "flops": 3, )" + std::string(wrong) + "}]";
      QVERIFY2(!devicesFromJson(text), wrong);
    }
    const std::string free = R"("flops": 3, "price_per_hour": 0, "runtime_bytes": 0)";
    QVERIFY(devicesFromJson(R"([{"name": "x", "memory_bytes": 5, "bytes_per_second": 2, )" + free + "}]"));
    QVERIFY(deviceOf(R"({"bf1": 3})").error().message.english().find("bf1") != std::string::npos);
  }

  void everyCommonDeviceComputesInF32AndNoSlowerInNarrowerTypes() {
    for (const Device& device : commonDevices()) {
      const double full = device.flopsIn(Precision::f32);
      QVERIFY2(full > 1e11 && full < 1e14, device.name.c_str());
      for (const Precision compute : kPrecisions) {
        const double figure = device.flopsIn(compute);
        QVERIFY2(figure == 0 || (figure >= full && figure < 3e15), device.name.c_str());
      }
      const double f16 = device.flopsIn(Precision::f16);
      QVERIFY2(device.flopsIn(Precision::bf16) == 0 || device.flopsIn(Precision::bf16) == f16, device.name.c_str());
      QVERIFY2(device.flopsIn(Precision::i8) == 0 || device.flopsIn(Precision::i8) >= 1.9 * f16, device.name.c_str());
    }
  }

  void typesOfArithmeticHaveNames() {
    for (const Precision compute : kPrecisions) QVERIFY(precisionFrom(name(compute)) == compute);
    QVERIFY(!precisionFrom("f64"));
    QVERIFY(!precisionFrom(""));
  }

  void countsResnet50AsPeopleKnowIt() {
    const Ledger ledger = ledgerFor(trainingOf({resnet50()}));
    const LedgerItem* gradients = find(ledger, "Gradients");
    QVERIFY(gradients != nullptr);
    QCOMPARE(gradients->bytes.value, std::uint64_t{102'228'128});
    QCOMPARE(bytesText(gradients->bytes), std::string("102 MB"));
    QCOMPARE(gradients->counted, std::string("25.6 M × 4 B"));
    QCOMPARE(gradients->model, std::string("resnet50"));
    QCOMPARE(bytesText(find(ledger, "Weights")->bytes), std::string("102 MB"));
    const LedgerItem* state = find(ledger, "AdamW state");
    QCOMPARE(state->bytes.value, std::uint64_t{2 * 102'228'128});
    QCOMPARE(state->counted, std::string("2 × 25.6 M × 4 B"));
    QCOMPARE(find(ledger, "Activations")->bytes.value, std::uint64_t{88'000'000} * 64);
    QCOMPARE(find(ledger, "Activations")->counted, std::string("88 MB × 64"));
  }

  void sumsAreThoseOfTheItems() {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const Ledger ledger = ledgerFor(drawn(seed));
      QCOMPARE(ledger.host.value, totalOf(ledger, Where::host));
      QCOMPARE(ledger.device.value, totalOf(ledger, Where::device));
      QCOMPARE(ledger.disk.value, totalOf(ledger, Where::disk));
      for (const LedgerItem& item : ledger.items) {
        QVERIFY(item.bytes > Bytes{});
        QVERIFY2(!item.counted.empty(), item.name.c_str());
      }
    }
  }

  void maxBatchIsTheLargestThatFits() {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      LedgerInput input = drawn(seed);
      const Ledger ledger = ledgerFor(input);
      QCOMPARE(ledger.fits, input.batch <= ledger.maxBatch);
      input.batch = ledger.maxBatch + 1;
      QVERIFY(!ledgerFor(input).fits);
      if (ledger.maxBatch == 0) continue;
      input.batch = ledger.maxBatch;
      QVERIFY(ledgerFor(input).fits);
      QCOMPARE(ledgerFor(input).maxBatch, ledger.maxBatch);
      ++solved;
    }
    QVERIFY(solved > 100);
  }

  void optimizersKeepWhatTheyKeep() {
    LedgerInput input = trainingOf({resnet50()});
    const auto hostWith = [&](Optimizer optimizer) {
      input.optimizer = optimizer;
      return ledgerFor(input).host.value;
    };
    QCOMPARE(hostWith(Optimizer::adam) - hostWith(Optimizer::sgd), resnet50().parameterBytes);
    QCOMPARE(hostWith(Optimizer::adam), hostWith(Optimizer::adamw));
    input.optimizer = Optimizer::sgd;
    QVERIFY(find(ledgerFor(input), "AdamW state") == nullptr);
  }

  void inferenceLeavesOutWhatOnlyLearningNeeds() {
    LedgerInput input = trainingOf({resnet50()});
    input.inference = true;
    const Ledger ledger = ledgerFor(input);
    for (const char* name : {"Gradients", "AdamW state", "Activations", "Checkpoints", "State to resume from"}) {
      QVERIFY2(find(ledger, name) == nullptr, name);
    }
    for (const char* name : {"Weights", "Workspace", "Batches in flight", "Loader buffers", "Runtime and libraries"}) {
      QVERIFY2(find(ledger, name) != nullptr, name);
    }
  }

  void modelsShareStreamAndRuntime() {
    const Ledger one = ledgerFor(trainingOf({resnet50()}));
    const Ledger two = ledgerFor(trainingOf({resnet50(), resnet50()}));
    QVERIFY(two.host < one.host + one.host);
    for (const char* name :
         {"Batches in flight", "Loader buffers", "Sample order", "Runtime and libraries", "Dataset"}) {
      const auto count =
          std::count_if(two.items.begin(), two.items.end(), [&](const auto& item) { return item.name == name; });
      QCOMPARE(count, 1);
      QVERIFY(find(two, name)->model.empty());
    }
  }

  void modelsTakeTurnsAtABatch() {
    ModelFootprint small = resnet50();
    small.model = "small";
    small.activationBytesPerSample /= 4;
    const Ledger large = ledgerFor(trainingOf({resnet50()}));
    const Ledger both = ledgerFor(trainingOf({small, resnet50()}));
    QCOMPARE(find(both, "Activations")->model, std::string("resnet50"));
    QCOMPARE(find(both, "Activations")->bytes, find(large, "Activations")->bytes);
    const std::uint64_t own = 4 * small.parameterBytes + small.bufferBytes;  // weights, gradients and two moments
    QCOMPARE(both.host.value, large.host.value + own);
  }

  void slicesNeedTheActivationsOfOneAndGradientsByLevel() {
    LedgerInput input = trainingOf({resnet50()});
    const Ledger whole = ledgerFor(input);
    QVERIFY(find(whole, "Sums of slices") == nullptr);
    const std::uint64_t gradients = resnet50().parameterBytes;
    for (const auto& [slices, levels] : {std::pair{2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {16, 4}}) {
      input.slices = static_cast<std::uint64_t>(slices);
      const Ledger ledger = ledgerFor(input);
      const std::uint64_t samples = (input.batch + input.slices - 1) / input.slices;
      QCOMPARE(find(ledger, "Activations")->bytes.value, samples * resnet50().activationBytesPerSample);
      QCOMPARE(find(ledger, "Gradients")->bytes.value, gradients);
      const std::uint64_t sums = find(ledger, "Sums of slices")->bytes.value;
      QVERIFY(sums >= static_cast<std::uint64_t>(levels) * gradients);
      const std::uint64_t beside = samples * input.batchSampleBytes + (3 + 2 * 4) * resnet50().bufferBytes;
      QVERIFY(sums <= static_cast<std::uint64_t>(levels) * gradients + beside);
    }
    input.slices = 8;
    QVERIFY(ledgerFor(input).host < whole.host);
    QVERIFY(ledgerFor(input).maxBatch > whole.maxBatch);
    // A batch that is too small for its slices has fewer, none of them of one sample.
    for (std::uint64_t batch = 1; batch <= 40; ++batch) {
      QVERIFY(samplesOfSlice(batch, 8) >= std::min<std::uint64_t>(batch, 2));
      QVERIFY(samplesOfSlice(batch, 8) <= batch && samplesOfSlice(batch, 8) <= samplesOfSlice(batch + 1, 8));
    }
    input.inference = true;
    QVERIFY(find(ledgerFor(input), "Sums of slices") == nullptr);
  }

  void savingCountsWhereItTakesMoreThanAStep() {
    LedgerInput input = trainingOf({resnet50(), resnet50()});
    const std::uint64_t before = ledgerFor(input).host.value;
    for (ModelFootprint& model : input.models) model.savingBytes = 1'000'000'000;
    QCOMPARE(ledgerFor(input).host.value, before);
    input.batch = 1;
    const Ledger ledger = ledgerFor(input);
    const std::uint64_t turn = find(ledger, "Activations")->bytes.value + find(ledger, "Workspace")->bytes.value;
    QCOMPARE(find(ledger, "Writing checkpoints")->bytes.value, 2'000'000'000 - turn);
    input.inference = true;
    QVERIFY(find(ledgerFor(input), "Writing checkpoints") == nullptr);
  }

  void asManyModelsFitAsTheLedgerSays() {
    LedgerInput input = trainingOf({resnet50()});
    input.models.front().savingBytes = 700'000'000;
    input.diskFree = gibibytes(100'000);
    const std::uint64_t most = ledgerFor(input).maxModels;
    QVERIFY(most > 1);
    input.models.resize(most, input.models.front());
    QVERIFY(ledgerFor(input).fits);
    input.models.push_back(input.models.front());
    QVERIFY(!ledgerFor(input).fits);
  }

  void theProgramInFrontCountsWhereItIsToBeStarted() {
    LedgerInput input = trainingOf({resnet50()});
    const std::uint64_t without = ledgerFor(input).host.value;
    input.launcher = mebibytes(17);
    QCOMPARE(ledgerFor(input).host.value, without + mebibytes(17).value);
  }

  void datasetOnDiskNeedsNoFreeSpace() {
    LedgerInput input = trainingOf({resnet50()});
    input.datasetBytes = std::uint64_t{1} << 42;
    QVERIFY(ledgerFor(input).fits);
    const Ledger ledger = ledgerFor(input);
    input.diskFree =
        Bytes{find(ledger, "Checkpoints")->bytes.value + find(ledger, "State to resume from")->bytes.value};
    QVERIFY(ledgerFor(input).fits);
    input.diskFree = input.diskFree - Bytes{1};
    QVERIFY(!ledgerFor(input).fits);
    QCOMPARE(ledgerFor(input).maxBatch, std::uint64_t{0});
  }

  void listsWhatTheStreamsHold() {
    const LedgerInput input = trainingOf({resnet50()});
    QCOMPARE(find(ledgerFor(input), "Loader buffers")->bytes.value, mebibytes(512).value);
    QCOMPARE(find(ledgerFor(input), "Batches in flight")->bytes.value, 7 * 64 * input.batchSampleBytes);
    QCOMPARE(find(ledgerFor(input), "Sample order")->bytes.value, std::uint64_t{500'000});
  }

  void batchesForADeviceAreMovedNarrowAndWidenedThere() {
    LedgerInput input = trainingOf({resnet50()});
    input.batchSampleBytes = 4000;
    input.narrowSampleBytes = 1000;
    QCOMPARE(find(ledgerFor(input), "Batches in flight")->bytes.value, std::uint64_t{7 * 64 * 4000});
    input.device = commonDevices().front();
    QCOMPARE(find(ledgerFor(input), "Batches in flight")->bytes.value, std::uint64_t{7 * 64 * 1000});
    QCOMPARE(find(ledgerFor(input), "Batches on the device")->bytes.value, std::uint64_t{64 * (2 * 1000 + 4000)});
    input.narrowSampleBytes = input.batchSampleBytes;
    QCOMPARE(find(ledgerFor(input), "Batches on the device")->bytes.value, std::uint64_t{64 * 2 * 4000});
  }

  void aCardThatWasFoundHasTheFiguresOfItsKind() {
    const std::vector<Device> known = commonDevices();
    const auto like = [&](const char* name) { return *std::ranges::find(known, std::string(name), &Device::name); };
    const auto found = [&](const char* name, std::uint64_t gibibytes) {
      return foundCard(name, {gibibytes << 30U}, known);
    };
    QVERIFY(found("NVIDIA GeForce RTX 4060", 8).flops == like("RTX 4060").flops);
    QCOMPARE(found("Tesla T4", 15).bytesPerSecond, like("T4").bytesPerSecond);
    QCOMPARE(found("NVIDIA A100-SXM4-80GB", 80).bytesPerSecond, like("A100 80 GB").bytesPerSecond);
    QCOMPARE(found("NVIDIA A100-SXM4-40GB", 40).bytesPerSecond, like("A100 40 GB").bytesPerSecond);
    QVERIFY(found("NVIDIA H100 80GB HBM3", 80).flops == like("H100").flops);
    const Device other = found("NVIDIA GeForce GTX 480", 1);
    QVERIFY(other.flops == PerPrecision{});
    QCOMPARE(other.memory.value, std::uint64_t{1} << 30U);
    LedgerInput input = trainingOf({resnet50()});
    input.trainSamples = 1000;
    input.device = other;
    QCOMPARE(epochTime(input).seconds(), 0.0);
  }

  void neverWrapsAround() {
    LedgerInput input = trainingOf({resnet50()});
    input.batch = ~std::uint64_t{0};
    const Ledger ledger = ledgerFor(input);
    QCOMPARE(ledger.host.value, ~std::uint64_t{0});
    QVERIFY(!ledger.fits);
    QVERIFY(ledger.maxBatch > 0);
  }

  void writesAmountsWithThreeDigits() {
    QCOMPARE(countText(0), std::string("0"));
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(4096), std::string("4,096"));
    QCOMPARE(countText(1'281'167), std::string("1.28 M"));
    QCOMPARE(countText(999'700), std::string("1 M"));
    QCOMPARE(bytesText({4}), std::string("4 B"));
    QCOMPARE(bytesText({999'600'000}), std::string("1 GB"));
    QCOMPARE(bytesText({7'890'000}), std::string("7.89 MB"));
    QCOMPARE(bytesText({~std::uint64_t{0}}), std::string("18447 PB"));
  }

  void namesPlacesAndOptimizers() {
    QCOMPARE(name(Where::host), std::string_view("host"));
    QCOMPARE(name(Where::device), std::string_view("device"));
    QCOMPARE(name(Where::disk), std::string_view("disk"));
    QCOMPARE(name(Optimizer::sgd), std::string_view("sgd"));
    QCOMPARE(name(Optimizer::adam), std::string_view("adam"));
    QCOMPARE(name(Optimizer::adamw), std::string_view("adamw"));
    QCOMPARE(*optimizerFrom("sgd"), Optimizer::sgd);
    QVERIFY(!optimizerFrom("lion"));
  }
};

MASU_TEST(LedgerTest)
#include "ledger_test.moc"
