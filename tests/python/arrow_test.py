#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.import_table and to_arrow: Arrow's C stream interface, with a producer and a consumer that are written here."""

import ctypes
import datetime
import gc
import os
import struct
import tempfile
import unittest
import unittest.mock

import masu
from made_dataset import ROWS, Made, run

INTEGER, POINTER, TEXT = ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p
RELEASE = ctypes.CFUNCTYPE(None, POINTER)
GET = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER)
ERROR = ctypes.CFUNCTYPE(POINTER, POINTER)


class CSchema(ctypes.Structure):
    _fields_ = [("format", TEXT), ("name", TEXT), ("metadata", TEXT), ("flags", INTEGER), ("n_children", INTEGER),
                ("children", POINTER), ("dictionary", POINTER), ("release", RELEASE), ("private_data", POINTER)]


class CArray(ctypes.Structure):
    _fields_ = [("length", INTEGER), ("null_count", INTEGER), ("offset", INTEGER), ("n_buffers", INTEGER),
                ("n_children", INTEGER), ("buffers", POINTER), ("children", POINTER), ("dictionary", POINTER),
                ("release", RELEASE), ("private_data", POINTER)]


class CStream(ctypes.Structure):
    _fields_ = [("get_schema", GET), ("get_next", GET), ("get_last_error", ERROR), ("release", RELEASE),
                ("private_data", POINTER)]


def bitmap(bits):
    held = bytearray((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        held[i // 8] |= bool(bit) << i % 8
    return bytes(held)


class Column:
    """A name, a format, buffers after the bitmap, and which values are there."""

    def __init__(self, name, form, count, *buffers, there=None, offset=0, dictionary=None):
        self.name, self.form, self.count, self.offset, self.dictionary = name, form, count, offset, dictionary
        self.buffers = [] if form == "n" else [bitmap(there) if there else None, *buffers]
        self.missing = there.count(False) if there else 0


def numbers(name, form, code, values, **more):
    count = len(values) - more.get("offset", 0)
    return Column(name, form, count, struct.pack(f"={len(values)}{code}", *(value or 0 for value in values)),
                  there=[value is not None for value in values] if None in values else None, **more)


def texts(name, values, form="u", **more):
    ends, held = [0], b""
    for value in values:
        held += (value or "").encode()
        ends.append(len(held))
    return Column(name, form, len(values) - more.get("offset", 0),
                  struct.pack(f"={len(ends)}{'i' if form == 'u' else 'q'}", *ends), held or b"\0",
                  there=[value is not None for value in values] if None in values else None, **more)


def views(name, values):
    held, packed = b"", b""
    for value in map(str.encode, values):
        if len(value) <= 12:
            packed += struct.pack("=i12s", len(value), value)
        else:
            packed += struct.pack("=i4sii", len(value), value[:4], 0, len(held))
            held += value
    return Column(name, "vu", len(values), packed, held or b"\0", struct.pack("=q", len(held)))


class Table:
    """Batches of columns, handed out as the C stream interface says; counts what was not given back."""

    def __init__(self, *batches, fails=None):
        self.batches, self.fails, self.held, self.given = list(batches), fails, [], 0

    def keep(self, value):
        self.held.append(value)
        return value

    def pointers(self, structures):
        return ctypes.addressof(self.keep((POINTER * max(1, len(structures)))(*structures)))

    def release(self, kind):
        def released(address):
            kind.from_address(address).release = RELEASE()
            self.given -= 1
        return self.keep(RELEASE(released))

    def fill_schema(self, into, form, name="", children=(), dictionary=None):
        into.format, into.name = self.keep(form.encode()), self.keep(name.encode())
        made = [self.keep(CSchema()) for _ in children]
        for schema, child in zip(made, children):
            self.fill_schema(schema, child.form, child.name, dictionary=child.dictionary)
        into.n_children, into.children = len(made), self.pointers([ctypes.addressof(one) for one in made])
        if dictionary:
            words = self.keep(CSchema())
            self.fill_schema(words, dictionary.form)
            into.dictionary = ctypes.addressof(words)

    def fill_array(self, into, column=None, children=(), length=0, offset=0):
        into.length, into.offset = length, offset
        buffers = [None]
        if column:
            into.length, into.offset, into.null_count = column.count, column.offset, column.missing
            buffers = [one and ctypes.addressof(self.keep(ctypes.create_string_buffer(one, len(one))))
                       for one in column.buffers]
            if column.dictionary:
                words = self.keep(CArray())
                self.fill_array(words, column.dictionary)
                into.dictionary = ctypes.addressof(words)
        into.n_buffers, into.buffers = len(buffers), self.pointers(buffers)
        made = [self.keep(CArray()) for _ in children]
        for array, child in zip(made, children):
            self.fill_array(array, child)
        into.n_children, into.children = len(made), self.pointers([ctypes.addressof(one) for one in made])

    def __arrow_c_stream__(self, requested_schema=None):
        left = list(self.batches)

        def get_schema(_, address):
            schema = CSchema.from_address(address)
            self.fill_schema(schema, "+s", children=self.batches[0])
            schema.release = self.release(CSchema)
            self.given += 1
            return 0

        def get_next(_, address):
            array = CArray.from_address(address)
            if not left:
                if self.fails:
                    return 5
                array.release = RELEASE()
                return 0
            columns = left.pop(0)
            self.fill_array(array, children=columns, length=columns[0].count)
            array.release = self.release(CArray)
            self.given += 1
            return 0

        said = ctypes.addressof(self.keep(ctypes.create_string_buffer(self.fails or b"")))
        functions = GET(get_schema), GET(get_next), ERROR(lambda _: said), self.release(CStream)
        stream = self.keep(CStream(*map(self.keep, functions)))
        self.given += 1
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [POINTER, TEXT, POINTER]
        return make(ctypes.addressof(stream), b"arrow_array_stream", None)


def batch(first, count):
    rows = range(first, first + count)
    day = datetime.date(2020, 1, 1)
    return [
        numbers("whole", "l", "q", [None if row % 7 == 3 else row for row in rows]),
        numbers("real", "g", "d", [float("nan") if row % 5 == 1 else row / 3 for row in rows]),
        numbers("short", "f", "f", [-1.0] + [row / 8 for row in rows], offset=1),
        numbers("half", "e", "e", [row % 100 / 4 for row in rows]),
        texts("town", [None] + ["a, \"b\"" if row % 2 else "00" + str(row % 3) for row in rows], offset=1),
        texts("long", [f"köln {row % 4}\n" for row in rows], form="U"),
        views("view", ["short" if row % 2 else "a text of many letters" for row in rows]),
        numbers("code", "c", "b", [row % 2 for row in rows], dictionary=texts("", ["left", "right"])),
        Column("yes", "b", count, bitmap([row % 3 == 0 for row in rows])),
        numbers("day", "tdD", "i", [(day - datetime.date(1970, 1, 1)).days + row for row in rows]),
        numbers("at", "tsu:UTC", "q", [1577836800_000000 + row * 1_500_000 for row in rows]),
        Column("price", "d:9,2", count, b"".join((row * 5 - 250).to_bytes(16, "little", signed=True) for row in rows)),
        texts("y", ["no" if row % 4 else "yes" for row in rows]),
    ]


def uninitialised(kind):
    """A structure as a consumer in C has it before it is filled."""
    return kind.from_buffer_copy(b"\xff" * ctypes.sizeof(kind))


class Consumer:
    """Reads a stream as Arrow's libraries do: moves the stream out of its capsule, and a child out of its batch."""

    def __init__(self, table):
        get = ctypes.PYFUNCTYPE(POINTER, ctypes.py_object, TEXT)(("PyCapsule_GetPointer", ctypes.pythonapi))
        capsule = table.__arrow_c_stream__()
        there = CStream.from_address(get(capsule, b"arrow_array_stream"))
        self.stream = CStream.from_buffer_copy(there)
        there.release = RELEASE()
        del there, capsule
        gc.collect()
        self.schema, self.columns = uninitialised(CSchema), {}
        assert self.stream.get_schema(ctypes.addressof(self.stream), ctypes.addressof(self.schema)) == 0
        assert not self.schema.metadata and not self.schema.dictionary
        children = (POINTER * self.schema.n_children).from_address(self.schema.children)
        self.fields = [CSchema.from_address(child) for child in children]
        self.formats = {field.name.decode(): field.format.decode() for field in self.fields}
        self.columns = {name: [] for name in self.formats}
        self.lengths = []

    def read(self):
        while True:
            batch = uninitialised(CArray)
            if self.stream.get_next(ctypes.addressof(self.stream), ctypes.addressof(batch)) != 0:
                address = self.stream.get_last_error(ctypes.addressof(self.stream))
                raise RuntimeError(ctypes.string_at(address).decode())
            if not batch.release:
                return self
            assert not batch.dictionary
            self.lengths.append(batch.length)
            children = (POINTER * batch.n_children).from_address(batch.children)
            moved = CArray.from_buffer_copy(CArray.from_address(children[0]))
            CArray.from_address(children[0]).release = RELEASE()
            rest = [CArray.from_address(child) for child in children[1:]]
            for field, array in zip(self.fields[1:], rest):
                self.columns[field.name.decode()] += self.values(field, array)
            batch.release(ctypes.addressof(batch))
            self.columns[self.fields[0].name.decode()] += self.values(self.fields[0], moved)
            moved.release(ctypes.addressof(moved))

    def close(self):
        self.schema.release(ctypes.addressof(self.schema))
        self.stream.release(ctypes.addressof(self.stream))

    def values(self, field, array):
        form, count = field.format.decode(), array.length
        buffers = (POINTER * array.n_buffers).from_address(array.buffers)
        if form == "U":
            ends = struct.unpack(f"={count + 1}q", ctypes.string_at(buffers[1], 8 * count + 8))
            found = [ctypes.string_at(buffers[2] + a, b - a).decode() for a, b in zip(ends, ends[1:])]
            return self.where_there(found, buffers, array)
        if form.startswith("+w:"):
            size = int(form[3:])
            child = (POINTER * 1).from_address(array.children)[0]
            inner = CSchema.from_address((POINTER * 1).from_address(field.children)[0])
            flat = self.values(inner, CArray.from_address(child))
            return [flat[i * size:(i + 1) * size] for i in range(count)]
        code = {"f": "f", "g": "d", "l": "q", "i": "i", "tsu:UTC": "q"}[form]
        held = ctypes.string_at(buffers[1], struct.calcsize("=" + code) * count)
        found = list(struct.unpack(f"={count}{code}", held))
        if field.dictionary:
            words = self.values(CSchema.from_address(field.dictionary), CArray.from_address(array.dictionary))
            found = [words[code] for code in found]
        return self.where_there(found, buffers, array)

    def where_there(self, found, buffers, array):
        if buffers[0]:
            bits = ctypes.string_at(buffers[0], (array.length + 7) // 8)
            found = [value if bits[i // 8] >> i % 8 & 1 else None for i, value in enumerate(found)]
        assert found.count(None) == array.null_count
        return found


class ToArrowTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()
        cls.dataset = masu.open(cls.made.path)

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def read(self, table):
        consumer = Consumer(table)
        self.addCleanup(lambda: self.assertEqual(masu._arrow_export._held, {}))
        consumer.read()
        consumer.close()
        return consumer

    def test_all_samples(self):
        found = self.read(self.dataset.to_arrow())
        self.assertEqual(found.formats, {"a": "f", "b": "f", "town": "i", "income": "i", "w": "f", "note": "U"})
        self.assertEqual(found.columns["a"], list(range(ROWS)))
        self.assertEqual(found.columns["town"], ["xyz"[row % 3] + "t" for row in range(ROWS)])
        self.assertEqual(found.columns["income"], ["no" if row % 3 else "yes" for row in range(ROWS)])
        self.assertEqual(found.columns["w"], [1.5 + row % 4 for row in range(ROWS)])
        self.assertEqual(found.columns["note"], [f"note {row}" for row in range(ROWS)])

    def test_a_split_is_that_of_the_loader(self):
        for split in ("train", "validation", "test"):
            loader = masu.Loader(self.dataset, split, shuffle="none", output="memoryview")
            samples = sorted(sum((memoryview(batch.indices).tolist() for batch in loader), []))
            loader.close()
            with unittest.mock.patch.object(masu._loader, "Stream", side_effect=AssertionError("reads all features")):
                found = self.read(self.dataset.to_arrow(split))
            self.assertEqual(found.columns["a"], samples)
            self.assertEqual(found.columns["note"], [f"note {row}" for row in samples])
        with self.assertRaises(masu.Error):
            self.dataset.to_arrow("train", manifest="none")
        with self.assertRaisesRegex(masu.Error, "split is one of .*validation.*dev"):
            self.dataset.to_arrow("dev")

    def test_what_is_missing_is_null_and_a_table_comes_back(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "t.csv")
            with open(table, "w", encoding="utf-8") as out:
                out.write("a,town,note,y1,y2\n")
                out.write("".join(f"{'' if row % 3 == 1 else row},{'' if row % 4 == 2 else 'xy'[row % 2]},"
                                  f"{'' if row % 7 == 3 else f'n{row}'},{row / 4},"
                                  f"{row}\n" for row in range(200)))
            dataset = masu.import_csv(table, os.path.join(folder, "t.h5"), label=["y1", "y2"], text="note").dataset
            found = self.read(dataset.to_arrow())
            self.assertEqual(found.columns["a"], [None if row % 3 == 1 else row for row in range(200)])
            self.assertEqual(found.columns["town"], [None if row % 4 == 2 else "xy"[row % 2] for row in range(200)])
            self.assertEqual(found.columns["note"], [None if row % 7 == 3 else f"n{row}" for row in range(200)])
            self.assertEqual(found.columns["y1"], [row / 4 for row in range(200)])
            again = masu.import_table(dataset.to_arrow(), os.path.join(folder, "again.h5"), label=["y1", "y2"],
                                      text="note").dataset
            self.assertEqual(self.read(again.to_arrow()).columns, found.columns)
            self.assertEqual(*(sorted((column.name, column.role, column.categories) for column in one.columns)
                               for one in (again, dataset)))

    def test_times_are_timestamps_and_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "t.csv")
            moments = [datetime.datetime(1969, 12, 31, 23, 0, 0, 250_000) + datetime.timedelta(seconds=1800 * row)
                       for row in range(100)]
            with open(table, "w", encoding="utf-8") as out:
                out.write("at,kept,weight,y\n")
                for row, moment in enumerate(moments):
                    at = "" if row % 5 == 2 else moment.isoformat()
                    out.write(f"{at},{moment.date()},{row / 8},{row % 2}\n")
            dataset = masu.import_csv(table, os.path.join(folder, "t.h5"), label="y", keep="kept",
                                      dtype="f64").dataset
            found = self.read(dataset.to_arrow())
            epoch, second = datetime.datetime(1970, 1, 1), datetime.timedelta(seconds=1)
            ticks = [round((moment - epoch) / second * 10**6) for moment in moments]
            self.assertEqual([found.formats[name] for name in ("at", "kept", "weight")], ["tsu:UTC", "tsu:UTC", "g"])
            self.assertEqual(found.columns["at"], [None if row % 5 == 2 else tick for row, tick in enumerate(ticks)])
            self.assertEqual(found.columns["kept"], [tick - tick % (86400 * 10**6) for tick in ticks])
            again = masu.import_table(dataset.to_arrow(), os.path.join(folder, "again.h5"), label="y", keep="kept",
                                      dtype="f64").dataset
            self.assertEqual(self.read(again.to_arrow()).columns, found.columns)
            self.assertEqual([(column.kind, column.origin) for column in again.columns if column.name in ("at", "kept")],
                             [(column.kind, column.origin) for column in dataset.columns if column.name in ("at", "kept")])

    def test_samples_of_other_shapes_are_lists_in_several_batches(self):
        folder = run("sample", "waveform", "--rows", 20, "--out", self.made.folder.name)["path"]
        dataset = masu.import_recordings(folder, os.path.join(self.made.folder.name, "w.h5"), hop=16, window=1024,
                                         label_from=r"name:^(\d)_", group_from="name:_([a-z]+)_").dataset
        with unittest.mock.patch.object(masu._arrow_export, "_MOST_ROWS", 70):
            found = self.read(dataset.to_arrow())
        self.assertEqual(set(found.lengths[:-1]), {70})
        self.assertEqual(found.formats["group"], "l")
        groups = memoryview(dataset[:]["group"]).tolist()
        self.assertEqual(found.columns["group"], groups)
        self.assertEqual({type(number) for number in groups}, {int})
        self.assertEqual(sorted(set(groups)), list(range(len(dataset.groups))))
        self.assertEqual(dataset.groups, sorted(dataset.groups))
        self.assertEqual((found.formats["features"], sum(found.lengths)), ("+w:1024", len(dataset)))
        for row in (0, len(dataset) // 2, len(dataset) - 1):
            self.assertEqual(found.columns["features"][row], memoryview(dataset[row]["features"]).tolist()[0][0])
            self.assertEqual(found.columns["label"][row], dataset.classes[dataset[row]["labels"][0]])

    def test_a_stream_that_nobody_reads_leaves_nothing(self):
        stream = self.dataset.to_arrow()
        for _ in range(3):
            stream.__arrow_c_stream__()
        gc.collect()
        self.assertEqual((masu._arrow_export._held, masu._arrow_export._capsules), ({}, {}))

    def test_what_cannot_be_read_is_an_error_of_the_stream(self):
        consumer = Consumer(self.dataset.to_arrow())
        with unittest.mock.patch.object(masu.Dataset, "_read", side_effect=masu.DataError("A chunk is damaged.")):
            with self.assertRaisesRegex(RuntimeError, "A chunk is damaged."):
                consumer.read()
        consumer.close()

    def test_an_interrupt_is_an_error_that_stays(self):
        for error, said in ((KeyboardInterrupt(), "interrupted"), (SystemExit(), "SystemExit"),
                            (masu.DataError("\udcff" + "ö" * 999), r"\?ö{400}")):
            consumer = Consumer(self.dataset.to_arrow())
            with unittest.mock.patch.object(masu._arrow_export._Words, "array", side_effect=error):
                with self.assertRaisesRegex(RuntimeError, said):
                    consumer.read()
            with self.assertRaisesRegex(RuntimeError, said):
                consumer.read()
            consumer.close()
        self.assertEqual(masu._arrow_export._held, {})

    def test_kept_columns_replace_nothing(self):
        names = ["labels", "categories", "weights", "features", "group", "kept/labels"]
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "t.csv")
            with open(table, "w", encoding="utf-8") as out:
                out.write(",".join(["a", "town", "w", "income", *names]) + "\n")
                for row in range(40):
                    kept = ",".join(str(row + 100 * i) for i in range(len(names)))
                    out.write(f"{row},{'xy'[row % 2]}t,1.5,{'no' if row % 4 else 'yes'},{kept}\n")
            dataset = masu.import_csv(table, os.path.join(folder, "t.h5"), label="income", weight="w",
                                      keep=names).dataset
            some = dataset[4:6]
            self.assertEqual([dataset.classes[code] for code in some["labels"]], ["yes", "no"])
            self.assertEqual([row[0] for row in memoryview(some["features"]).tolist()], [4, 5])
            self.assertEqual(list(some["weights"]), [1.5, 1.5])
            self.assertEqual(set(some), {"labels", "categories", "weights", "features", "group", "kept/categories",
                                         "kept/weights", "kept/features", "kept/labels", "kept/kept/labels"})
            for i, name in enumerate(names[1:4], 1):
                self.assertEqual(list(some["kept/" + name]), [4 + 100 * i, 5 + 100 * i])
            self.assertEqual(list(some["group"]), [404, 405])  # which the dataset has no other of
            self.assertEqual(sorted([some["kept/labels"][0], some["kept/kept/labels"][0]]), [4, 504])
            found = self.read(dataset.to_arrow())
            self.assertEqual(found.columns["income"], ["no" if row % 4 else "yes" for row in range(40)])
            self.assertEqual(found.columns["town"], [f"{'xy'[row % 2]}t" for row in range(40)])
            for i, name in enumerate(names):
                self.assertEqual(found.columns[name], [row + 100 * i for row in range(40)])

    def test_missing_whole_numbers_are_null(self):
        numbers = [None if row % 3 == 1 else (1 << 60) + row for row in range(30)]
        numbers[0] = 1 - (1 << 63)
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "t.csv")
            with open(table, "w", encoding="utf-8") as out:
                out.write("a,id\n" + "".join(f"{row},{'' if id is None else id}\n" for row, id in enumerate(numbers)))
            dataset = masu.import_csv(table, os.path.join(folder, "t.h5"), keep="id").dataset
            self.assertEqual(memoryview(dataset[1]["id"]).tolist(), [-1 << 63])
            found = self.read(dataset.to_arrow())
            self.assertEqual((found.formats["id"], found.columns["id"]), ("l", numbers))
            again = masu.import_table(dataset.to_arrow(), os.path.join(folder, "again.h5"), keep="id").dataset
            self.assertEqual(self.read(again.to_arrow()).columns, found.columns)


class ArrowTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_a_table_becomes_a_dataset(self):
        table = Table(batch(0, 60), batch(60, 41))
        scratch = self.path("scratch")
        os.mkdir(scratch)
        done = masu.import_table(table, self.path("t.h5"), label="y", dtype="f64", scratch=scratch)
        self.assertEqual((done.samples, done.rejected, table.given, os.listdir(scratch)), (101, 0, 0, []))
        with self.assertRaisesRegex(masu.Error, "no folder .*/none for temporary files.*scratch"):
            masu.import_table(Table(batch(0, 9)), self.path("u.h5"), label="y", scratch=self.path("none"))
        dataset = done.dataset
        columns = {column.name: column for column in dataset.columns}
        self.assertEqual({name for name, column in columns.items() if column.role == "category"},
                         {"town", "long", "view", "code"})
        self.assertEqual(sorted(columns["town"].categories), ["000", "001", "002", 'a, "b"'])
        self.assertEqual(sorted(columns["long"].categories), [f"köln {i}\n" for i in range(4)])
        self.assertEqual(sorted(columns["view"].categories), ["a text of many letters", "short"])
        self.assertEqual(sorted(dataset.classes), ["no", "yes"])
        names = [name for name, column in columns.items() if column.role == "feature"]
        self.assertEqual(names, ["whole", "real", "short", "half", "yes", "day", "at", "price"])
        coded = [name for name, column in columns.items() if column.role == "category"]
        everything = dataset[:]
        features, codes = memoryview(everything["features"]).tolist(), memoryview(everything["categories"]).tolist()
        for row in range(101):
            found = dict(zip(names, features[row]))
            if row % 7 == 3:
                self.assertNotEqual(found["whole"], found["whole"])
            else:
                self.assertEqual(found["whole"], row)
            if row % 5 == 1:
                self.assertNotEqual(found["real"], found["real"])
            else:
                self.assertEqual(found["real"], row / 3)
            self.assertEqual((found["short"], found["half"], found["yes"]), (row / 8, row % 100 / 4, row % 3 == 0))
            self.assertEqual(found["price"], (row * 5 - 250) / 100)
            self.assertEqual(found["day"] - features[0][names.index("day")], row * 86400)
            self.assertEqual(found["at"] - features[0][names.index("at")], row * 1.5)
            words = {name: columns[name].categories[code - 1] for name, code in zip(coded, codes[row])}
            self.assertEqual(words["town"], 'a, "b"' if row % 2 else f"00{row % 3}")
            self.assertEqual(words["code"], "right" if row % 2 else "left")
            self.assertEqual(dataset.classes[everything["labels"][row]], "no" if row % 4 else "yes")

    def csv_of(self, *batches):
        masu._arrow.write_csv(Table(*batches), self.path("t.csv"))
        with open(self.path("t.csv"), encoding="utf-8", newline="") as file:
            return file.read()

    def test_texts_are_what_they_were(self):
        given = ["x", " x", "x ", "  ", "\t", "a\rb", "a\nb", "\r\n", 'say "it"', '"', "a,b", "köln", "#", "", None]
        given *= 3
        code = numbers("code", "c", "b", list(range(13)) * 3 + [None] * 6, dictionary=texts("", given[:13]))
        table = Table([texts(" word ", given), texts("long", given, form="U"), code, numbers("a", "l", "q", range(45)),
                       texts("y", [text or "none" for text in given])])
        done = masu.import_table(table, self.path("t.h5"), label="y", text="long")
        self.assertEqual((done.samples, done.rejected), (45, 0))
        everything, columns = done.dataset[:], {column.name: column for column in done.dataset.columns}
        self.assertEqual(everything["long"], [text or "" for text in given])
        codes = memoryview(everything["categories"]).tolist()
        for row, text in enumerate(given):
            words = [None, *columns[" word "].categories]
            self.assertEqual(words[codes[row][0]], text or None)
            self.assertEqual(done.dataset.classes[everything["labels"][row]], text or "none")
        self.assertEqual(sorted(columns["code"].categories), sorted(given[:13]))

    def test_texts_are_quoted_and_numbers_are_not(self):
        columns = [texts("a b", ["x", "", None, 'q"']), numbers("n", "l", "q", [1, None, -3, 4]),
                   numbers("r", "g", "d", [.5, float("nan"), None, 1e300]), Column("yes", "b", 4, b"\x05"),
                   numbers("day", "tdD", "i", [0, None, 1, 2])]
        self.assertEqual(self.csv_of(columns), '"a b","n","r","yes","day"\n"x",1,0.5,true,1970-01-01\n"",,,false,\n'
                                               ',-3,,true,1970-01-02\n"q""",4,1e+300,false,1970-01-03\n')
        self.assertEqual(self.csv_of([numbers("n", "l", "q", [None, 2])]), '"n"\n""\n2\n')

    def test_an_empty_dictionary_keeps_the_rows(self):
        word = numbers("word", "c", "b", [None] * 3, dictionary=texts("", []))
        later = numbers("word", "c", "b", [0, None], dictionary=texts("", ["x"]))
        batches = [numbers("a", "l", "q", [1, 2, 3]), word], [numbers("a", "l", "q", [4, 5]), later]
        self.assertEqual(self.csv_of(*batches), '"a","word"\n1,\n2,\n3,\n4,"x"\n5,\n')

    def test_what_is_missing_is_not_read(self):
        there, lowest = [True, False, True], -1 << 63
        views = struct.pack("=i12si4siii12s", 1, b"x", 99, b"zzzz", 1 << 20, 1 << 30, 1, b"y")
        columns = [Column("at", "tsn:", 3, struct.pack("=3q", 0, lowest, 10**9), there=there),
                   Column("day", "tdD", 3, struct.pack("=3i", 0, -1 << 31, 1), there=there),
                   Column("text", "u", 3, struct.pack("=4i", 0, 1, 3, 4), b"x\xff\xfey", there=there),
                   Column("view", "vu", 3, views, struct.pack("=q", 0), there=there),
                   Column("code", "c", 3, struct.pack("=3b", 0, 99, 1), there=there, dictionary=texts("", ["x", "y"]))]
        self.assertEqual(self.csv_of(columns).splitlines()[1:], [
            '1970-01-01 00:00:00,1970-01-01,"x","x","x"', ",,,,", '1970-01-01 00:00:01,1970-01-02,"y","y","y"'])

    def test_a_batch_is_read_a_few_cells_at_a_time(self):
        whole, counts, read = self.csv_of(batch(0, 60)), [], masu._arrow._Cells.read

        def counted(cells, first, count):
            counts.append(count)
            return read(cells, first, count)

        with unittest.mock.patch.object(masu._arrow, "_MOST_CELLS", 7 * 13 + 12), \
                unittest.mock.patch.object(masu._arrow._Cells, "read", counted):
            self.assertEqual(self.csv_of(batch(0, 60)), whole)
        self.assertEqual(whole.count("\n"), 1 + 60 + 60)  # of a column of texts, too
        self.assertEqual((max(counts), counts.count(2)), (7, 1))  # a dictionary's words once

    def test_columns_that_are_damaged_are_refused(self):
        for column, said in ((Column("t", "u", 1, struct.pack("=2i", 0, 1), b"\xff"), "t has a text that is not UTF-8"),
                             (numbers("c", "c", "b", [2], dictionary=texts("", ["x"])), "c cannot be read. .* 2"),
                             (numbers("c", "c", "b", [-1], dictionary=texts("", ["x"])), "c cannot be read. .* -1")):
            with self.assertRaisesRegex(masu.DataError, said):
                self.csv_of([column])

    def test_hostile_arrays_are_refused(self):
        """Nothing outside what a producer says it has is read."""
        two = numbers("a", "i", "i", [1, 2])
        for columns, said in (
                ([Column("t", "u", 2, struct.pack("=3i", 0, 5, 2), b"abcde")], "do not ascend"),
                ([Column("t", "u", 2, struct.pack("=3i", -4, 0, 2), b"abcde")], "do not ascend"),
                ([Column("t", "u", 1, struct.pack("=2i", 0, 3), None)], "missing"),
                ([Column("t", "i", 2, None)], "missing"),
                ([Column("t", "b", 2, None)], "missing"),
                ([Column("t", "i", 2)], "damaged"),
                ([two, numbers("b", "i", "i", [1])], "1 values in 2 rows"),
                ([Column("v", "vu", 1, struct.pack("=i12s", -3, b"abc"), b"x", struct.pack("=q", 1))], "outside"),
                ([Column("v", "vu", 1, struct.pack("=i4sii", 20, b"abcd", 0, 0), b"x" * 9, struct.pack("=q", 9))], "outside"),
                ([Column("v", "vu", 1, struct.pack("=i4sii", 20, b"abcd", 7, 0), b"x" * 20, struct.pack("=q", 20))],
                 "outside"),
                ([numbers("c", "f", "f", [0], dictionary=texts("", ["x"]))], "dictionary"),
                ([numbers("n", "i", "i", [1, 2, 3], offset=-1)], "damaged")):
            with self.subTest(said, form=columns[-1].form), self.assertRaisesRegex(masu.DataError, said):
                self.csv_of(columns)
        table = Table([numbers("t", "tsx:", "q", [1])])
        with self.assertRaisesRegex(masu.Error, "tsx:"):
            masu.import_table(table, self.path("no.h5"))
        self.assertEqual(table.given, 0)

    def test_texts_that_look_like_numbers_stay_texts(self):
        with unittest.mock.patch.object(masu._arrow, "MOST_CATEGORIES", 3):
            done = masu.import_table(
                Table([texts("code", ["100", "101", "102", "103"]), texts("day", [f"2020-01-0{i}" for i in range(1, 5)]),
                       texts("few", ["1", "2", "1", "2"]), numbers("y", "i", "i", [0, 1, 0, 1])]),
                self.path("codes.h5"), label="y")
        kinds = {column.name: column.kind for column in done.dataset.columns}
        self.assertEqual((kinds["code"], kinds["day"], kinds["few"]), ("text", "text", "category"))
        self.assertEqual(done.dataset[:]["code"], ["100", "101", "102", "103"])

    def test_columns_are_what_was_asked_for(self):
        done = masu.import_table(Table(batch(0, 50)), self.path("t.h5"), label=["y"], text="long", keep=["view"],
                                 type={"whole": "ignored", "code": "category"})
        dataset = done.dataset
        self.assertEqual(dataset[0:2]["long"], ["köln 0\n", "köln 1\n"])
        self.assertNotIn("whole", [column.name for column in dataset.columns if column.role == "feature"])

    def test_other_things_are_refused(self):
        out = self.path("no.h5")
        with self.assertRaisesRegex(TypeError, "__arrow_c_stream__.*list"):
            masu.import_table([1, 2], out)
        for option in ({"delimiter": ";"}, {"thousands": ","}, {"na": "x"}, {"resume": True}, {"part": "1/2"},
                       {"lable": "y"}, {"as_": "table"}):
            table = Table(batch(0, 5))
            with self.subTest(**option), self.assertRaisesRegex(TypeError, next(iter(option))):
                masu.import_table(table, out, **option)
            self.assertEqual(table.held, [])
        table = Table([numbers("n", "l", "q", [1, 2]), Column("list", "+l", 2, b"\0" * 12)])
        with self.assertRaisesRegex(masu.Error, r"Column list .*\+l"):
            masu.import_table(table, out)
        self.assertEqual(table.given, 0)
        table = Table(batch(0, 5), fails=b"the disk is gone")
        with self.assertRaisesRegex(masu.DataError, "the disk is gone"):
            masu.import_table(table, out)
        self.assertEqual(table.given, 0)
        with self.assertRaisesRegex(masu.Error, "year 9999"):
            masu.import_table(Table([numbers("t", "tss:", "q", [10**15])]), out)
        self.assertFalse(os.path.exists(out))


if __name__ == "__main__":
    unittest.main()
