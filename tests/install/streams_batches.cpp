// SPDX-License-Identifier: GPL-3.0-or-later
// Streams one epoch of shuffled batches from a dataset and prints what it saw.
#include <cstdio>
#include <stop_token>

#include "core/loader/stream/batch_stream.h"
#include "core/store/read/dataset.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: streams_batches DATASET.h5\n", stderr), 2;
  const auto dataset = masu::store::Dataset::open(argv[1]);
  if (!dataset) return std::fprintf(stderr, "%s\n", dataset.error().message.english().c_str()), 1;

  masu::loader::StreamOptions options;
  options.batch = 256;
  options.shuffle = masu::loader::Shuffle::exact;
  options.normalise = true;
  const auto stream = masu::loader::BatchStream::open(*dataset, options);
  if (!stream) return std::fprintf(stderr, "%s\n", stream.error().message.english().c_str()), 1;

  unsigned long long samples = 0;
  double sum = 0;
  while (true) {
    const auto batch = (*stream)->next(std::stop_token());
    if (!batch) return std::fprintf(stderr, "%s\n", batch.error().message.english().c_str()), 1;
    if (!*batch) break;
    samples += (*batch)->samples;
    for (const float value : (*batch)->features) sum += value;
  }
  std::printf("%llu samples, mean feature %.3f\n", samples, samples > 0 ? sum / static_cast<double>(samples) : 0.0);
}
