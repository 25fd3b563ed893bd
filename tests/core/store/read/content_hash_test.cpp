// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/content_hash.h"

#include <functional>

#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 20000;

Result<std::string> hashOf(const fs::path& file) {
  MASU_TRY(const auto dataset, store::Dataset::open(file));
  return store::contentHash(*dataset);
}

/// FORMAT.md's own words, with h5py: of a file that holds its values.
constexpr const char* kByTheFormat = R"(
import hashlib, json, sys, h5py
f = h5py.File(sys.argv[1], 'r')
text = lambda name: json.loads(bytes(f['meta/' + name][:])) if 'meta/' + name in f else []
attribute = lambda name: f.attrs[name].decode() if isinstance(f.attrs[name], bytes) else f.attrs[name]
words = {d['column']: d['texts'] for d in text('dictionaries')}
columns = []
for i, c in enumerate(text('columns')):
    if c['role'] == 'ignored': continue
    c = {'unit': '', **c, 'dictionary': words.get(i, [])}
    keys = 'name role kind stored dictionary scale offset origin unit missing_stays'
    columns.append({key: c[key] for key in keys.split()})
meaning = {'kind': attribute('kind'), 'target': attribute('target'), 'samples': int(f.attrs['samples']), 'window': 0,
           'silence': 0, 'missing_by_train_mean': bool(f.attrs['missing_by_train_mean']), 'columns': columns,
           'classes': text('classes'), 'groups': text('groups'),
           'sources': [[s['records'], s['rate']] for s in text('sources')]}
hash = hashlib.sha256(b'masu content 1\n')
hash.update((json.dumps(meaning, separators=(',', ':'), ensure_ascii=False) + '\n').encode())
paths = []
f['meta/checksums'].visititems(lambda name, o: paths.append(name) if isinstance(o, h5py.Dataset) else None)
types = {'f2': 'f16', 'f4': 'f32', 'f8': 'f64', 'i1': 'i8', 'i2': 'i16', 'i4': 'i32', 'i8': 'i64',
         'u1': 'u8', 'u2': 'u16', 'u4': 'u32'}
for path in sorted(paths, key=str.encode):
    if path.startswith('pyramid/'): continue
    o, sums = f[path], f['meta/checksums/' + path][:]
    last = path.rsplit('/')[-1]
    kind = last if path == 'origin' or last in ('ends', 'bytes') else types[o.dtype.str[1:]]
    hash.update((' '.join([path, kind, *map(str, o.shape[1:])]) + '\n').encode())
    for i, sum in enumerate(sums):
        count = min(o.chunks[0], len(o) - i * o.chunks[0])
        hash.update(f'{count} {int(sum):016x}\n'.encode())
print(hash.hexdigest())
)";

}  // namespace

class ContentHashTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void isOneWhateverTheFilesAre();
  void isWhatTheFormatSays();
  void knowsWhatHasAMeaning_data();
  void knowsWhatHasAMeaning();

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  Result<std::string> hashOfWritten(const char* name, const store::DatasetMeta& meta = someMeta(),
                                    const store::WriteOptions& options = {.sync = false},
                                    Compression compression = Compression::none, int changed = -1) const;

  std::unique_ptr<QTemporaryDir> m_folder;
};

Result<std::string> ContentHashTest::hashOfWritten(const char* name, const store::DatasetMeta& meta,
                                                   const store::WriteOptions& options, Compression compression,
                                                   int changed) const {
  auto contents = someContent(kSamples, compression);
  if (changed >= 0) contents[0].bytes[static_cast<std::size_t>(changed)] ^= std::byte{1};
  MASU_TRY(auto writer, store::DatasetWriter::create(path(name), infosOf(contents), options));
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < kSamples; ++i) texts.push_back("note " + std::to_string(i));
  MASU_CHECK(writer->appendTexts("note", texts));
  for (const Piece& piece : randomPieces(contents.size(), kSamples, 1))
    MASU_CHECK(writePiece(*writer, contents[piece.object], piece));
  Progress progress;
  MASU_CHECK(writer->finish(kSamples, meta, {{}, progress}));
  return hashOf(path(name));
}

void ContentHashTest::isOneWhateverTheFilesAre() {
  const auto one = hashOfWritten("one.h5");
  REQUIRE_OK(one);
  QCOMPARE(one->size(), std::size_t{64});
  const auto parts = hashOfWritten("parts.h5", someMeta(), {.sync = false, .partBytes = 300000});
  REQUIRE_OK(parts);
  QVERIFY((*store::Dataset::open(path("parts.h5")))->partFiles().size() > 1);
  QCOMPARE(*parts, *one);
  QCOMPARE(hashOfWritten("gzip.h5", someMeta(), {.sync = false}, Compression::gzip).value(), *one);
  QCOMPARE(hashOfWritten("zstd.h5", someMeta(), {.sync = false, .partBytes = 200000}, Compression::zstd).value(), *one);
  // The last byte of the features.
  const int last = static_cast<int>(someContent(kSamples, Compression::none)[0].bytes.size()) - 1;
  for (const int byte : {0, last})
    QVERIFY(hashOfWritten("byte.h5", someMeta(), {.overwrite = true, .sync = false}, Compression::none, byte).value() !=
            *one);
}

void ContentHashTest::isWhatTheFormatSays() {
  const auto hash = hashOfWritten("F.h5");
  REQUIRE_OK(hash);
  QProcess python;
  python.start("/usr/bin/python3", {"-c", kByTheFormat, QString::fromStdString(path("F.h5").string())});
  if (!python.waitForStarted()) QSKIP("python3 is not installed");
  QVERIFY(python.waitForFinished(120000));
  const QByteArray complaint = python.readAllStandardError();
  if (complaint.contains("No module named 'h5py'")) QSKIP("h5py is not installed");
  QVERIFY2(python.exitCode() == 0, complaint.constData());
  QCOMPARE(QString::fromUtf8(python.readAllStandardOutput()).trimmed(), QString::fromStdString(*hash));
}

void ContentHashTest::knowsWhatHasAMeaning_data() {
  QTest::addColumn<bool>("matters");
  for (const char* name : {"column", "word", "class", "scale", "rate", "kind", "missing"}) QTest::newRow(name) << true;
  for (const char* name : {"uuid", "recipe", "file", "mean", "loss"}) QTest::newRow(name) << false;
}

void ContentHashTest::knowsWhatHasAMeaning() {
  QFETCH(const bool, matters);
  const std::string name = QTest::currentDataTag();
  store::DatasetMeta meta = someMeta();
  table::Column& column = meta.schema.columns[0];
  if (name == "column") column.name = "y";
  if (name == "word") meta.schema.columns[5].dictionary[0] = "e";
  if (name == "class") std::swap(meta.classes[0], meta.classes[1]);
  if (name == "scale") column.scale = 2;
  if (name == "rate") meta.sources[1].rate = 500;
  if (name == "kind") column.kind = table::Kind::time;
  if (name == "missing") meta.missingByTrainMean = !meta.missingByTrainMean;
  if (name == "uuid") meta.uuid.front() = '1';
  if (name == "recipe") meta.recipe = "[]";
  if (name == "file") meta.sources[0].path = "three.csv";
  if (name == "mean") column.stats.mean = 4;
  if (name == "loss") column.loss.clipped = 5;
  const auto one = hashOfWritten("one.h5");
  const auto other = hashOfWritten("other.h5", meta);
  REQUIRE_OK(one);
  REQUIRE_OK(other);
  QCOMPARE(*one != *other, matters);
}

MASU_TEST(ContentHashTest)
#include "content_hash_test.moc"
