import { expect, test } from "vitest";
import { createFileReader } from "./create-file-reader.ts";

function rotatingFile() {
  const state = { text: "first\n", nowMs: 0, reads: 0, fails: false };
  const read = createFileReader("/token", {
    monotonicMs: () => state.nowMs,
    read: async () => {
      state.reads += 1;
      if (state.fails) throw new Error("gone");
      return state.text;
    },
  });
  return { state, read };
}

test("a rotated token is picked up within 3 s, and the disk is asked no more often", async () => {
  const { state, read } = rotatingFile();
  expect(await read()).toBe("first");
  state.text = "second\n";
  state.nowMs = 2_999;
  expect(await read()).toBe("first");
  state.nowMs = 3_000;
  expect(await Promise.all([read(), read(), read()])).toEqual(["second", "second", "second"]);
  expect(state.reads).toBe(2);
});

test("a reading that fails keeps the last good token and is not repeated at once", async () => {
  const { state, read } = rotatingFile();
  await read();
  state.fails = true;
  state.nowMs = 3_000;
  expect(await read()).toBe("first");
  state.nowMs = 4_000;
  expect(await read()).toBe("first");
  expect(state.reads).toBe(2);
});

test("a file that was never read is a fault of the configuration", async () => {
  const { state, read } = rotatingFile();
  state.fails = true;
  await expect(read()).rejects.toMatchObject({ reason: "configuration" });
  state.fails = false;
  state.nowMs = 1;
  expect(await read()).toBe("first");
});
