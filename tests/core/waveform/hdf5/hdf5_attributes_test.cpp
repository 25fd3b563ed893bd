// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_attributes.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "opened_hdf5.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

/// Attributes that h5py wrote.
class Hdf5AttributesTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<Hdf5File> m_file;

  AttributeNumbers numbersOf(const char* name) const {
    const io::Hdf5Lock lock;
    return attributeNumbers(m_file->id.get(), name);
  }
  std::string textOf(const char* name) const {
    const io::Hdf5Lock lock;
    return attributeText(m_file->id.get(), name);
  }

 private Q_SLOTS:
  void initTestCase() {
    const std::filesystem::path folder = m_folder.path().toStdString();
    const QString problem = waveform::test::runH5py(folder, "a.h5", R"(
a = f.attrs
a['signed'] = np.array([-1, 5], 'i1')
a['unsigned'] = np.array([2**64 - 1, 3], 'u8')
a['least'] = np.array(-2**63, '>i8')
a['float'] = np.array([.5, -2.], '<f4')
a['most'] = np.arange(64, dtype='i4')
a['more'] = np.arange(65, dtype='i4')
a['none'] = np.array([], 'f8')
a['empty'] = h5py.Empty('f8')
a['compound'] = np.array([(1, 2.)], [('a', 'i4'), ('b', 'f8')])
a['variable'] = 'µV'
a['fixed'] = np.bytes_('char')
a['padded'] = np.array('ab', h5py.string_dtype('ascii', 9))
a['long'] = 'x' * 65
a['longest'] = 'x' * 64
a['longFixed'] = np.bytes_('x' * 65)
a['texts'] = ['a', 'b']
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    m_file = waveform::test::openedHdf5(folder / "a.h5");
    QVERIFY(m_file->id);
  }

  void integersKeepTheirBits() {
    const AttributeNumbers narrow = numbersOf("signed");
    QCOMPARE(narrow.numbers, (std::vector<double>{-1, 5}));
    QCOMPARE(narrow.bits, (std::vector<std::uint64_t>{~std::uint64_t{0}, 5}));
    QVERIFY(narrow.isSigned);
    QCOMPARE(narrow.elementBytes, std::size_t{1});
    const AttributeNumbers wide = numbersOf("unsigned");
    QCOMPARE(wide.bits, (std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max(), 3}));
    QVERIFY(!wide.isSigned);
    QCOMPARE(wide.numbers.back(), 3.);
    const AttributeNumbers least = numbersOf("least");
    QCOMPARE(least.bits, std::vector<std::uint64_t>{std::uint64_t{1} << 63U});
    QCOMPARE(least.numbers, std::vector<double>{-0x1p63});
    QVERIFY(least.isSigned);
  }

  void floatsHaveNoBits() {
    const AttributeNumbers read = numbersOf("float");
    QCOMPARE(read.numbers, (std::vector<double>{.5, -2}));
    QVERIFY(read.bits.empty());
    QCOMPARE(read.elementBytes, sizeof(float));
  }

  void whatIsNoNumberHasNone() {
    for (const char* name : {"absent", "more", "none", "empty", "compound", "variable", "fixed", "texts"}) {
      const AttributeNumbers read = numbersOf(name);
      QVERIFY2(read.numbers.empty() && read.bits.empty(), name);
    }
    QCOMPARE(numbersOf("most").numbers.size(), std::size_t{64});
    QCOMPARE(numbersOf("most").bits.back(), std::uint64_t{63});
  }

  void textsAreOfEitherKind() {
    QCOMPARE(textOf("variable"), std::string("µV"));
    QCOMPARE(textOf("fixed"), std::string("char"));
    QCOMPARE(textOf("padded"), std::string("ab"));
    QCOMPARE(textOf("longest"), std::string(64, 'x'));
  }

  void whatIsNoShortTextIsEmpty() {
    for (const char* name : {"absent", "long", "longFixed", "texts", "float", "signed", "empty", "compound"})
      QVERIFY2(textOf(name).empty(), name);
  }
};

MASU_TEST(Hdf5AttributesTest)
#include "hdf5_attributes_test.moc"
