import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type HeapGraph, parseHeap } from "./heap-graph.ts";
import { bytesByKind, everythingElse, indexes } from "./retained-kinds.ts";

/** A process that holds so much of each, and writes its heap down. */
const program = `
  class Shelf { #books = new Map(); put(book) { this.#books.set(book.title, book); } }
  class Library { texts = []; }
  class Reader { constructor(text) { this.note = text; this.own = flat(String(Math.random()).padEnd(18, "0").repeat(100)); } }
  const flat = (text) => Buffer.from(text).toString("latin1");
  const library = new Library();
  for (let at = 0; at < 10; at += 1) library.texts.push(flat(String(at).repeat(100_000)));
  const shelf = new Shelf();
  for (let at = 0; at < 1_000; at += 1) shelf.put({ title: flat("title " + at), text: flat(String(at % 7).repeat(1_000) + at) });
  const readers = [];
  for (let at = 0; at < 500; at += 1) readers.push(new Reader(library.texts[at % 10]));
  globalThis.found = new Map(readers.map((reader, at) => [reader, at]));
  globalThis.kept = { library, shelf };
  require("node:v8").writeHeapSnapshot("held.heapsnapshot");
`;

async function heapOf(source: string): Promise<HeapGraph> {
  const cwd = await mkdtemp(path.join(tmpdir(), "held-kinds-"));
  try {
    await promisify(execFile)(process.execPath, ["-e", source], { cwd });
    const [file = ""] = await readdir(cwd);
    return parseHeap(await readFile(path.join(cwd, file)));
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

const heap = await heapOf(program);
const [library, readers, books] = [
  { name: "library", roots: [{ instanceOf: "Library" }] },
  { name: "readers", roots: [{ instanceOf: "Reader" }] },
  { name: "books", roots: [{ instanceOf: "Shelf", field: "#books" }] },
];

test("each kind has the bytes that only it holds, and what several hold counts once, for the first", () => {
  const bytes = bytesByKind(heap, [library, readers, books]);
  const kilobytes = (name: string) => Math.round((bytes.get(name) ?? 0) / 1e3);
  // Ten texts of 100,000 letters; 500 notes of about 1,800; 1,000 texts of 1,000, a title and an object each.
  expect(kilobytes("library")).toBeGreaterThanOrEqual(1_000);
  expect(kilobytes("library")).toBeLessThan(1_010);
  expect(kilobytes("readers")).toBeGreaterThan(800);
  expect(kilobytes("readers")).toBeLessThan(1_100);
  expect(kilobytes("books")).toBeGreaterThan(1_000);
  expect(kilobytes("books")).toBeLessThan(1_250);
  expect(kilobytes(indexes)).toBeGreaterThan(5);
  expect(kilobytes(indexes)).toBeLessThan(60);
});

test("what several hold is the first one's", () => {
  const bytes = bytesByKind(heap, [readers, library]);
  expect(bytes.get("readers")).toBeGreaterThan(1_800_000);
  expect(bytes.get("library")).toBeLessThan(10_000);
});

test("all kinds together are the whole heap", () => {
  let all = 0;
  for (let node = 0; node < heap.size; node += 1) all += heap.bytesOf(node);
  const bytes = bytesByKind(heap, [library, readers, books]);
  expect([...bytes.values()].reduce((sum, each) => sum + each, 0)).toBe(all);
  expect(bytes.get(everythingElse)).toBeGreaterThan(1_000_000);
});

test("a class of another name is a fault, not a kind without bytes", () => {
  expect(() => bytesByKind(heap, [{ name: "books", roots: [{ instanceOf: "Shelf", field: "#tomes" }] }])).toThrow(
    "no Shelf#tomes is in the heap",
  );
  expect(() => bytesByKind(heap, [{ name: "books", roots: [{ instanceOf: "Shelves" }] }])).toThrow("no Shelves");
});

test("a file that is no heap, or half of one, is refused", () => {
  expect(() => parseHeap(Buffer.from("{}"))).toThrow("no heap snapshot");
  const head = `{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["object"]],"edge_fields":["type","name_or_index","to_node"],"edge_types":[["property"]]},"node_count":2,"edge_count":0},`;
  expect(() => parseHeap(Buffer.from(`${head}"nodes":[0,0,1,8,0],"edges":[],"strings":["a"]}`))).toThrow("5 of 10");
});
