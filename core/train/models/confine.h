// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/loader/stream/batch_stream.h"

namespace masu::train {

/// Allows confineModels() what it does: in a program that does nothing but run models, as the worker.
void confineFromModelsOn();

/// Confines the calling thread, on which models are read and run; see io::confineThread(). To be called once what is
/// learned from is open, and before the first model. What the kernel put in force, as "Landlock 7, seccomp"; empty
/// where it has neither, or where confineFromModelsOn() was not called: then nothing is done.
std::string confineModels();

/// BatchStream::open() with all rights: it opens the splits by their name.
Result<std::unique_ptr<loader::BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                        const loader::StreamOptions& options);
/// BatchStream::check() in the same way.
Result<void> checkStream(std::shared_ptr<const store::Dataset> dataset, const loader::StreamOptions& options);

}  // namespace masu::train
