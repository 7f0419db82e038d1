import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { z } from "zod";
import { collectHeap, oldLimit, readHeap } from "./heap.ts";

const sharesSchema = z.tuple([z.number(), z.number()]);
const mib = 1024 * 1024;
const heapFile = new URL("heap.ts", import.meta.url).href;

test.each<[number, readonly string[], number]>([
  [704, ["--max-old-space-size=512"], 512],
  [560, ["--max_old_space_size=256", "--max-old-space-size=512", "--max-semi-space-size=16"], 512],
  [4288, ["--enable-source-maps"], 4096],
  // Where the young generation is smaller than usual, too little is taken for the limit rather than too much.
  [200, [], 100],
])("of %d MiB with %j the old generation has %d", (whole, options, old) => {
  expect(oldLimit(whole * mib, options) / mib).toBe(old);
});

test("V8 ends a process where its old generation is full", () => {
  const script = `
    const { readHeap } = await import(process.argv[1]);
    const { writeSync } = await import("node:fs");
    const kept = [];
    for (;;) {
      for (let at = 0; at < 1_000; at += 1) kept.push({ at, more: [at] });
      const { usedBytes, keptBytes, limitBytes } = readHeap();
      writeSync(1, JSON.stringify([usedBytes / limitBytes, keptBytes / limitBytes]) + "\\n");
      await new Promise(setImmediate);
    }`;
  const options = [
    "--max-old-space-size=64",
    // What is young becomes old a little at a time, and is told.
    "--max-semi-space-size=1",
    "--conditions=react-server",
    "--input-type=module",
    "-e",
    script,
    heapFile,
  ];
  const { stdout } = spawnSync(process.execPath, options, {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const told = stdout
    .trimEnd()
    .split("\n")
    .map((line) => sharesSchema.parse(JSON.parse(line)));
  // The most that was ever told: the last collections before the end may each gain a little.
  const used = Math.max(...told.map(([share]) => share));
  const kept = Math.max(...told.map(([, share]) => share));
  // V8 gives up somewhat before, when collecting gains it next to nothing.
  expect(used).toBeGreaterThan(0.8);
  expect(used).toBeLessThan(1.1);
  expect(kept).toBeGreaterThan(0.7);
});

test("garbage is gone after a collection that was asked for, and nobody else can ask for one", async () => {
  const garbage = new WeakRef(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  // What was just looked at through it stays until the next turn.
  await new Promise(setImmediate);
  collectHeap();
  expect(garbage.deref()).toBeUndefined();
  const { usedBytes, keptBytes } = readHeap();
  expect(keptBytes).toBeGreaterThan(0);
  expect(keptBytes).toBeLessThanOrEqual(usedBytes);
  expect(Object.hasOwn(globalThis, "gc")).toBe(false);
});

test("this process has room, and keeps less than it uses at most", () => {
  const { usedBytes, keptBytes, limitBytes } = readHeap();
  expect(usedBytes).toBeGreaterThan(0);
  expect(Math.max(usedBytes, keptBytes)).toBeLessThan(limitBytes);
});
