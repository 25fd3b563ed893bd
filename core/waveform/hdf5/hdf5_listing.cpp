// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_listing.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/waveform/hdf5/hdf5_attributes.h"
#include "core/waveform/hdf5/hdf5_packing.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::size_t kMostObjects = 1U << 20U;
constexpr std::size_t kMostNameBytes = 64U << 20U;

/// What a type of the file is as an element, or nothing.
std::optional<ElementType> integerOf(hid_t type) {
  using enum ElementType;
  const bool isSigned = H5Tget_sign(type) == H5T_SGN_2;
  switch (H5Tget_size(type)) {
    case 1:
      return isSigned ? i8 : u8;
    case 2:
      return isSigned ? i16 : u16;
    case 4:
      return isSigned ? i32 : u32;
    case 8:
      return isSigned ? i64 : u64;
    default:
      return std::nullopt;
  }
}

std::optional<ElementType> floatOf(hid_t type) {
  using enum ElementType;
  std::array<std::size_t, 5> fields{};  // sign, exponent and its size, mantissa and its size
  if (H5Tget_fields(type, &fields[0], &fields[1], &fields[2], &fields[3], &fields[4]) < 0) return std::nullopt;
  const std::size_t exponent = fields[2];
  const std::size_t mantissa = fields[4];
  if (exponent <= 5 && mantissa <= 10) return f16;
  if (exponent <= 8 && mantissa <= 23) return f32;
  if (exponent <= 11 && mantissa <= 52) return f64;
  return std::nullopt;
}

/// h5py writes booleans as an enumeration of these names.
bool isBoolean(hid_t type) {
  const signed char one = 1;
  std::array<char, 16> name{};
  return H5Tget_nmembers(type) == 2 && H5Tget_size(type) == 1 &&
         H5Tenum_nameof(type, &one, name.data(), name.size()) >= 0 && std::string_view(name.data()) == "TRUE";
}

std::optional<ElementType> elementOf(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return integerOf(type);
    case H5T_FLOAT:
      return floatOf(type);
    case H5T_ENUM: {
      if (isBoolean(type)) return ElementType::boolean;
      const Hdf5Id base(H5Tget_super(type), H5Tclose);
      return base ? integerOf(base.get()) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

class Listing {
 public:
  Listing(const Hdf5File& file, Hdf5Writer writer) : m_file(file), m_writer(writer) {}

  Result<Hdf5Listing> run() {
    const herr_t status = H5Ovisit2(m_file.id.get(), H5_INDEX_NAME, H5_ITER_INC, visit, this, H5O_INFO_BASIC);
    if (m_problem) return fail(*m_problem);
    if (status < 0) return fail(hdf5Error(m_file.path));
    return std::move(m_listing);
  }

 private:
  /// Called by the library for every object once; a positive result ends its walk.
  static herr_t visit(hid_t root, const char* name, const H5O_info_t* info, void* listing) {
    auto& self = *static_cast<Listing*>(listing);
    self.m_nameBytes += std::string_view(name).size();
    if (++self.m_objects > kMostObjects || self.m_nameBytes > kMostNameBytes) {
      self.m_problem = Error(Errc::unsupported,
                             MASU_TEXT("core",
                                       "{0} holds more than {1} objects. Copy what is wanted of it into a file "
                                       "of its own."),
                             {self.m_file.path, std::to_string(kMostObjects)}, {self.m_file.path});
      return 1;
    }
    return self.add(root, name, *info);
  }

  herr_t add(hid_t root, const std::string& name, const H5O_info_t& info) {
    const bool isMatlab = m_writer == Hdf5Writer::matlab;
    if (isMatlab && (name.starts_with('#') || isInSparse(name))) return 0;
    if (isMatlab && info.type == H5O_TYPE_GROUP && name != ".") {
      const Hdf5Id group(H5Gopen2(root, name.c_str(), H5P_DEFAULT), H5Gclose);
      if (!group) return -1;
      if (H5Aexists(group.get(), "MATLAB_sparse") > 0) m_sparse = name + "/";
      return 0;
    }
    if (info.type != H5O_TYPE_DATASET) return 0;
    const Hdf5Id dataset(H5Dopen2(root, name.c_str(), H5P_DEFAULT), H5Dclose);
    const Hdf5Id space(dataset ? H5Dget_space(dataset.get()) : -1, H5Sclose);
    const Hdf5Id type(dataset ? H5Dget_type(dataset.get()) : -1, H5Tclose);
    if (!space || !type) return -1;
    ListedArray array{"/" + utf8From(name), {}, {}, {}, {}};
    if (H5Sget_simple_extent_type(space.get()) != H5S_NULL) {
      std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space.get()))));
      H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
      array.shape.assign(shape.begin(), shape.end());
      array.type = elementOf(type.get());
    }
    if (isMatlab) asMatlab(dataset.get(), array);
    m_listing.elements.push_back(array.type);
    if (!isMatlab && array.type) readPacking(m_file, dataset.get(), array);
    m_listing.paths.push_back("/" + name);
    m_listing.arrays.push_back(std::move(array));
    return 0;
  }

  static void asMatlab(hid_t dataset, ListedArray& array) {
    array.name.erase(0, 1);
    std::replace(array.name.begin(), array.name.end(), '/', '.');
    std::reverse(array.shape.begin(), array.shape.end());
    const std::string matClass = attributeText(dataset, "MATLAB_class");
    if (matClass == "logical" && array.type) array.type = ElementType::boolean;
    if (matClass == "char") array.type.reset();
    // Of what is empty the shape is kept instead of values.
    if (H5Aexists(dataset, "MATLAB_empty") > 0) array.shape = {0};
  }

  bool isInSparse(const std::string& name) const { return !m_sparse.empty() && name.starts_with(m_sparse); }

  const Hdf5File& m_file;
  Hdf5Writer m_writer;
  Hdf5Listing m_listing;
  std::optional<Error> m_problem;
  std::string m_sparse;  ///< the group of the sparse matrix met last, whose parts follow it
  std::size_t m_objects = 0;
  std::size_t m_nameBytes = 0;
};

}  // namespace

Result<Hdf5Listing> listHdf5(const Hdf5File& file, Hdf5Writer writer) {
  return Listing(file, writer).run();
}

}  // namespace masu::waveform
