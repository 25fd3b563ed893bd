// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/base/sha256.h"
#include "core/tasks/data/export_task.h"
#include "core/tasks/receipt/export_check.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;
using metrics::Compared;

namespace {

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// The index knows the receipt that was written; one of a liar would be listed, too.
void replaceReceipt(const fs::path& out, const shards::ExportReceipt& receipt) {
  write(out / "receipt.json", shards::toJson(receipt));
  auto index = nlohmann::json::parse(textOf(out / "index.json"));
  for (auto& file : index["companions"]) {
    if (file["path"] == "receipt.json") file["sha256"] = sha256(textOf(out / "receipt.json")).value();
  }
  index.erase("checksum");
  write(out / "index.json", index.dump());
}

}  // namespace

class ExportReceiptTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void anExportIsAsItsReceiptSays_data();
  void anExportIsAsItsReceiptSays();
  void aBundleIsComparedInPlace();
  void stopsInTheMiddleOfAFile();
  void aReceiptWithoutAHashOfTheContentIsNoted();
  void isTheSameHoweverItIsWritten();
  void whatDiffersIsNamed_data();
  void whatDiffersIsNamed();
  void everyFileThatDiffersIsNamed();
  void whatCannotBeComparedIsRefused();

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
  Result<ExportOutcome> exported(const std::string& out, shards::Format format, unsigned threads = 2) const;
  Result<ReceiptCheck> checked(const std::string& out, const fs::path& dataset = {}) const;
  Result<void> split(std::uint64_t seed) const;

  QTemporaryDir m_folder;
};

void ExportReceiptTest::initTestCase() {
  QVERIFY(test::makeTable(path("t.h5"), 2000, store::Compression::none));
  const auto divided = split(1);
  QVERIFY2(divided, sentence(divided).c_str());
}

Result<void> ExportReceiptTest::split(std::uint64_t seed) const {
  Progress progress;
  SplitRequest request;
  request.file = path("t.h5");
  request.plan.ratios = {0.6, 0.2, 0.2};
  request.plan.seed = seed;
  request.overwrite = true;
  MASU_CHECK(tasks::split(request, {{}, progress}));
  return {};
}

Result<ExportOutcome> ExportReceiptTest::exported(const std::string& out, shards::Format format,
                                                  unsigned threads) const {
  Progress progress;
  ExportRequest request;
  request.file = path("t.h5");
  request.options.format = format;
  request.options.out = path(out);
  request.options.shardSamples = 500;
  request.options.shuffle = 7;
  request.options.overwrite = true;
  request.resources.threads = threads;
  return runExport(request, {{}, progress});
}

Result<ReceiptCheck> ExportReceiptTest::checked(const std::string& out, const fs::path& dataset) const {
  Progress progress;
  return checkReceipt({path(out), {}, dataset, {}}, {{}, progress});
}

void ExportReceiptTest::anExportIsAsItsReceiptSays_data() {
  QTest::addColumn<int>("format");
  for (const shards::Format format : shards::formats())
    QTest::newRow(std::string(shards::name(format)).c_str()) << static_cast<int>(format);
}

void ExportReceiptTest::anExportIsAsItsReceiptSays() {
  QFETCH(const int, format);
  const auto done = exported("out", static_cast<shards::Format>(format));
  QVERIFY2(done, sentence(done).c_str());
  const auto any = readAnyReceipt(path("out"));
  QVERIFY2(any, sentence(any).c_str());
  const auto* receipt = std::get_if<shards::ExportReceipt>(&*any);
  QVERIFY(receipt != nullptr);
  QCOMPARE(receipt->content.size(), std::size_t{64});
  QCOMPARE(receipt->samples, std::uint64_t{2000});
  QCOMPARE(receipt->shuffle, std::optional<std::uint64_t>(7));
  QCOMPARE(receipt->exported.size(), std::size_t{3});
  QVERIFY(receipt->splitHash.size() == 16 && receipt->filesHash.size() == 64);
  const auto check = checked("out", path("t.h5"));
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY2(check->isEqual(), check->isEqual() ? "" : check->difference->message.english().c_str());
  // Receipt and croissant.json are compared as well, but neither is counted: one export has one number of files.
  QCOMPARE(check->filesCompared, receipt->files);
  if (static_cast<shards::Format>(format) == shards::Format::zip) return;
  const auto croissant = nlohmann::json::parse(textOf(path("out") / "croissant.json"));
  const auto& files = croissant.at("distribution");
  QVERIFY(std::ranges::any_of(files, [](const auto& file) { return file.at("@id") == "receipt.json"; }));
}

/// A byte of a member is compared where it is: nothing is unpacked.
void ExportReceiptTest::aBundleIsComparedInPlace() {
  QVERIFY(exported("bundle", shards::Format::zip));
  const fs::path bundle = path("bundle") / "t.zip";
  const std::string whole = textOf(bundle);
  std::string changed = whole;
  changed[whole.size() / 2] = static_cast<char>(changed[whole.size() / 2] ^ 1);
  write(bundle, changed);
  const auto check = checked("bundle");
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(!check->isEqual());
  QCOMPARE(static_cast<int>(check->difference->what), static_cast<int>(Compared::files));
  QVERIFY2(check->difference->message.english().find("t.zip") != std::string::npos,
           check->difference->message.english().c_str());
  // Cut short it is no archive any more.
  write(bundle, whole.substr(0, whole.size() / 2));
  const auto cut = checked("bundle");
  QVERIFY2(cut, sentence(cut).c_str());
  QVERIFY(!cut->isEqual());
  write(bundle, whole);
  QVERIFY(checked("bundle")->isEqual());
  // The ZIP file alone, as somebody else gets it.
  write(path("alone.zip"), whole);
  const auto receipt = readAnyReceipt(path("alone.zip"));
  QVERIFY2(receipt && std::holds_alternative<shards::ExportReceipt>(*receipt), sentence(receipt).c_str());
  const auto alone = checked("alone.zip", path("t.h5"));
  QVERIFY2(alone && alone->isEqual(), sentence(alone).c_str());
  QCOMPARE(alone->filesCompared, std::get<shards::ExportReceipt>(*receipt).files);
  write(path("alone.zip"), changed);
  const auto other = checked("alone.zip");
  QVERIFY2(other && !other->isEqual(), sentence(other).c_str());
  // One that is no export is a sentence.
  write(path("alone.zip"), "PK");
  QVERIFY(!readAnyReceipt(path("alone.zip")));
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path("bundle"))) names.push_back(entry.path().filename());
  QCOMPARE(names.size(), std::size_t{2});
}

/// A shard that takes minutes to read, as holes in a file cost no disk: a stop is heard within it, and its bytes count.
void ExportReceiptTest::stopsInTheMiddleOfAFile() {
  QVERIFY(exported("large", shards::Format::csv));
  const auto index = nlohmann::json::parse(textOf(path("large") / "index.json"));
  const std::string first = index["shards"][0]["files"][0]["path"];
  const auto listed = index["shards"][0]["files"][0]["bytes"].get<std::uint64_t>();
  fs::resize_file(path("large") / first, std::uint64_t{256} << 30U);
  Progress progress;
  std::stop_source source;
  const std::jthread stopper([&](const std::stop_token& end) {
    while (!end.stop_requested() && progress.done() <= listed)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    source.request_stop();
  });
  const auto check = checkReceipt({path("large"), {}, {}, {}}, {source.get_token(), progress});
  QVERIFY(!check);
  QCOMPARE(check.error().code, Errc::cancelled);
}

void ExportReceiptTest::aReceiptWithoutAHashOfTheContentIsNoted() {
  QVERIFY(exported("out", shards::Format::csv));
  auto receipt = readExportReceipt(path("out")).value();
  receipt.content.clear();
  replaceReceipt(path("out"), receipt);
  const auto check = checked("out", path("t.h5"));
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->notes.size(), std::size_t{1});
  QVERIFY(checked("out")->notes.empty());  // the dataset is not looked at
}

void ExportReceiptTest::isTheSameHoweverItIsWritten() {
  QVERIFY(exported("one", shards::Format::npy, 1) && exported("many", shards::Format::npy, 4));
  QCOMPARE(textOf(path("one") / "receipt.json"), textOf(path("many") / "receipt.json"));
  const auto file = textOf(path("one") / "receipt.json");
  QVERIFY2(file.size() < 1000, file.c_str());
}

void ExportReceiptTest::whatDiffersIsNamed_data() {
  QTest::addColumn<int>("what");
  for (const char* name : {"a byte of a shard", "a shard", "README", "receipt of another export", "index"})
    QTest::newRow(name) << static_cast<int>(Compared::files);
  QTest::newRow("dataset") << static_cast<int>(Compared::dataset);
  QTest::newRow("content") << static_cast<int>(Compared::content);
  QTest::newRow("split") << static_cast<int>(Compared::split);
}

void ExportReceiptTest::whatDiffersIsNamed() {
  QFETCH(const int, what);
  const std::string name = QTest::currentDataTag();
  QVERIFY(exported("out", shards::Format::csv));
  const fs::path out = path("out");
  const auto change = [&](const char* file, const std::string& text) { write(out / file, text); };
  if (name == "a byte of a shard") {
    std::string shard = textOf(out / "train" / "split_data_00000.csv");
    shard[shard.size() / 2] = static_cast<char>(shard[shard.size() / 2] ^ 1);
    change("train/split_data_00000.csv", shard);
  } else if (name == "a shard") {
    fs::remove(out / "train" / "split_data_00001.csv");
  } else if (name == "README") {
    change("README.md", textOf(out / "README.md") + " ");
  } else if (name == "receipt of another export") {
    QVERIFY(exported("other", shards::Format::npy));
    change("receipt.json", textOf(path("other") / "receipt.json"));
  } else if (name == "index") {
    std::string index = textOf(out / "index.json");
    index.replace(index.find("\"encoded\": false"), 16, "\"encoded\": true ");
    change("index.json", index);
  } else if (name == "dataset") {
    auto receipt = readExportReceipt(out).value();
    receipt.dataset.front() = receipt.dataset.front() == '1' ? '2' : '1';
    replaceReceipt(out, receipt);
  } else if (name == "content") {
    auto receipt = readExportReceipt(out).value();
    receipt.content.front() = receipt.content.front() == '1' ? '2' : '1';
    replaceReceipt(out, receipt);
  } else {
    const auto divided = split(2);
    QVERIFY2(divided, sentence(divided).c_str());
  }
  const auto check = checked("out", path("t.h5"));
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(!check->isEqual());
  QVERIFY2(static_cast<int>(check->difference->what) == what, check->difference->message.english().c_str());
  if (name == "split") {
    QVERIFY(checked("out")->isEqual());  // the files are what they were
    QVERIFY(split(1));
  }
}

/// Those that are equal are counted all the same, and what a trainer would read besides is named.
void ExportReceiptTest::everyFileThatDiffersIsNamed() {
  const fs::path out = path("several");
  QVERIFY(exported("several", shards::Format::csv));
  const std::uint64_t files = readExportReceipt(out).value().files;
  const auto shard = [&](const char* number) { return out / "train" / ("split_data_0000" + std::string(number)); };
  fs::copy_file(shard("0.csv"), shard("9.csv"));
  write(out / ".directory", "of a file manager");
  fs::create_directories(out / "export.partial");
  const auto another = checked("several", path("t.h5"));
  QVERIFY2(another && !another->isEqual(), sentence(another).c_str());
  QCOMPARE(another->difference->message.english(),
           shard("9.csv").string() + " is not among the files that were exported.");
  QCOMPARE(another->filesCompared, files);
  fs::remove(shard("1.csv"));
  write(out / "README.md", "other");
  fs::create_directories(out / "train" / "more");
  const auto several = checked("several", path("t.h5"));
  QVERIFY2(several && !several->isEqual(), sentence(several).c_str());
  QCOMPARE(several->filesCompared, files - 2);
  const std::string message = several->difference->message.english();
  for (const fs::path& file : {shard("9.csv"), shard("1.csv"), out / "README.md", out / "train" / "more"})
    QVERIFY2(message.find(file.string()) != std::string::npos, message.c_str());
}

void ExportReceiptTest::whatCannotBeComparedIsRefused() {
  QVERIFY(exported("out", shards::Format::csv));
  Progress progress;
  const auto steps = checkReceipt({path("out"), {3}, {}, {}}, {{}, progress});
  QVERIFY(!steps);
  QVERIFY2(sentence(steps).find("--step") != std::string::npos, sentence(steps).c_str());
  QCOMPARE(checked("out", path("nothing.h5")).error().code, Errc::notFound);
  fs::remove(path("out") / "receipt.json");
  const auto none = checked("out");
  QVERIFY(!none);
  QCOMPARE(none.error().code, Errc::notFound);
  write(path("out") / "receipt.json", "{\"masu_receipt\":1,\"of\":\"run\"}");
  QCOMPARE(checked("out").error().code, Errc::format);
}

MASU_TEST(ExportReceiptTest)
#include "export_receipt_test.moc"
