// SPDX-License-Identifier: GPL-3.0-or-later
// Any text, read as the list of a split in each of its forms, beside a small dataset: an error, or a split of all its
// samples that is the same once it was written. The first byte says which form.
#include <array>
#include <fstream>

#include "core/manifest/lists/text_manifest.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using manifest::TextForm;

namespace {

constexpr std::array kForms = {TextForm::csv, TextForm::fileNames, TextForm::jsonl};

std::shared_ptr<FakeDataset> smallDataset() {
  auto dataset = fixture::dataset({4, 3});
  fixture::addLabels(*dataset, fixture::skewedLabels(12, 3, 1), 3);
  dataset->editMeta().sources[1].path = "a, \"quoted\" name.wav";
  dataset->editMeta().sources[2].rate = 8000;
  return dataset;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const std::shared_ptr<FakeDataset> dataset = smallDataset();
  static const fuzz::ScratchFolder folder;
  const TextForm form = kForms[data[0] % kForms.size()];
  folder.write(std::string("train") + manifest::extensionOf(form), {data + 1, size - 1});
  const auto read = manifest::readTextManifest(*dataset, folder.path());
  folder.clear();
  if (!read) {
    fuzz::require(!read.error().message.text.empty());
    return 0;
  }
  fuzz::require(read->size() == dataset->samples());
  if (!manifest::writeTextManifest(*dataset, *read, folder.path(), form, false)) return 0;
  const auto again = manifest::readTextManifest(*dataset, folder.path());
  folder.clear();
  fuzz::require(again && *again == *read);
  return 0;
}
