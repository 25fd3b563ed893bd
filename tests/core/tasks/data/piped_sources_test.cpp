// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/piped_sources.h"

#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "core/io/scratch_folder.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using tasks::PipedSources;
namespace fs = std::filesystem;

/// What comes through a pipe, read as often as one likes.
class PipedSourcesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    fs::create_directory(path("scratch"));
    io::useScratchFolder(path("scratch"));
  }
  void cleanup() { io::useScratchFolder({}); }

  void filesStayAsTheyAre() {
    std::ofstream(path("a.csv")) << "x\n";
    std::vector<fs::path> sources = {path("a.csv"), path("nowhere.csv")};
    const std::vector<fs::path> before = sources;
    const auto piped = PipedSources::take(sources, {}, job());
    QVERIFY(piped && piped->empty());
    QVERIFY(sources == before);
    QVERIFY(!PipedSources::isPipe(path("a.csv")) && PipedSources::isPipe("-"));
  }

  void whatCameIsReadTwiceAndGoesWithTheObject_data() {
    QTest::addColumn<int>("kilobytes");
    QTest::addColumn<bool>("inMemory");
    QTest::newRow("nothing") << 0 << true;
    QTest::newRow("in memory") << 1000 << true;
    QTest::newRow("on the disk") << 9000 << false;  // of a budget of 32 MiB a quarter is memory
  }

  void whatCameIsReadTwiceAndGoesWithTheObject() {
    QFETCH(int, kilobytes);
    QFETCH(bool, inMemory);
    std::string text;
    for (int i = 0; i < kilobytes; ++i) text += std::string(1023, static_cast<char>('a' + i % 26)) + '\n';
    makePipe("p.csv");
    std::jthread writer([&] { std::ofstream(path("p.csv"), std::ios::binary) << text; });
    std::vector<fs::path> sources = {path("p.csv")};
    {
      const auto piped = PipedSources::take(sources, {1, std::uint64_t{32} << 20}, job());
      QVERIFY2(piped, piped ? "" : piped.error().message.english().c_str());
      QVERIFY(!piped->empty());
      QCOMPARE(sources.front().filename(), fs::path("p.csv"));
      QVERIFY(sources.front() != path("p.csv"));
      QVERIFY(fs::is_regular_file(sources.front()));
      for (int i = 0; i < 2; ++i) QVERIFY(read(sources.front()) == text);
      const std::string note = piped->note().english();
      QVERIFY2(note.find(std::to_string(text.size()) + " bytes") != std::string::npos, note.c_str());
      QCOMPARE(note.find("in memory") != std::string::npos, inMemory);
    }
    QVERIFY(fs::is_empty(path("scratch")));
  }

  /// Programs write to each when they like; names that are equal are told apart.
  void severalPipesKeepTheirOrder() {
    fs::create_directory(path("b"));
    makePipe("p.csv");
    makePipe("b/p.csv");
    std::jthread first([&] { std::ofstream(path("p.csv")) << "first"; });
    std::jthread second([&] { std::ofstream(path("b/p.csv")) << "second"; });
    std::vector<fs::path> sources = {path("p.csv"), path("b/p.csv")};
    const auto piped = PipedSources::take(sources, {}, job());
    QVERIFY(piped.has_value());
    QCOMPARE(read(sources[0]), std::string("first"));
    QCOMPARE(read(sources[1]), std::string("second"));
    QVERIFY(sources[0] != sources[1]);
  }

  /// Where it was kept, or a number alone, says nothing to people.
  void errorsNameThePipe() {
    std::array<int, 2> ends = {-1, -1};
    QCOMPARE(pipe(ends.data()), 0);
    close(ends[1]);
    const std::string number = std::to_string(ends[0]);
    std::vector<fs::path> sources = {"/dev/fd/" + number};
    const auto piped = PipedSources::take(sources, {}, job());
    QVERIFY2(piped, piped ? "" : piped.error().message.english().c_str());
    close(ends[0]);
    const std::string kept = sources.front().string();
    const Error error =
        piped->named({Errc::format, "{0} of {1} is empty.", {Message{"Line 1 of {0}", {kept}}, "other"}, {kept, 1, 0}});
    QCOMPARE(error.message.english(), "Line 1 of pipe " + number + " of other is empty.");
    QCOMPARE(error.source.file, "pipe " + number);
  }

  void aStopEndsTheWaitForAWriter() {
    makePipe("p.csv");
    m_stop.request_stop();
    std::vector<fs::path> sources = {path("p.csv")};
    const auto piped = PipedSources::take(sources, {}, job());
    QVERIFY(!piped);
    QCOMPARE(piped.error().code, Errc::cancelled);
    QVERIFY(fs::is_empty(path("scratch")));
    m_stop = {};
  }

  void filesAreNotAmongThem() {
    std::ofstream(path("a.csv")) << "x\n";
    makePipe("p.csv");
    std::vector<fs::path> sources = {path("p.csv"), path("a.csv")};
    const auto piped = PipedSources::take(sources, {}, job());
    QVERIFY(!piped);
    QCOMPARE(piped.error().code, Errc::invalidArgument);
  }

  void standardInputIsReadOnce() {
    std::vector<fs::path> sources = {"-", "-"};
    const auto piped = PipedSources::take(sources, {}, job());
    QVERIFY(!piped);
    QCOMPARE(piped.error().code, Errc::invalidArgument);
  }

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
  void makePipe(const std::string& name) const { QCOMPARE(::mkfifo(path(name).c_str(), 0600), 0); }
  static std::string read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  JobContext job() { return {m_stop.get_token(), m_progress}; }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::stop_source m_stop;
  Progress m_progress;
};

MASU_TEST(PipedSourcesTest)
#include "piped_sources_test.moc"
