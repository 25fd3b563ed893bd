// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::waveform;
using waveform::test::contentOf;
using waveform::test::memoryFile;

namespace {

using Files = std::map<std::string, std::string>;

/// A record in memory: the text of its header, and the files that it may name.
Result<std::unique_ptr<RecordingSource>> openRecord(const std::string& header, const Files& files,
                                                    const RecordingRequest& request = {}) {
  const auto open = [&](const std::string& name) -> Result<io::File> {
    if (!files.contains(name)) return fail(Errc::notFound, "no such file");
    return memoryFile(name.c_str(), files.at(name));
  };
  return openWfdb(memoryFile("r.hea", header), request, open);
}

/// Two bytes of an annotation file: the type, and the interval or whatever else it says.
std::string pairOf(unsigned code, unsigned value) {
  const unsigned pair = code << 10U | value;
  return {static_cast<char>(pair & 255U), static_cast<char>(pair >> 8U)};
}

std::string sentence(const Result<std::unique_ptr<RecordingSource>>& opened) {
  return opened ? std::string() : opened.error().message.english();
}

}  // namespace

class WfdbFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
  Result<std::unique_ptr<RecordingSource>> openHere(const std::string& name,
                                                    const RecordingRequest& request = {}) const {
    MASU_TRY(const io::File header, io::File::openRead(in(name)));
    return openWfdb(header, request, [&](const std::string& file) { return io::File::openRead(in(file)); });
  }

 private Q_SLOTS:
  /// Records of every format, written as signal(5) and header(5) of the WFDB Applications Guide have them.
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
rng = np.random.default_rng(3)
bits = {8: 8, 16: 16, 24: 24, 32: 32, 61: 16, 80: 8, 160: 16, 212: 12, 310: 10, 311: 10}

def pack(fmt, flat):
    n = len(flat)
    if fmt == 8: return flat.astype('i1').tobytes()
    if fmt == 16: return flat.astype('<i2').tobytes()
    if fmt == 24: return flat.astype('<i4').view('u1').reshape(-1, 4)[:, :3].tobytes()
    if fmt == 32: return flat.astype('<i4').tobytes()
    if fmt == 61: return flat.astype('>i2').tobytes()
    if fmt == 80: return (flat + 128).astype('u1').tobytes()
    if fmt == 160: return (flat + 32768).astype('<u2').tobytes()
    if fmt == 212:
        a, b = np.pad(flat, (0, n % 2)).reshape(-1, 2).T
        rows = np.stack([a & 255, (a >> 8 & 15) | (b >> 8 & 15) << 4, b & 255], 1)
        return rows.astype('u1').tobytes()[:(3 * n + 1) // 2]
    a, b, c = (np.pad(flat, (0, -n % 3)).reshape(-1, 3) & 1023).T
    if fmt == 310:
        pairs = np.stack([a << 1 | (c & 31) << 11, b << 1 | c >> 5 << 11], 1)
        return pairs.astype('<u2').tobytes()[:n // 3 * 4 + n % 3 * 2]
    return (a | b << 10 | c << 20).astype('<u4').tobytes()[:n // 3 * 4 + (0, 2, 3)[n % 3]]

def frames_of(fmt, count, widths):
    half = 1 << bits[fmt] - 1
    if fmt == 8: return rng.integers(-20, 20, (count, sum(widths))).cumsum(0)
    values = rng.integers(-half, half, (count, sum(widths)))
    values[::7] = -half
    return values

def stored(fmt, frames, widths, initials):
    if fmt != 8: return pack(fmt, frames.reshape(-1))
    out, at = np.empty_like(frames), 0
    for width, initial in zip(widths, initials):
        own = frames[:, at:at + width].reshape(-1)
        out[:, at:at + width] = np.diff(own, prepend=initial).clip(-128, 127).reshape(-1, width)
        frames[:, at:at + width] = (out[:, at:at + width].reshape(-1).cumsum() + initial).reshape(-1, width)
        at += width
    return pack(8, out.reshape(-1))

def physical(fmt, own, gain, baseline):
    own = own.astype('f8')
    values = (own - baseline) / gain
    if fmt != 8: values[own == -(1 << bits[fmt] - 1)] = np.nan
    return values

def check(own): return ((int(own.sum()) + 32768) % 65536) - 32768

for fmt in bits:
    for signals, count, offset in ((1, 70000, 0), (1, 7, 3), (3, 101, 0), (2, 64, 24)):
        name = 'f%d_%d_%d' % (fmt, signals, count)
        frames = frames_of(fmt, count, [1] * signals)
        data = stored(fmt, frames, [1] * signals, [5 * s for s in range(signals)])
        open(name + '.dat', 'wb').write(b'\xff' * offset + data)
        lines = ['# a comment', '%s %d 360/360(0) %d 10:00:00 01/02/2003' % (name, signals, count), '']
        for s in range(signals):
            lines.append('%s.dat %d%s 200(%d)/uV 12 3 %d %d 0 lead %d' % (
                name, fmt, '+%d' % offset if offset else '', 4 * s, 5 * s, check(frames[:, s]), s))
        open(name + '.hea', 'w').write('\r\n'.join(lines) + '\r\n# 69 M\r\n')
        expect(name + '.hea', np.stack([physical(fmt, frames[:, s], 200, 4 * s) for s in range(signals)], 1))

a, b = frames_of(212, 50, [1, 1]), frames_of(16, 50, [1])
open('two_a.dat', 'wb').write(pack(212, a.reshape(-1)))
open('two_b.dat', 'wb').write(pack(16, b.reshape(-1)) + b'after')
open('two.hea', 'w').write('two 3 125 50\ntwo_a.dat 212\ntwo_a.dat 212 0\ntwo_b.dat 16 -2.5e1 16 7 0 0 0 V1\n')
expect('two.hea', np.stack([physical(212, a[:, 0], 200, 0), physical(212, a[:, 1], 200, 0),
                           physical(16, b[:, 0], -25, 7)], 1))

s = frames_of(16, 40, [1, 1])
open('late.dat', 'wb').write(pack(16, s.reshape(-1)))
open('late.hea', 'w').write('late 2 100 40\nlate.dat 16:3 10 16 0 0 0 0 A\nlate.dat 16 10 16 0 0 0 0 B\n')
moved = physical(16, s[:, 0], 10, 0)
expect('late.hea', np.stack([np.append(moved[3:], [np.nan] * 3), physical(16, s[:, 1], 10, 0)], 1))

s = frames_of(8, 70000, [1, 1])
open('late8.dat', 'wb').write(stored(8, s, [1, 1], [0, 0]))
open('late8.hea', 'w').write('late8 2 100 70000\nlate8.dat 8:9 10 16 0 0 0 0 A\nlate8.dat 8 10 16 0 0 0 0 B\n')
moved = physical(8, s[:, 0], 10, 0)
expect('late8.hea', np.stack([np.append(moved[9:], [np.nan] * 9), physical(8, s[:, 1], 10, 0)], 1))

for fmt in (8, 212, 310):
    widths = [1, 4, 4, 2]
    m = frames_of(fmt, 301, widths)
    name = 'rates%d' % fmt
    open(name + '.dat', 'wb').write(stored(fmt, m, widths, [0] * 4))
    open(name + '.hea', 'w').write('%s 4 10 301\n' % name + ''.join(
        '%s.dat %dx%d 10 16 0 0 0 0 %s\n' % (name, fmt, w, l) for w, l in zip(widths, 'ABCD')))
    expect(name + '.hea', np.stack([physical(fmt, m[:, at:at + 4].reshape(-1), 10, 0) for at in (1, 5)], 1))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void valuesAreThoseOfNumpy() {
    int records = 0;
    for (const auto& entry : fs::directory_iterator(in(""))) {
      if (entry.path().extension() != ".hea") continue;
      const std::string name = entry.path().filename().string();
      const auto source = openHere(name, {.channels = {}, .raw = {}, .verify = true});
      QVERIFY2(source, (name + ": " + sentence(source)).c_str());
      const std::string difference = waveform::test::differenceFrom(**source, entry.path());
      QVERIFY2(difference.empty(), (name + ": " + difference).c_str());
      ++records;
    }
    QCOMPARE(records, 10 * 4 + 6);
  }

  void whatTheHeaderSaysIsKept() {
    const auto source = openHere("f212_3_101.hea");
    QVERIFY2(source, sentence(source).c_str());
    const RecordingInfo& info = (*source)->info();
    QCOMPARE(info.rate, 360.);
    QCOMPARE(info.channels, (std::vector<std::string>{"lead 0", "lead 1", "lead 2"}));
    QCOMPARE(info.units, (std::vector<std::string>{"uV", "uV", "uV"}));
    // Without a gain nothing says what the unit is; a gain without one counts in millivolts.
    const auto two = openHere("two.hea");
    QVERIFY2(two, sentence(two).c_str());
    QCOMPARE((*two)->info().units, (std::vector<std::string>{"", "", "mV"}));
    QCOMPARE((*two)->info().channels, (std::vector<std::string>{"c1", "c2", "V1"}));
  }

  void signalsOfOtherRatesAreLeftOutOrBroughtToOne() {
    const auto source = openHere("rates212.hea");
    QVERIFY2(source, sentence(source).c_str());
    QCOMPARE((*source)->info().rate, 40.);
    QCOMPARE((*source)->info().channels, (std::vector<std::string>{"B", "C"}));
    QCOMPARE((*source)->info().leftOut, (std::vector<std::string>{"A", "D"}));
    const auto all = openHere("rates8.hea", {.channels = {"D", "A", "C"}, .rate = 20, .raw = {}});
    QVERIFY2(all, sentence(all).c_str());
    QCOMPARE((*all)->info().rate, 20.);
    QCOMPARE((*all)->info().channels, (std::vector<std::string>{"D", "A", "C"}));
    QCOMPARE((*all)->info().frames, 602U);
  }

  void bytesAreTheSamplesThatTheFormatSays_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("8") << QByteArray("\x01\xff\x80", 3) << QList<double>{8, 7, -121};
    QTest::newRow("61") << QByteArray("\x01\x02\xff\xfe", 4) << QList<double>{258, -2};
    QTest::newRow("80") << QByteArray("\x80\xff\x01", 3) << QList<double>{0, 127, -127};
    QTest::newRow("160") << QByteArray("\x01\x80\xff\x7f", 4) << QList<double>{1, -1};
    QTest::newRow("212") << QByteArray("\xe3\x33\xf3", 3) << QList<double>{995, 1011};
    QTest::newRow("310") << QByteArray("\x02\xa8\xfe\x57", 4) << QList<double>{1, -1, 341};
    QTest::newRow("311") << QByteArray("\x01\xfc\x5f\x15", 4) << QList<double>{1, -1, 341};
  }
  void bytesAreTheSamplesThatTheFormatSays() {
    QFETCH(const QByteArray, bytes);
    QFETCH(const QList<double>, expected);
    const std::string format = QTest::currentDataTag();
    // Without a number of samples a record has as many as its file holds.
    const auto source = openRecord("r 1\nr.dat " + format + " 1(0)/V 0 0 7\n", {{"r.dat", bytes.toStdString()}});
    QVERIFY2(source, sentence(source).c_str());
    QCOMPARE((*source)->info().rate, 250.);
    std::vector<double> values((*source)->info().frames);
    QVERIFY((*source)->readExact(0, values));
    QCOMPARE(QList<double>(values.begin(), values.end()), expected);
  }

  void cutFilesAreDamagedWhereverTheyEnd() {
    const std::string header = contentOf(in("f212_1_7.hea"));
    const std::string whole = contentOf(in("f212_1_7.dat"));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto source = openRecord(header, {{"f212_1_7.dat", whole.substr(0, size)}});
      QVERIFY2(!source, std::to_string(size).c_str());
      QCOMPARE(source.error().code, Errc::damaged);
      QVERIFY2(sentence(source).find("has " + std::to_string(size) + " bytes") != std::string::npos,
               sentence(source).c_str());
    }
    QVERIFY(openRecord(header, {{"f212_1_7.dat", whole}}));
    const auto missing = openRecord(header, {});
    QVERIFY2(sentence(missing).find("f212_1_7.dat, which is missing") != std::string::npos, sentence(missing).c_str());
  }

  void aChecksumThatDiffersIsFoundWhereItIsAskedFor() {
    const std::string header = contentOf(in("f16_3_101.hea"));
    std::string changed = contentOf(in("f16_3_101.dat"));
    changed[2] = static_cast<char>(changed[2] ^ 1);
    QVERIFY(openRecord(header, {{"f16_3_101.dat", changed}}));
    const auto source = openRecord(header, {{"f16_3_101.dat", changed}}, {.channels = {}, .raw = {}, .verify = true});
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::damaged);
    QVERIFY2(sentence(source).find("the checksum of its channel lead 1 is") != std::string::npos,
             sentence(source).c_str());
  }

  void annotationsBesideTheHeaderAreRead() {
    const std::string header = "r 1 100 2\nr.dat 16x2\n";
    const std::string data(8, '\1');
    const std::string end(2, '\0');
    const std::string skip = pairOf(59, 0) + std::string("\x01\x00\xA0\x86", 4);  // 100000
    const std::string beats = pairOf(28, 5) + pairOf(63, 3) + std::string("(N\0\0", 4) + pairOf(1, 13) + pairOf(61, 2) +
                              pairOf(62, 1) + skip + pairOf(5, 2) + pairOf(45, 0) + end;
    const auto notesOf = [&](const std::string& bytes) {
      return openRecord(header, {{"r.dat", data}, {"r.atr", bytes}});
    };
    const auto source = notesOf(beats);
    QVERIFY2(source, sentence(source).c_str());
    const auto& notes = (*source)->info().annotations;
    QCOMPARE(notes.size(), 4U);
    const std::vector<std::pair<double, std::string>> expected = {
        {.05, "(N"}, {.18, "N"}, {1000.2, "V"}, {1000.2, "45"}};
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(notes[i].onset, expected[i].first);
      QCOMPARE(notes[i].text, expected[i].second);
      QCOMPARE(notes[i].duration, 0.);
    }
    const std::string resolution = "## time resolution: 1000";
    const auto fine = notesOf(pairOf(22, 0) + pairOf(63, static_cast<unsigned>(resolution.size())) + resolution +
                              pairOf(1, 500) + end);
    QVERIFY2(fine, sentence(fine).c_str());
    QCOMPARE((*fine)->info().annotations.size(), 1U);
    QCOMPARE((*fine)->info().annotations[0].onset, .5);
    for (const std::string stated : {"fast", "0.0", "-250", "nan", "1e999", "250Hz", ""}) {
      std::string note = "## time resolution: " + stated;
      const std::string size = pairOf(63, static_cast<unsigned>(note.size()));
      note.resize(note.size() + note.size() % 2);
      const auto refused = notesOf(pairOf(22, 0) + size + note + pairOf(1, 500) + end);
      QVERIFY2(sentence(refused).find("r.atr states \"" + stated + "\" as the time resolution") != std::string::npos,
               (stated + ": " + sentence(refused)).c_str());
    }
    const auto stray = notesOf(pairOf(63, 2) + "(N" + pairOf(5, 1) + end);
    QVERIFY2(stray, sentence(stray).c_str());
    QCOMPARE((*stray)->info().annotations[0].text, std::string("V"));
    for (std::size_t size = 0; size < beats.size(); ++size) QCOMPARE(notesOf(beats.substr(0, size)).has_value(), false);
    const auto early = notesOf(pairOf(59, 0) + std::string("\xff\xff\xfe\xff", 4) + pairOf(1, 0) + end);
    QVERIFY2(sentence(early).find("before the record begins") != std::string::npos, sentence(early).c_str());
    const auto aha = notesOf(std::string("\0N", 2) + std::string(14, '\0'));
    QVERIFY2(sentence(aha).find("AHA format") != std::string::npos, sentence(aha).c_str());
  }

  void headersThatCannotBeAreOneSentence_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* name, const char* header, const char* says) {
      QTest::newRow(name) << QByteArray(header) << says;
    };
    add("empty", "# nothing\n", "is not the header");
    add("segments", "r/2 1 360 20\nr1 10\nr2 10\n", "record of several segments");
    add("no signals", "r 0 360 9\n", "without signals");
    add("no number", "r two\n", "\"two\" as the number of its signals");
    add("too many", "r 99999999999999999999\n", "as the number of its signals");
    add("fewer lines", "r 2 360 2\nr.dat 16\n", "describes 1 of the 2 signals");
    add("rate", "r 1 -360 2\nr.dat 16\n", "\"-360\" as its sampling frequency");
    add("samples", "r 1 360 -2\nr.dat 16\n", "\"-2\" as the number of samples");
    add("more than any file", "r 1 360 18446744073709551615\nr.dat 16\n", "of the 18446744073709551615 frames");
    add("none", "r 1 360\nempty.dat 16\n", "holds no samples");
    add("FLAC", "r 1 360 2\nr.dat 516\n", "in the format 516, which is not read");
    add("format", "r 1 360 2\nr.dat 16x0\n", "\"16x0\" as the format of signal 1");
    add("wide frames", "r 2 360 1\nr.dat 16x4194304\nr.dat 16\n", "frames of more than 4194304 samples");
    add("wide frames of two files", "r 2 360 1\nr.dat 8x4194304\nq.dat 8\n", "frames of more than 4194304 samples");
    add("gain", "r 1 360 2\nr.dat 16 high\n", "\"high\" in the line of signal 1");
    add("tiny gain", "r 1 360 2\nr.dat 16 1e-300\n", "signal 1 reaches");
    add("outside", "r 1 360 2\n../r.dat 16\n", "Only files in its own folder");
    add("outside below", "r 1 360 2\na/../../r.dat 16\n", "Only files in its own folder");
    add("absolute", "r 1 360 2\n/etc/passwd 80\n", "Only files in its own folder");
    add("standard input", "r 1 360 2\n- 16\n", "Only files in its own folder");
    add("another format", "r 2 360 1\nr.dat 16\nr.dat 61\n", "another format or offset");
    add("torn apart", "r 3 360 1\nr.dat 16\nq.dat 16\nr.dat 16\n", "whose other signals do not precede it");
  }
  void headersThatCannotBeAreOneSentence() {
    QFETCH(const QByteArray, header);
    QFETCH(const QString, says);
    const auto source =
        openRecord(header.toStdString(), {{"r.dat", std::string(8, 'x')}, {"q.dat", "xx"}, {"empty.dat", ""}});
    QVERIFY(!source);
    QVERIFY2(sentence(source).find(says.toStdString()) != std::string::npos, sentence(source).c_str());
    QVERIFY(sentence(source).ends_with('.'));
  }
};

MASU_TEST(WfdbFileTest)
#include "wfdb_file_test.moc"
