// SPDX-License-Identifier: GPL-3.0-or-later
// Every fuzz target with the seeds of make_corpus.py and a fixed number of changes to them, the same on every run: what
// crashes fails, and under the sanitizers what reads or writes where it may not. The input that did it is kept as
// fuzz_smoke_TARGET.input in the folder where the test runs; MASU_FUZZ_INPUT=FILE fuzz_smoke_test tries:TARGET tries it
// again by itself.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

// The targets' names as MASU_FUZZ_TARGETS lists them: TARGET(csv_fuzz) TARGET(text_fuzz) and so on.
#define TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
MASU_FUZZ_TARGETS
#undef TARGET

namespace {

using Bytes = std::vector<std::uint8_t>;
using Run = int (*)(const std::uint8_t*, std::size_t);

struct Target {
  std::string_view name;
  Run run;
};

constexpr std::array kTargets = {
#define TARGET(name) Target{#name, name},
    MASU_FUZZ_TARGETS
#undef TARGET
};

constexpr std::size_t kLongest = 4096;
constexpr int kInputs = 4000;
/// Of targets that read each input in a child process first, which takes far longer.
constexpr int kInputsOfChildren = 300;
/// LibTorch makes such a child a large one.
constexpr int kInputsOfModules = 100;

int inputsOf(std::string_view target) {
  constexpr std::array<std::string_view, 3> kWithChildren = {"dataset_fuzz", "objects_fuzz", "arrays_fuzz"};
  if (target == "module_fuzz") return kInputsOfModules;
  return std::ranges::find(kWithChildren, target) == kWithChildren.end() ? kInputs : kInputsOfChildren;
}

Bytes bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The input that is being tried, in a file that stays where the program ends over it.
class TriedInput {
 public:
  explicit TriedInput(std::string_view target)
      : m_path("fuzz_smoke_" + std::string(target) + ".input"),
        m_file(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)) {}
  ~TriedInput() {
    ::close(m_file);
    std::filesystem::remove(m_path);
  }
  TriedInput(const TriedInput&) = delete;
  TriedInput& operator=(const TriedInput&) = delete;

  bool keep(const Bytes& input) const {
    return ::ftruncate(m_file, static_cast<off_t>(input.size())) == 0 &&
           ::pwrite(m_file, input.data(), input.size(), 0) == static_cast<ssize_t>(input.size());
  }

 private:
  std::string m_path;
  int m_file;
};

/// Changes seeds as fuzzers do that know nothing of the format: bits, bytes, numbers, and runs that are taken out, told
/// twice, or brought in from another seed.
class Mutator {
 public:
  explicit Mutator(std::vector<Bytes> seeds) : m_seeds(std::move(seeds)) {}

  Bytes next() {
    Bytes input = m_seeds[below(m_seeds.size())];
    for (std::uint64_t changes = 1 + below(4); changes > 0; --changes) change(input);
    if (input.size() > kLongest) input.resize(kLongest);
    return input;
  }

 private:
  /// Not std::uniform_int_distribution, which differs between libraries.
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : m_random() % limit; }
  void change(Bytes& input);
  void overwrite(Bytes& input, std::uint64_t value, std::size_t bytes);
  void insertRun(Bytes& input, const Bytes& from);

  std::mt19937_64 m_random{1};
  std::vector<Bytes> m_seeds;
};

void Mutator::change(Bytes& input) {
  constexpr std::array<std::uint64_t, 10> kEdges = {0,      1,      0x7F,       0x80,       0xFF,
                                                    0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF};
  if (input.empty()) input.push_back(0);
  const std::size_t at = below(input.size());
  const auto place = input.begin() + static_cast<std::ptrdiff_t>(at);
  switch (below(7)) {
    case 0:
      *place ^= static_cast<std::uint8_t>(1U << below(8));
      break;
    case 1:
      *place = static_cast<std::uint8_t>(m_random());
      break;
    case 2:
      overwrite(input, kEdges[below(kEdges.size())], std::size_t{1} << below(4));
      break;
    case 3:
      input.erase(place, place + static_cast<std::ptrdiff_t>(1 + below(std::min<std::size_t>(input.size() - at, 64))));
      break;
    case 4:
      insertRun(input, Bytes(input));
      break;
    case 5:
      insertRun(input, m_seeds[below(m_seeds.size())]);
      break;
    default:
      input.resize(at + 1);
  }
}

/// In either order of bytes.
void Mutator::overwrite(Bytes& input, std::uint64_t value, std::size_t bytes) {
  const std::size_t at = below(input.size());
  const bool bigEndian = below(2) == 0;
  for (std::size_t i = 0; i < bytes && at + i < input.size(); ++i)
    input[at + i] = static_cast<std::uint8_t>(value >> 8U * (bigEndian ? bytes - 1 - i : i));
}

void Mutator::insertRun(Bytes& input, const Bytes& from) {
  if (from.empty()) return;
  const std::size_t first = below(from.size());
  const auto run = std::span(from).subspan(first, 1 + below(std::min<std::size_t>(from.size() - first, 256)));
  input.insert(input.begin() + static_cast<std::ptrdiff_t>(below(input.size())), run.begin(), run.end());
}

}  // namespace

class FuzzSmokeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void tries_data();
  void tries();

 private:
  std::vector<Bytes> seedsOf(const std::string& target) const;

  QTemporaryDir m_corpus;
};

void FuzzSmokeTest::initTestCase() {
  QProcess python;
  python.start("/usr/bin/python3", {MASU_MAKE_CORPUS, m_corpus.path()});
  QVERIFY(python.waitForFinished(60000));
  QVERIFY2(python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0,
           python.readAllStandardError().constData());
}

/// By name, since folders are read in any order.
std::vector<Bytes> FuzzSmokeTest::seedsOf(const std::string& target) const {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(m_corpus.path().toStdString() + "/" + target))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Bytes> seeds;
  for (const std::filesystem::path& file : files) seeds.push_back(bytesOf(file));
  return seeds;
}

void FuzzSmokeTest::tries_data() {
  QTest::addColumn<int>("target");
  for (std::size_t i = 0; i < kTargets.size(); ++i) QTest::newRow(kTargets[i].name.data()) << static_cast<int>(i);
}

void FuzzSmokeTest::tries() {
  QFETCH(int, target);
  const Target& tried = kTargets[static_cast<std::size_t>(target)];
  if (const char* const one = std::getenv("MASU_FUZZ_INPUT")) {
    const Bytes input = bytesOf(one);
    QCOMPARE(tried.run(input.data(), input.size()), 0);
    return;
  }
  const std::vector<Bytes> seeds = seedsOf(std::string(tried.name));
  QVERIFY(!seeds.empty());
  const TriedInput kept(tried.name);
  const auto tryOne = [&](const Bytes& input) {
    return kept.keep(input) && tried.run(input.data(), input.size()) == 0;
  };
  QVERIFY(std::ranges::all_of(seeds, tryOne));
  Mutator mutator(seeds);
  for (int i = 0; i < inputsOf(tried.name); ++i) QVERIFY(tryOne(mutator.next()));
}

QTEST_GUILESS_MAIN(FuzzSmokeTest)
#include "fuzz_smoke_test.moc"
