// SPDX-License-Identifier: GPL-3.0-or-later
// Texts brought into another order, compared with a list of them that is ordered plainly.
#include <QTemporaryDir>
#include <QTest>

#include "core/store/staging/reordering.h"
#include "core/store/staging/staged_text_column.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

class TextReorderingTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kTexts = 20'000;

 private Q_SLOTS:
  void textsComeToTheirPlaces_data() {
    QTest::addColumn<int>("compression");
    QTest::addColumn<quint64>("memory");
    for (const Compression compression : {Compression::none, Compression::gzip}) {
      for (const quint64 memory : {quint64{1} << 16U, quint64{1} << 20U, quint64{1} << 26U})
        QTest::addRow("%s %llu", std::string(name(compression)).c_str(), memory)
            << static_cast<int>(compression) << memory;
    }
  }
  void textsComeToTheirPlaces() {
    QFETCH(const int, compression);
    QFETCH(const quint64, memory);
    std::vector<std::string> texts = someTexts(kTexts);
    // One that no step of reading and no buffer of a bucket holds.
    texts[kTexts / 2] = std::string(std::size_t{3} << 19U, 'x') + "end";
    isReordered(texts, static_cast<Compression>(compression), memory, 0);
  }

  void aTextOrNoneMayBeInAStepOfItsOwn() {
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{100}}) {
      // So little memory that each bucket has a single text.
      isReordered(someTexts(count), Compression::none, 1, 0);
      isReordered(std::vector<std::string>(count), Compression::none, 1, 0);
      isReordered(std::vector<std::string>(count), Compression::none, 1U << 20U, 0);
    }
  }

  /// Of samples that are appended, ends count from the first byte of the whole dataset.
  void endsGoOnFromTheBytesBefore() {
    isReordered(someTexts(300), Compression::none, 4096, 1'000'000'007);
  }

  void aStoppedJobIsCancelled() {
    StagedTextColumn from = column("from", Compression::none, 0);
    StagedTextColumn to = column("to", Compression::none, 0);
    QVERIFY(from.append(someTexts(100)));
    std::stop_source source;
    source.request_stop();
    const JobContext job{source.get_token(), m_progress};
    const Reordering reordering{shuffledPlaces(100, 5), folder(), {1, 4096}, job};
    const auto done = reordering.apply(from, to);
    QVERIFY(!done);
    QVERIFY(done.error().code == Errc::cancelled);
  }

 private:
  std::filesystem::path folder() const { return m_folder.path().toStdString(); }

  static std::vector<std::string> someTexts(std::uint64_t count) {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < count; ++i)
      texts.push_back(i % 3 == 0 ? std::string() : std::to_string(i) + std::string(i % 40, '.'));
    return texts;
  }

  StagedTextColumn column(const char* name, Compression compression, std::uint64_t before) const {
    StagedTextColumn made{.ends = {}, .bytes = {}, .before = before};
    made.ends = part(std::string(name) + ".ends", textObject("note", Element::textEnds, compression));
    made.bytes = part(std::string(name) + ".bytes", textObject("note", Element::textBytes, compression));
    return made;
  }
  std::shared_ptr<StagedObject> part(const std::string& name, ObjectInfo object) const {
    std::filesystem::remove(folder() / name);
    auto made = StagedObject::create(folder() / name, std::move(object), 0);
    return made ? std::shared_ptr<StagedObject>(std::move(*made)) : nullptr;
  }

  void isReordered(const std::vector<std::string>& texts, Compression compression, std::uint64_t memory,
                   std::uint64_t before) {
    StagedTextColumn from = column("from", compression, before);
    StagedTextColumn to = column("to", compression, before);
    QVERIFY(from.ends && from.bytes && to.ends && to.bytes);
    QVERIFY(from.append(texts));
    const Permutation places = shuffledPlaces(texts.size(), 5);
    const JobContext job{{}, m_progress};
    m_progress.set(0);
    const Reordering reordering{places, folder(), {2, memory}, job};
    const auto done = reordering.apply(from, to);
    QVERIFY2(done, done ? "" : done.error().message.english().c_str());
    QCOMPARE(to.texts, std::uint64_t{texts.size()});
    QCOMPARE(to.length, from.length);

    std::vector<std::uint64_t> ends(texts.size());
    std::string bytes(to.length, '\0');
    QVERIFY(to.ends->read(0, std::as_writable_bytes(std::span(ends))));
    QVERIFY(to.bytes->read(0, std::as_writable_bytes(std::span(bytes))));
    for (std::uint64_t sample = 0; sample < texts.size(); ++sample) {
      const std::uint64_t place = places(sample);
      const std::uint64_t begin = place == 0 ? before : ends[place - 1];
      QVERIFY(ends[place] - begin == texts[sample].size());
      QVERIFY(bytes.compare(begin - before, texts[sample].size(), texts[sample]) == 0);
    }
    QCOMPARE(m_progress.done(), 2 * (from.length + texts.size() * sizeof(std::uint64_t)));
  }

  QTemporaryDir m_folder;
  Progress m_progress;
};

MASU_TEST(TextReorderingTest)
#include "text_reordering_test.moc"
