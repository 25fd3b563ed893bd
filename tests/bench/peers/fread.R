# SPDX-License-Identifier: GPL-3.0-or-later
# Rscript fread.R FILE RUNS: seconds of each data.table fread into memory, as JSON.
suppressMessages(library(data.table))
setDTthreads(2)
arguments <- commandArgs(trailingOnly = TRUE)
seconds <- sapply(seq_len(as.integer(arguments[2])), function(i) {
  start <- Sys.time()
  table <- fread(arguments[1], showProgress = FALSE)
  stopifnot(nrow(table) > 0)
  as.numeric(Sys.time() - start, units = "secs")
})
cat("[", paste(seconds, collapse = ","), "]\n", sep = "")
