// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/store/format/object_info.h"
#include "core/store/hdf5/handle.h"
#include "core/store/splits/splits_file.h"
#include "core/store/write/plain_writer.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 700;
constexpr rlim_t kSeconds = 20;  ///< of processor time
constexpr rlim_t kMemory = rlim_t{2} << 30U;

/// What readers of a dataset do, from opening it to its last chunk. Errors are as good as values here.
void readEverything(const fs::path& file) {
  const auto dataset = store::Dataset::open(file);
  if (!dataset) return;
  for (const ObjectInfo& object : (*dataset)->objects()) {
    for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) {
      static_cast<void>((*dataset)->chunkIntact(object, chunk));
    }
    const std::uint64_t count = std::min<std::uint64_t>(object.samples, 1000);
    if (object.element == store::Element::number) static_cast<void>((*dataset)->readValues(object, 0, count));
    if (object.element == store::Element::textEnds) {
      static_cast<void>((*dataset)->readTexts(std::string_view(object.name).substr(5), 0, count));
    }
  }
  const auto splits = store::SplitsFile::open(file, (*dataset)->uuid(), (*dataset)->samples());
  if (splits) static_cast<void>(splits->read("default"));
}

/// All that the HDF5 library says of its last failure: what it was, and in which of its functions and files.
std::vector<std::string> wordsOfTheLibrary() {
  std::vector<std::string> words;
  const auto gather = [](unsigned, const H5E_error2_t* entry, void* into) -> herr_t {
    for (const char* text : {entry->desc, entry->func_name, entry->file_name})
      if (text != nullptr && *text != '\0') static_cast<std::vector<std::string>*>(into)->emplace_back(text);
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, gather, &words);
  return words;
}

/// Runs it in a process of its own with little memory and time. Empty when it came back; else how it ended.
QString endOfReading(const fs::path& file) {
  const pid_t child = ::fork();
  if (child < 0) return "no process could be started";
  if (child == 0) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlimit memory{kMemory, kMemory};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
    for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) ::signal(signal, SIG_DFL);
    const rlimit time{kSeconds, kSeconds};
    ::setrlimit(RLIMIT_CPU, &time);
    readEverything(file);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return QString("signal %1").arg(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? QString() : QString("exit %1").arg(WEXITSTATUS(status));
}

}  // namespace

class HostileFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void endsNoReaderWithFlippedBytes_data() { compressions(); }
  void endsNoReaderWithFlippedBytes();
  void endsNoReaderWhereMetadataWasOverwritten_data() { compressions(); }
  void endsNoReaderWhereMetadataWasOverwritten();
  void endsNoReaderWhenCutShort_data() { compressions(); }
  void endsNoReaderWhenCutShort();
  void reportsAFileCutWhileItIsOpen();
  void triesAFileOfOthersInAProcessOfItsOwn();
  void endsNoReaderOfDamagedSplits();
  void waitsForNoPipe();
  void followsNoLinkToAnotherFile();
  void namesTheSampleOfAStrayCode();
  void findsOutDamageToTheDescription();
  void showsNoneOfTheLibrarysWords();

 private:
  static void compressions();
  fs::path whole() const { return m_folder.path().toStdString() + "/" + QTest::currentDataTag() + ".h5"; }
  void writePlain() const;
  /// Writes a damaged copy and reads it.
  QString readCopy(const std::string& bytes) const;

  QTemporaryDir m_folder;
};

void HostileFilesTest::compressions() {
  QTest::addColumn<int>("seed");
  QTest::newRow("none") << 1;
  QTest::newRow("gzip") << 2;
  QTest::newRow("lz4") << 3;
  QTest::newRow("zstd") << 4;
  QTest::newRow("plain") << 5;
}

void HostileFilesTest::initTestCase() {
  const std::vector<std::string> texts(kSamples, "a note");
  for (const auto compression : {Compression::none, Compression::gzip, Compression::lz4, Compression::zstd}) {
    const auto contents = someContent(kSamples, compression);
    const fs::path file = m_folder.path().toStdString() + "/" + std::string(store::name(compression)) + ".h5";
    REQUIRE_OK(writeDataset(file, contents, kSamples, wholePieces(contents.size(), kSamples), 1, texts));
    QCOMPARE(endOfReading(file), QString());
  }
  writePlain();
  // What has one beside it is no better than what has none.
  const fs::path folder = m_folder.path().toStdString();
  fs::copy_file(folder / "none.splits.h5", folder / "copy.splits.h5");
}

/// The sort that is exported.
void HostileFilesTest::writePlain() const {
  auto contents = someContent(kSamples, Compression::none);
  contents[5].info.element = store::Element::origin;
  contents[5].bytes = store::packOrigins(contents[5].bytes);
  for (Content& content : contents) content.info.samples = kSamples;
  std::string bytes;
  const auto writer = store::PlainWriter::create("plain.h5", infosOf(contents), kSamples, someMeta(), [&](auto piece) {
    bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    return Result<void>();
  });
  REQUIRE_OK(writer);
  for (const Content& content : contents) REQUIRE_OK((*writer)->append(content.bytes));
  REQUIRE_OK((*writer)->finish());
  const fs::path file = m_folder.path().toStdString() + "/plain.h5";
  writeBytes(file, bytes);
  QCOMPARE(endOfReading(file), QString());
}

QString HostileFilesTest::readCopy(const std::string& bytes) const {
  // A plain one has no splits file beside it, and is tried in a process of its own.
  const bool plain = QTest::currentDataTag() == std::string_view("plain");
  const fs::path copy = m_folder.path().toStdString() + (plain ? "/plain-copy.h5" : "/copy.h5");
  writeBytes(copy, bytes);
  return endOfReading(copy);
}

void HostileFilesTest::endsNoReaderWithFlippedBytes() {
  QFETCH(int, seed);
  const std::string intact = bytesOf(whole());
  std::mt19937 random(static_cast<unsigned>(seed));
  for (int round = 0; round < 300; ++round) {
    std::string bytes = intact;
    // Often one byte, sometimes many; every other time among the metadata at the start.
    const std::size_t flips = round % 3 == 0 ? 1 + random() % 64 : 1;
    const std::size_t reach = round % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 4096);
    for (std::size_t i = 0; i < flips; ++i) bytes[random() % reach] ^= static_cast<char>(1U << (random() % 8));
    const QString end = readCopy(bytes);
    QVERIFY2(end.isEmpty(), qPrintable(QString("round %1 ended with %2").arg(round).arg(end)));
  }
}

void HostileFilesTest::endsNoReaderWhereMetadataWasOverwritten() {
  QFETCH(int, seed);
  const std::string intact = bytesOf(whole());
  std::mt19937 random(static_cast<unsigned>(seed) + 10);
  for (int round = 0; round < 100; ++round) {
    std::string bytes = intact;
    // Eight bytes of ones, or of the highest positive number: lengths and addresses beyond everything.
    const std::size_t at = random() % (bytes.size() - 8);
    for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<char>(round % 2 == 0 || i < 7 ? 0xFF : 0x7F);
    const QString end = readCopy(bytes);
    QVERIFY2(end.isEmpty(), qPrintable(QString("round %1 ended with %2").arg(round).arg(end)));
  }
}

void HostileFilesTest::endsNoReaderWhenCutShort() {
  QFETCH(int, seed);
  const std::string intact = bytesOf(whole());
  std::mt19937 random(static_cast<unsigned>(seed) + 20);
  for (int round = 0; round < 50; ++round) {
    const QString end = readCopy(intact.substr(0, random() % intact.size()));
    QVERIFY2(end.isEmpty(), qPrintable(QString("round %1 ended with %2").arg(round).arg(end)));
  }
}

void HostileFilesTest::reportsAFileCutWhileItIsOpen() {
  const fs::path copy = m_folder.path().toStdString() + "/cut.h5";
  fs::copy_file(m_folder.path().toStdString() + "/none.h5", copy);
  const auto dataset = store::Dataset::open(copy);
  REQUIRE_OK(dataset);
  fs::resize_file(copy, 1000);
  const auto values = (*dataset)->readValues(*(*dataset)->find("features"), 0, kSamples);
  QVERIFY(!values);
  QVERIFY(values.error().message.english().find("cut.h5") != std::string::npos);
  // A removed file stays readable for whoever has it open.
  const fs::path gone = m_folder.path().toStdString() + "/gone.h5";
  fs::copy_file(m_folder.path().toStdString() + "/none.h5", gone);
  const auto open = store::Dataset::open(gone);
  REQUIRE_OK(open);
  fs::remove(gone);
  REQUIRE_OK((*open)->readValues(*(*open)->find("features"), 0, kSamples));
}

void HostileFilesTest::triesAFileOfOthersInAProcessOfItsOwn() {
  const fs::path folder = m_folder.path().toStdString();
  // A whole dataset without its splits is read all the same.
  fs::copy_file(folder / "gzip.h5", folder / "alone.h5");
  const auto alone = store::Dataset::open(folder / "alone.h5");
  REQUIRE_OK(alone);
  QCOMPARE((*alone)->samples(), std::uint64_t{kSamples});
  QProcess python;
  python.setWorkingDirectory(m_folder.path());
  python.start("/usr/bin/python3",
               {"-c", "import h5py\nwith h5py.File('other.h5', 'w', libver='latest') as f: f['x'] = 1"});
  QVERIFY(python.waitForFinished(60000));
  QCOMPARE(python.exitCode(), 0);
  const auto other = store::Dataset::open(folder / "other.h5");
  QVERIFY(!other);
  const std::string sentence = other.error().message.english();
  QVERIFY2(sentence.find("not a dataset of Masu") != std::string::npos, sentence.c_str());
}

void HostileFilesTest::endsNoReaderOfDamagedSplits() {
  const fs::path folder = m_folder.path().toStdString();
  const fs::path file = folder / "damaged" / "none.h5";
  const fs::path splits = folder / "damaged" / "none.splits.h5";
  fs::create_directory(folder / "damaged");
  fs::copy_file(folder / "none.h5", file);
  fs::copy_file(folder / "none.splits.h5", splits);
  const auto open = [&] { return store::SplitsFile::open(file, someMeta().uuid, kSamples); };
  store::Assignment assignment(kSamples, store::Split::train);
  {
    auto opened = open();
    REQUIRE_OK(opened);
    REQUIRE_OK(opened->write({"default", "{}", false}, assignment));
  }
  // What this process wrote is known by its time, which is counted in steps.
  QTest::qSleep(50);
  const std::string intact = bytesOf(splits);
  const std::string run(kSamples, '\1');
  const std::size_t values = intact.find(run);
  QVERIFY(values != std::string::npos);
  std::mt19937 random(31);
  for (int round = 0; round < 100; ++round) {
    std::string bytes = intact;
    if (round % 2 == 0)
      bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
    else
      bytes.replace(random() % (bytes.size() - 8), 8, 8, '\xFF');
    writeBytes(splits, bytes);
    const QString end = endOfReading(file);
    QVERIFY2(end.isEmpty(), qPrintable(QString("round %1 ended with %2").arg(round).arg(end)));
    const auto opened = open();
    const auto read = opened ? opened->read("default") : Result<store::Assignment>(fail(Errc::damaged, {}));
    QVERIFY(!read || *read == assignment);
  }
  // Within the codes, and beyond them.
  for (const char value : {'\2', '\7'}) {
    std::string bytes = intact;
    bytes[values + 123] = value;
    writeBytes(splits, bytes);
    const auto read = open()->read("default");
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::damaged);
    if (value == '\7') QVERIFY(read.error().message.english().find("sample 123") != std::string::npos);
  }
}

void HostileFilesTest::waitsForNoPipe() {
  const fs::path folder = m_folder.path().toStdString();
  const fs::path file = folder / "piped" / "none.h5";
  fs::create_directory(folder / "piped");
  fs::copy_file(folder / "none.h5", file);
  QCOMPARE(::mkfifo((folder / "piped" / "none.splits.h5").c_str(), 0600), 0);
  const auto splits = store::SplitsFile::open(file, someMeta().uuid, kSamples);
  QVERIFY(!splits);
  QCOMPARE(splits.error().code, Errc::unsupported);
}

void HostileFilesTest::followsNoLinkToAnotherFile() {
  const fs::path folder = m_folder.path().toStdString();
  for (const char* change : {"f['features'] = h5py.ExternalLink('none.h5', '/features')",
                             "f['features'] = h5py.SoftLink('/weights')",
                             "f.create_dataset('features', (700, 5), 'f4', external=[('none.h5', 0, 14000)])"}) {
    const fs::path file = folder / "linked.h5";
    fs::copy_file(folder / "none.h5", file, fs::copy_options::overwrite_existing);
    const QString program =
        QString("import h5py\nwith h5py.File('linked.h5', 'r+') as f:\n del f['features']\n %1").arg(change);
    QProcess python;
    python.setWorkingDirectory(m_folder.path());
    python.start("/usr/bin/python3", {"-c", program});
    QVERIFY(python.waitForFinished(60000));
    QCOMPARE(python.exitCode(), 0);
    const auto dataset = store::Dataset::open(file);
    QVERIFY2(!dataset, change);
    QVERIFY2(dataset.error().message.english().find("another place") != std::string::npos,
             dataset.error().message.english().c_str());
  }
}

void HostileFilesTest::namesTheSampleOfAStrayCode() {
  const fs::path file = m_folder.path().toStdString() + "/stray.h5";
  auto contents = someContent(kSamples, Compression::none);
  for (Content& content : contents) {
    if (content.info.name == "labels") content.bytes[345] = std::byte{2};
    if (content.info.name == "categories") content.bytes[2 * 456 + 1] = std::byte{3};
  }
  REQUIRE_OK(writeDataset(file, contents, kSamples, wholePieces(contents.size(), kSamples), 1));
  for (const auto checking : {store::Checking::onFirstRead, store::Checking::never}) {
    const auto dataset = store::Dataset::open(file, checking);
    REQUIRE_OK(dataset);
    for (const auto& [name, sample] : {std::pair("labels", "sample 345"), std::pair("categories", "sample 456")}) {
      const auto values = (*dataset)->readValues(*(*dataset)->find(name), 0, kSamples);
      QVERIFY(!values);
      QCOMPARE(values.error().code, Errc::damaged);
      QVERIFY2(values.error().message.english().find(sample) != std::string::npos,
               values.error().message.english().c_str());
    }
  }
}

void HostileFilesTest::findsOutDamageToTheDescription() {
  const fs::path folder = m_folder.path().toStdString();
  for (const char* source : {"none.h5", "gzip.h5", "plain.h5"}) {
    const fs::path file = folder / "described.h5";
    const std::string intact = bytesOf(folder / source);
    REQUIRE_OK((*store::Dataset::open(folder / source))->compareStructure());
    for (const char* text : {"colour", "a/b.csv", "\"plan\""}) {
      const std::size_t at = intact.find(text);
      QVERIFY2(at != std::string::npos, text);
      std::string bytes = intact;
      bytes[at + 1] ^= 1;
      writeBytes(file, bytes);
      const auto dataset = store::Dataset::open(file);
      REQUIRE_OK(dataset);
      const auto compared = (*dataset)->compareStructure();
      QVERIFY2(!compared, text);
      QCOMPARE(compared.error().code, Errc::damaged);
    }
  }
}

void HostileFilesTest::showsNoneOfTheLibrarysWords() {
  const fs::path folder = m_folder.path().toStdString();
  writeBytes(folder / "text.h5", std::string(4096, 'x'));
  writeBytes(folder / "short.h5", bytesOf(folder / "none.h5").substr(0, 1000));
  const store::hdf5::Lock lock;
  for (const char* name : {"text.h5", "short.h5", "missing.h5"}) {
    const fs::path file = folder / name;
    QVERIFY(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT) < 0);
    const std::string sentence = store::hdf5::lastError(file).message.english();
    const std::vector<std::string> words = wordsOfTheLibrary();
    QVERIFY(!words.empty());
    for (const std::string& word : words)
      QVERIFY2(sentence.find(word) == std::string::npos, (sentence + " " + word).c_str());
    QVERIFY2(sentence.find(name) != std::string::npos && sentence.ends_with('.'), sentence.c_str());
  }
}

MASU_TEST(HostileFilesTest)
#include "hostile_files_test.moc"
