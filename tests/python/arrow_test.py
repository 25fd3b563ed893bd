#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.import_table: tables through Arrow's C stream interface, of a producer that is written here."""

import ctypes
import datetime
import os
import struct
import tempfile
import unittest

import masu

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
        for option in ({"delimiter": ";"}, {"na": "x"}, {"resume": True}, {"lable": "y"}, {"as_": "table"}):
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
