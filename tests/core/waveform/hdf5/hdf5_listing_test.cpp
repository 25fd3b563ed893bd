// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_listing.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>

#include "opened_hdf5.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using Shape = std::vector<std::uint64_t>;

namespace {

/// An array of a listing by its name; null where there is none.
struct Listed {
  const ListedArray* array = nullptr;
  std::string path;
  std::optional<ElementType> element;
};

Listed find(const Hdf5Listing& listing, const std::string& name) {
  for (std::size_t i = 0; i < listing.arrays.size(); ++i) {
    if (listing.arrays[i].name == name) return {&listing.arrays[i], listing.paths[i], listing.elements[i]};
  }
  return {};
}

}  // namespace

/// The arrays of files that h5py made, also as MATLAB would have.
class Hdf5ListingTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  std::filesystem::path folder() const { return m_folder.path().toStdString(); }
  Result<Hdf5Listing> list(const char* name, Hdf5Writer writer) const {
    const auto file = waveform::test::openedHdf5(folder() / name);
    const io::Hdf5Lock lock;
    return listHdf5(*file, writer);
  }

 private Q_SLOTS:
  void initTestCase() {
    QString problem = waveform::test::runH5py(folder(), "own.h5", R"(
for kind in 'i1 u1 <i2 >u2 <i4 >u4 <i8 >u8 <f2 >f4 <f8 ?'.split():
    f['types/' + kind.strip('<>')] = np.zeros((2, 3), kind)
f['types/enum'] = np.zeros(4, h5py.enum_dtype({'A': 0, 'B': 7}, 'i2'))
f['other/complex'] = np.zeros(3, 'c16')
f['other/text'] = ['a', 'b']
f['other/null'] = h5py.Empty('f8')
f['other/number'] = 2.5
f['z'] = np.zeros(5)
f['z'].attrs['scale_factor'] = 0.
f['y'] = np.zeros(5, 'i2')
f['y'].attrs['scale_factor'] = .5
f['twice'] = f['types/i1']
f['soft'] = h5py.SoftLink('/z')
f['outside'] = h5py.ExternalLink('elsewhere.h5', '/x')
)");
    if (problem.isEmpty())
      problem = waveform::test::runH5py(folder(), "matlab.h5", R"(
def variable(name, values, kind, **attributes):
    d = f.create_dataset(name, data=values)
    d.attrs['MATLAB_class'] = np.bytes_(kind)
    for a, v in attributes.items(): d.attrs[a] = v
variable('signal', np.zeros((3, 500)), 'double')
variable('isBad', np.zeros((1, 4), 'u1'), 'logical', MATLAB_int_decode=1)
variable('title', np.zeros((9, 1), 'u2'), 'char', MATLAB_int_decode=2)
variable('nothing', np.array([0, 0], 'u8'), 'double', MATLAB_empty=1)
variable('bearing/gs', np.zeros((1, 7)), 'double', scale_factor=2.)
variable('sparse/data', np.zeros(4), 'double')
variable('sparse/ir', np.zeros(4, 'u8'), 'uint64')
f['sparse'].attrs['MATLAB_sparse'] = np.uint64(4)
variable('sparsely', np.zeros((1, 2)), 'double')
variable('#refs#/a', np.zeros((1, 2)), 'double')
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void elementsAreThoseStored() {
    const auto listing = list("own.h5", Hdf5Writer::anybody);
    QVERIFY(listing);
    using enum ElementType;
    const std::map<std::string, ElementType> types = {{"i1", i8},  {"u1", u8},  {"i2", i16}, {"u2", u16},
                                                      {"i4", i32}, {"u4", u32}, {"i8", i64}, {"u8", u64},
                                                      {"f2", f16}, {"f4", f32}, {"f8", f64}, {"?", boolean}};
    for (const auto& [name, type] : types) {
      const Listed listed = find(*listing, "/types/" + name);
      // What has two names is visited by one of them, the first.
      if (name == "i1") continue;
      QVERIFY2(listed.array, name.c_str());
      QVERIFY2(listed.array->type == type && listed.element == type, name.c_str());
      QCOMPARE(listed.array->shape, (Shape{2, 3}));
      QCOMPARE(listed.path, "/types/" + name);
    }
    QVERIFY(find(*listing, "/types/enum").element == i16);
  }

  void whatIsNoArrayOfNumbersHasNoType() {
    const auto listing = list("own.h5", Hdf5Writer::anybody);
    QVERIFY(listing);
    for (const char* name : {"/other/complex", "/other/text", "/other/null"}) {
      const Listed listed = find(*listing, name);
      QVERIFY2(listed.array && !listed.array->type && !listed.element, name);
    }
    QVERIFY(find(*listing, "/other/number").array->shape.empty());
    QVERIFY(find(*listing, "/other/number").element == ElementType::f64);
  }

  void everyDatasetOfTheFileIsListedOnce() {
    const auto listing = list("own.h5", Hdf5Writer::anybody);
    QVERIFY(listing);
    QCOMPARE(listing->arrays.size(), std::size_t{19});
    QCOMPARE(listing->paths.size(), listing->arrays.size());
    QCOMPARE(listing->elements.size(), listing->arrays.size());
    QCOMPARE((find(*listing, "/twice").array != nullptr) + (find(*listing, "/types/i1").array != nullptr), 1);
    QVERIFY(!find(*listing, "/soft").array && !find(*listing, "/outside").array);
    QVERIFY(std::ranges::is_sorted(listing->paths));
  }

  void packingMakesTheTypeOfValues() {
    const auto listing = list("own.h5", Hdf5Writer::anybody);
    QVERIFY(listing);
    const Listed packed = find(*listing, "/y");
    QVERIFY(packed.element == ElementType::i16);
    QVERIFY(packed.array->type == ElementType::f64);
    QCOMPARE(packed.array->packing.scale, .5);
    QVERIFY(find(*listing, "/z").array->problem);
  }

  void variablesOfMatlabAreCalledAsThere() {
    const auto listing = list("matlab.h5", Hdf5Writer::matlab);
    QVERIFY(listing);
    QCOMPARE(listing->arrays.size(), std::size_t{6});
    QCOMPARE(find(*listing, "signal").array->shape, (Shape{500, 3}));
    QVERIFY(find(*listing, "isBad").array->type == ElementType::boolean);
    QVERIFY(!find(*listing, "title").array->type);
    QCOMPARE(find(*listing, "nothing").array->shape, Shape{0});
    const Listed field = find(*listing, "bearing.gs");
    QVERIFY(field.array);
    QCOMPARE(field.path, std::string("/bearing/gs"));
    QVERIFY(field.array->packing.isPlain());
    QVERIFY(find(*listing, "sparsely").array);
  }
};

MASU_TEST(Hdf5ListingTest)
#include "hdf5_listing_test.moc"
