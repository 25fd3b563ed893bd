// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/array_choice.h"

#include <QTest>
#include <limits>
#include <numeric>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using Shape = std::vector<std::uint64_t>;
using Names = std::vector<std::string>;

namespace {

/// An array in memory, the last index fastest.
class MemoryArray final : public NumberArray {
 public:
  MemoryArray(Shape shape, double first) : m_shape(std::move(shape)), m_values(*elementsOf(m_shape)) {
    std::iota(m_values.begin(), m_values.end(), first);
  }

  Result<void> read(const Slab& slab, std::span<double> out) override {
    readFrom(slab, 0, 0, 0, out);
    return {};
  }

 private:
  void readFrom(const Slab& slab, std::size_t axis, std::uint64_t element, std::size_t to, std::span<double> out) {
    if (axis == slab.size()) {
      out[to] = m_values[element];
      return;
    }
    for (std::uint64_t i = 0; i < slab[axis].count; ++i) {
      readFrom(slab, axis + 1, element * m_shape[axis] + slab[axis].start + i, to + i * slab[axis].step, out);
    }
  }

  Shape m_shape;
  std::vector<double> m_values;
};

struct Made {
  std::string name;
  Shape shape;
  double first = 0;  ///< the numbers go up from it
  std::optional<ElementType> type = ElementType::f64;
};

/// Arrays of a file that is not there: they are opened in memory.
ArrayList listOf(const std::vector<Made>& made) {
  ArrayList list;
  list.path = "x.mat";
  for (const Made& one : made) list.arrays.push_back({one.name, one.shape, one.type, {}, {}});
  list.open = [made](std::size_t at) -> Result<std::shared_ptr<NumberArray>> {
    return std::make_shared<MemoryArray>(made[at].shape, made[at].first);
  };
  return list;
}

double rateOf(const std::vector<Made>& made, const Names& wanted) {
  const auto opened = openArrays(listOf(made), wanted);
  return opened ? (*opened)->info().rate : -1;
}

std::string refusalOf(const std::vector<Made>& made, const Names& wanted = {}) {
  const auto opened = openArrays(listOf(made), wanted);
  return opened ? "opened" : opened.error().message.english();
}

}  // namespace

/// Which arrays of a file a recording takes, and what its rate is.
class ArrayChoiceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unaskedAllOfTheLongestLengthAreTaken() {
    const auto opened = openArrays(listOf({{"a", {100}, 0, ElementType::u8},
                                           {"b", {2, 100}, 1000, ElementType::i16},
                                           {"short", {50}},
                                           {"fs", {1, 1}, 250},
                                           {"gain", {}},
                                           {"note", {4}, 0, std::nullopt}}),
                                   {});
    QVERIFY(opened);
    const RecordingInfo& info = (*opened)->info();
    QCOMPARE(info.channels, (Names{"a", "b.1", "b.2"}));
    QCOMPARE(info.frames, std::uint64_t{100});
    QCOMPARE(info.rate, 250.);
    QVERIFY(info.native == table::DType::i16);
    QCOMPARE(info.leftOut, (Names{"short", "gain", "note"}));
    std::vector<double> frames(2 * 3);
    QVERIFY((*opened)->readExact(7, frames));
    QCOMPARE(frames, (std::vector<double>{7, 1007, 1107, 8, 1008, 1108}));
  }

  /// [10, 2, 5] are ten samples of two channels; what is longer in time does not matter then.
  void theLargestIsAloneWhereItHoldsSamples() {
    const auto opened = openArrays(listOf({{"t", {60}}, {"X", {10, 2, 5}}}), {});
    QVERIFY(opened);
    QCOMPARE((*opened)->info().sampleShape, (Shape{2, 5}));
    QCOMPARE((*opened)->info().frames, std::uint64_t{50});
    QCOMPARE((*opened)->info().leftOut, Names{"t"});
    const auto vector = openArrays(listOf({{"t", {101}}, {"X", {10, 2, 5}}}), {});
    QVERIFY(vector);
    QCOMPARE((*vector)->info().channels, Names{"t"});
  }

  void namesTakeExactlyTheirsInTheirOrder() {
    const std::vector<Made> made = {{"/g/a", {3}}, {"/g/b", {2, 3}, 10}, {"c", {7}}};
    const auto opened = openArrays(listOf(made), {"g/b.2", "/g/a", "/g/b.1"});
    QVERIFY(opened);
    QCOMPARE((*opened)->info().channels, (Names{"/g/b.2", "/g/a", "/g/b.1"}));
    QVERIFY((*opened)->info().leftOut.empty());
    std::vector<double> frames(9);
    QVERIFY((*opened)->readExact(0, frames));
    QCOMPARE(frames, (std::vector<double>{13, 0, 10, 14, 1, 11, 15, 2, 12}));
  }

  void aSingleNumberIsARecordingWhereItIsAlone() {
    const auto opened = openArrays(listOf({{"x", {}, 4}}), {});
    QVERIFY(opened);
    QCOMPARE((*opened)->info().frames, std::uint64_t{1});
    std::vector<double> value(1);
    QVERIFY((*opened)->readExact(0, value));
    QCOMPARE(value.front(), 4.);
  }

  void theRateIsTheNearestOne() {
    const std::vector<Made> two = {{"m.x", {9}}, {"m.fs", {}, 100}, {"n.o.x", {9}}, {"n.sr", {1}, 200}};
    QCOMPARE(rateOf(two, {"m.x"}), 100.);
    // In the struct around it.
    QCOMPARE(rateOf(two, {"n.o.x"}), 200.);
    QCOMPARE(rateOf({{"x", {9}}, {"m.Fs", {}, 100}}, {"x"}), 100.);
    QCOMPARE(rateOf({{"x", {9}}, {"m.fs", {}, 100}, {"n.fs", {}, 200}}, {"x"}), 0.);
    // Not single, not a name of a rate, not a rate.
    QCOMPARE(rateOf({{"x", {9}}, {"fs", {2}, 100}}, {"x"}), 0.);
    QCOMPARE(rateOf({{"x", {9}}, {"FS", {}, 100}}, {"x"}), 0.);
    QCOMPARE(rateOf({{"x", {9}}, {"fs", {}, -1}}, {"x"}), 0.);
    QCOMPARE(rateOf({{"x", {9}}, {"fs", {}, std::numeric_limits<double>::infinity()}}, {"x"}), 0.);
  }

  void whatCannotBeTakenIsNamed() {
    QCOMPARE(refusalOf({{"a", {3}}, {"b", {2, 4}}}, {"z"}),
             std::string("There is no \"z\" in x.mat. It holds: a [3], b [2, 4]."));
    QCOMPARE(refusalOf({{"a", {3}}, {"note", {4}, 0, std::nullopt}}, {"note"}),
             std::string("note in x.mat is not an array of real numbers."));
    QCOMPARE(refusalOf({{"a", {1, 1, 1, 1, 2}}}),
             std::string("a in x.mat has the shape [1, 1, 1, 1, 2]; arrays of one to four dimensions can be read."));
    QCOMPARE(refusalOf({{"a", {0}}}), std::string("a in x.mat holds no values."));
    QCOMPARE(refusalOf({}), std::string("x.mat holds no arrays."));
    QCOMPARE(refusalOf({{"a", {3}}, {"b", {4}}}, {"a", "b"}),
             std::string("a and b in x.mat do not go together: their shapes are [3] and [4]. Choose arrays of the "
                         "same length."));
    QCOMPARE(refusalOf({{"a", {65537, 70000}}}),
             std::string("a in x.mat would make 65537 channels of 70000 frames; at most 65536 can be read."));
  }

  void theReasonOfTheFormatIsGiven() {
    ArrayList list = listOf({{"a", {3}, 0, std::nullopt}});
    list.arrays[0].problem = Error(Errc::unsupported, "It holds {0}.", {"objects"});
    QCOMPARE(openArrays(list, {"a"}).error().message.english(), std::string("It holds objects."));
    QCOMPARE(openArrays(list, {}).error().message.english(), std::string("It holds objects."));
  }

  void anArrayAloneHasNumberedChannels() {
    RecordingRequest request;
    const ListedArray listed{{}, {3, 2}, ElementType::f32, {}, {}};
    const auto array = std::make_shared<MemoryArray>(Shape{3, 2}, 0);
    const auto all = openOnly(array, listed, "x.npy", request);
    QVERIFY(all);
    QCOMPARE((*all)->info().channels, (Names{"c1", "c2"}));
    QCOMPARE((*all)->info().matrix, (Shape{3, 2}));
    request.channels = {"c2"};
    request.frames = FrameAxis::last;
    const auto row = openOnly(array, listed, "x.npy", request);
    QVERIFY(row);
    std::vector<double> frames(2);
    QVERIFY((*row)->readExact(0, frames));
    QCOMPARE(frames, (std::vector<double>{2, 3}));
  }
};

MASU_TEST(ArrayChoiceTest)
#include "array_choice_test.moc"
