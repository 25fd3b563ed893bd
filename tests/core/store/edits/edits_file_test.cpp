// SPDX-License-Identifier: GPL-3.0-or-later
// The edits file under two writers, a killed one and damage. What a dataset is read with afterwards is the judge.
#include "core/store/edits/edits_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include "core/store/format/layout.h"
#include "core/store/read/label_editions.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using store::EditsFile;
using store::LabelEdit;
namespace fs = std::filesystem;

#define REQUIRE_OK(expression)                                                               \
  do {                                                                                       \
    const auto& outcome = (expression);                                                      \
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str()); \
  } while (false)

namespace {

constexpr std::uint64_t kSamples = 1000;

LabelEdit editOf(std::uint64_t sample, std::uint32_t code) {
  LabelEdit edit;
  edit.classes = test::kClasses;
  edit.samples.add(sample);
  edit.codes = {code};
  return edit;
}

std::string bytesOf(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

void writeBytes(const fs::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

class EditsFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = fs::path(m_folder->path().toStdString()) / "F.h5";
    REQUIRE_OK(test::makeTable(m_file, kSamples, store::Compression::none));
  }

  void withoutAFileThereIsNoEdition() {
    const auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    QVERIFY(edits->editions().empty());
    QVERIFY(!edits->current().isEdited());
    QVERIFY(!fs::exists(store::layout::editsPath(m_file)));
  }

  void ofTwoWritersTheSecondIsTold() {
    auto one = store::openEdits(m_file);
    auto other = store::openEdits(m_file);
    REQUIRE_OK(one);
    REQUIRE_OK(other);
    REQUIRE_OK(append(*one, 0, editOf(0, 1)));
    const auto late = append(*other, 0, editOf(2, 1));
    QVERIFY(!late);
    QCOMPARE(late.error().code, Errc::busy);
    // Who looks again may write, and nothing of the first is lost.
    REQUIRE_OK(append(*other, 1, editOf(2, 1)));
    const auto codes = codesNow();
    QVERIFY(codes[0] == 1 && codes[2] == 1);
    QVERIFY(!fs::exists(store::layout::splitsPath(m_file).string() + ".lock"));
  }

  void anEditOutOfRangeIsRefused() {
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    for (const LabelEdit& edit : {editOf(kSamples, 1), editOf(5, 2)}) {
      const auto added = append(*edits, 0, edit);
      QVERIFY(!added);
      QCOMPARE(added.error().code, Errc::invalidArgument);
    }
    QVERIFY(!fs::exists(store::layout::editsPath(m_file)));
  }

  void whatIsNotAllowedIsNotWritten() {
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    const auto refused = edits->append({0, "no", 1, 1, editOf(0, 1)}, store::layout::splitsPath(m_file),
                                       [] { return fail(Errc::permission, "No."); });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::permission);
    QVERIFY(!fs::exists(store::layout::editsPath(m_file)));
  }

  void returningRestoresTheHashAndKeepsTheHistory() {
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    QVERIFY(!edits->beforeLastEdit());
    REQUIRE_OK(append(*edits, 0, editOf(0, 1)));
    const std::string first = edits->current().hash;
    REQUIRE_OK(append(*edits, 1, editOf(2, 1)));
    QCOMPARE(edits->beforeLastEdit(), std::optional<std::uint64_t>(1));
    REQUIRE_OK(append(*edits, 1, std::nullopt));
    QCOMPARE(edits->current(), (store::LabelEdition{3, first}));
    QCOMPARE(edits->beforeLastEdit(), std::optional<std::uint64_t>(0));
    REQUIRE_OK(append(*edits, 0, std::nullopt));
    QCOMPARE(edits->current(), (store::LabelEdition{4, {}}));
    QVERIFY(!edits->beforeLastEdit());
    const auto again = store::openEdits(m_file);
    REQUIRE_OK(again);
    QCOMPARE(again->editions().size(), std::size_t{4});
    QVERIFY(again->editions()[3].returns && !again->editions()[1].returns);
  }

  void aKilledWriterLosesNoEditionThatItReported() {
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
      for (std::uint64_t number = 0;; ++number) {
        auto edits = store::openEdits(m_file);
        if (!edits || !append(*edits, number, editOf(2 * (number % 100), 1))) ::_exit(1);
        const std::uint64_t done = number + 1;
        if (::write(pipe[1], &done, sizeof done) != sizeof done) ::_exit(2);
      }
    }
    std::uint64_t reported = 0;
    for (int i = 0; i < 10; ++i) QCOMPARE(::read(pipe[0], &reported, sizeof reported), ssize_t{sizeof reported});
    ::kill(child, SIGKILL);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    ::close(pipe[0]);
    ::close(pipe[1]);
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    QVERIFY(edits->current().number >= reported);
    const auto codes = codesNow();
    for (std::uint64_t edit = 0; edit < reported; ++edit) QCOMPARE(codes[2 * (edit % 100)], 1.0);
    // What the dead writer held is free.
    REQUIRE_OK(append(*edits, edits->current().number, editOf(4, 0)));
  }

  void aDamagedFileIsNamedOrMeansTheSame() {
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    REQUIRE_OK(append(*edits, 0, editOf(0, 1)));
    REQUIRE_OK(append(*edits, 1, editOf(700, 1)));
    const auto before = codesNow();
    const fs::path file = store::layout::editsPath(m_file);
    const std::string whole = bytesOf(file);
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); at += whole.size() / 60 + 1) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ (1U << (at % 8)));
      writeBytes(file, bytes);
      const auto dataset = store::Dataset::open(m_file);
      if (!dataset) {
        ++refused;
        QVERIFY(!dataset.error().message.english().empty());
        continue;
      }
      QCOMPARE(codesOf(**dataset), before);
    }
    QVERIFY(refused > 0);
    writeBytes(file, whole.substr(0, whole.size() / 2));
    const auto cut = store::Dataset::open(m_file);
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, Errc::damaged);
    QVERIFY(QString::fromStdString(cut.error().message.english()).contains("F.edits.h5 are damaged"));
    writeBytes(file, whole);
    QCOMPARE(codesNow(), before);
  }

  void editsOfAnotherDatasetAreNotRead() {
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    REQUIRE_OK(append(*edits, 0, editOf(0, 1)));
    const fs::path other = m_file.parent_path() / "G.h5";
    REQUIRE_OK(test::makeWaveforms(other, kSamples));
    fs::copy_file(store::layout::editsPath(m_file), store::layout::editsPath(other));
    const auto dataset = store::Dataset::open(other);
    QVERIFY(!dataset);
    QVERIFY(QString::fromStdString(dataset.error().message.english()).contains("another dataset"));
  }

 private:
  Result<void> append(EditsFile& edits, std::uint64_t base, std::optional<LabelEdit> edit) const {
    return edits.append({base, "test", 1, 1, std::move(edit)}, store::layout::splitsPath(m_file),
                        []() -> Result<void> { return {}; });
  }
  static std::vector<double> codesOf(const store::Dataset& dataset) {
    const auto codes = dataset.readValues(*dataset.find("labels"), 0, dataset.samples());
    return codes ? *codes : std::vector<double>();
  }
  std::vector<double> codesNow() const {
    const auto dataset = store::Dataset::open(m_file);
    return dataset ? codesOf(**dataset) : std::vector<double>();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_file;
};

MASU_TEST(EditsFileTest)
#include "edits_file_test.moc"
