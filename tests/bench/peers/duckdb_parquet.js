// SPDX-License-Identifier: GPL-3.0-or-later
// node duckdb_parquet.js FILE RUNS OUT: seconds of each DuckDB CSV → uncompressed Parquet, as JSON.
const { DuckDBInstance } = require("@duckdb/node-api");
const fs = require("fs");
const [file, runs, out] = process.argv.slice(2);
(async () => {
  const connection = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
  const seconds = [];
  for (let i = 0; i < Number(runs); ++i) {
    const start = process.hrtime.bigint();
    await connection.run(`COPY (FROM read_csv('${file}')) TO '${out}' (FORMAT parquet, COMPRESSION uncompressed)`);
    seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
    fs.unlinkSync(out);
  }
  console.log(JSON.stringify(seconds));
})();
