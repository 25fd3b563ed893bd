// SPDX-License-Identifier: GPL-3.0-or-later
// node polars_read.js FILE RUNS: seconds of each polars readCSV into memory, as JSON.
process.env.POLARS_MAX_THREADS ??= "2";
const pl = require("nodejs-polars").default ?? require("nodejs-polars");
const [file, runs] = process.argv.slice(2);
const seconds = [];
for (let i = 0; i < Number(runs); ++i) {
  const start = process.hrtime.bigint();
  const frame = pl.readCSV(file);
  if (frame.height === 0) throw new Error("nothing was read");
  seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
}
console.log(JSON.stringify(seconds));
