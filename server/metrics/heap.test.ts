import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { z } from "zod";
import { forceGarbageCollection, oldGenerationLimitBytes, readHeap } from "./heap.ts";

const sharesSchema = z.tuple([z.number(), z.number()]);
const mib = 1024 * 1024;
const heapFile = new URL("heap.ts", import.meta.url).href;

test.each<[number, readonly string[], number]>([
  [704, ["--max-old-space-size=512"], 512],
  [560, ["--max_old_space_size=256", "--max-old-space-size=512", "--max-semi-space-size=16"], 512],
  [4288, ["--enable-source-maps"], 4096],
  // With a smaller young generation, the estimated heap limit is too low rather than too high.
  [200, [], 100],
])("of %d MiB with %j the old generation has %d", (whole, options, old) => {
  expect(oldGenerationLimitBytes(whole * mib, options) / mib).toBe(old);
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
    // Objects are promoted to the old generation gradually, and each step is reported.
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
  // The highest reported value, because the last garbage collections can each free a little.
  const used = Math.max(...told.map(([share]) => share));
  const kept = Math.max(...told.map(([, share]) => share));
  // V8 gives up somewhat before the limit, when garbage collections free almost nothing.
  expect(used).toBeGreaterThan(0.8);
  expect(used).toBeLessThan(1.1);
  expect(kept).toBeGreaterThan(0.7);
});

test("garbage is gone after a collection that was asked for, and nobody else can ask for one", async () => {
  const garbage = new WeakRef(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  // Objects that were just dereferenced stay in memory until the next event loop turn.
  await new Promise(setImmediate);
  forceGarbageCollection();
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
