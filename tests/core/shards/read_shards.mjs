// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an export with readers from npm, and compares every value with an npy export of the same samples in the same
// shards.
//
//   node read_shards.mjs NODE_MODULES FOLDER NPY_FOLDER
//
// FOLDER holds shards of hdf5 (read with jsfive, which takes the file apart without the HDF5 library) or of tfrecord
// (read with tfrecord, which checks every CRC). Prints the number of samples; any difference ends it with a message.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const [modules, folder, reference] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), "from-here.js"));

const half = (bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

function readNpy(file) {
  const data = fs.readFileSync(file);
  const begin = 10 + data.readUInt16LE(8);
  const header = data.toString("latin1", 10, begin);
  const type = /'descr': '[<|](\w\d)'/.exec(header)[1];
  const shape = /\(([^)]*)\)/.exec(header)[1].split(",").filter((text) => text.trim()).map(Number);
  const bytes = data.buffer.slice(data.byteOffset + begin, data.byteOffset + data.length);
  const arrays = { f8: Float64Array, f4: Float32Array, f2: Uint16Array, i4: Int32Array, u4: Uint32Array, i2: Int16Array,
                   u2: Uint16Array, i1: Int8Array, u1: Uint8Array };
  const values = new arrays[type](bytes);
  return { type, shape, values: type === "f2" ? Float64Array.from(values, half) : values };
}

function demand(condition, text) {
  if (!condition) throw new Error(text);
}

const rounding = { f4: Math.fround, f2: (value) => value };

function compare(name, wanted, got, round) {
  demand(got.length === wanted.length, `${name}: ${got.length} values instead of ${wanted.length}`);
  for (let i = 0; i < got.length; ++i) {
    const one = round(Number(got[i]));
    const other = round(Number(wanted[i]));
    demand(Object.is(one, other) || one === other, `${name}: value ${i} is ${one} instead of ${other}`);
  }
}

const columnOf = (link) => link.replace(/%2F/g, "/").replace(/%25/g, "%");
/// As the names of .npy files spell it.
const spelt = (name) =>
  name.replace(/[\u0000-\u007f]/g, (letter) => {
    if (/[A-Za-z0-9_.-]/.test(letter)) return letter;
    return letter === "/" ? "." : "%" + letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
  });

/// Codes to the values they stand for.
function widened(file, codes, shape) {
  if (!file.keys.includes("features_scale")) return codes;
  const scale = file.get("features_scale").value;
  const offset = file.get("features_offset").value;
  const run = shape.slice(2).reduce((a, b) => a * b, 1);
  const lowest = file.get("features").dtype === "<i2" ? -32768 : -128;
  return codes.map((code, i) => {
    const channel = Math.floor(i / run) % scale.length;
    return code === lowest ? NaN : Math.fround(Math.fround(code * scale[channel]) + offset[channel]);
  });
}

function readHdf5(file) {
  const data = fs.readFileSync(file);
  const opened = new (require("jsfive").File)(data.buffer.slice(data.byteOffset, data.byteOffset + data.length), file);
  demand(opened.attrs.masu_format === 2 && opened.attrs.uuid.length === 36, "attributes are missing");
  demand(!opened.keys.includes("split") && !opened.keys.includes("splits"), "there is a link to another file");
  const arrays = {};
  for (const name of ["features", "categories", "labels", "weights", "group"]) {
    if (!opened.keys.includes(name)) continue;
    const values = opened.get(name);
    arrays[name] = name === "features" ? widened(opened, values.value, values.shape) : values.value;
  }
  const kept = opened.keys.includes("kept") ? opened.get("kept") : { keys: [] };
  for (const link of kept.keys) {
    const name = spelt("kept/" + columnOf(link));
    const object = kept.get(link);
    if (object.keys === undefined || !object.keys.includes?.("ends")) {
      arrays[name] = object.value;
      continue;
    }
    const ends = object.get("ends").value;
    arrays[name + ".lengths"] = ends.map((end, i) => end - (i ? ends[i - 1] : 0));
    arrays[name + ".utf8"] = object.keys.includes("bytes") ? object.get("bytes").value : [];
  }
  const origin = opened.keys.includes("origin") ? opened.get("origin").shape[0] : 0;
  return { arrays, samples: opened.attrs.samples, origin };
}

async function readTfrecord(file) {
  const reader = await require("tfrecord").createReader(file);
  const arrays = {};
  let samples = 0;
  for (let example; (example = await reader.readExample()); ++samples) {
    for (const [name, feature] of Object.entries(example.features.feature)) {
      const array = (arrays[name] ??= []);
      const texts = feature.bytesList?.value ?? [];
      if (texts.length) {
        const lengths = (arrays[name + ".lengths"] ??= []);
        for (const text of texts) lengths.push(text.length), array.push(...text);
      }
      for (const value of feature.floatList?.value ?? []) array.push(value);
      for (const value of feature.int64List?.value ?? []) array.push(Number(value));
    }
  }
  return { arrays, samples };
}

async function main() {
  const index = JSON.parse(fs.readFileSync(path.join(folder, "index.json")));
  const wanted = JSON.parse(fs.readFileSync(path.join(reference, "index.json")));
  let samples = 0;
  for (const [number, shard] of index.shards.entries()) {
    const stem = shard.path.slice(0, shard.path.lastIndexOf("."));
    const file = path.join(folder, shard.path);
    const read = index.format === "hdf5" ? readHdf5(file) : await readTfrecord(file);
    demand(read.samples === shard.samples, `${shard.path}: ${read.samples} samples instead of ${shard.samples}`);
    demand(wanted.shards[number].samples === shard.samples, "the reference is cut in other places");
    for (const { path: array } of wanted.shards[number].files) {
      demand(array.startsWith(stem + "."), `${array} is not of ${stem}`);
      const name = array.slice(stem.length + 1, -".npy".length);
      const { type, values } = readNpy(path.join(reference, array));
      // In an Example, columns that were kept have their own name, a text is one list of bytes, and numbers are f32.
      const plain = index.format === "hdf5" ? name : name.replace(/^kept\./, "").replace(/\.utf8$/, "");
      const got = read.arrays[plain] ?? read.arrays[name] ?? [];
      const round = index.format === "tfrecord" && type === "f8" ? Math.fround : rounding[type] ?? ((value) => value);
      compare(`${shard.path} ${name}`, values, got, round);
    }
    samples += shard.samples;
  }
  console.log(samples);
}

await main();
