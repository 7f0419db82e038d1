import { expect, test } from "vitest";
import { BodyBufferPool } from "./body-buffer-pool.ts";

/** A fake request body that records whether it was discarded. */
function enter(room: BodyBufferPool, name: string, gone: string[]) {
  const body = room.enter(() => {
    gone.push(name);
    body.release();
  });
  return body;
}

test("where there is no room, the body that has been under way for longest is given up, and others stay", () => {
  const room = new BodyBufferPool(100);
  const gone: string[] = [];
  const [first, second] = [enter(room, "first", gone), enter(room, "second", gone)];
  expect([first.grow(60), second.grow(30)]).toEqual([true, true]);
  const third = enter(room, "third", gone);
  expect(third.grow(20)).toBe(true);
  expect(gone).toEqual(["first"]);
  expect(room.bytes).toBe(50);
});

test("a body that is whole is not given up any more, so whoever comes then finds no room until it is released", () => {
  const room = new BodyBufferPool(100);
  const gone: string[] = [];
  const first = enter(room, "first", gone);
  expect(first.grow(90)).toBe(true);
  first.whole();
  expect(enter(room, "second", gone).grow(20)).toBe(false);
  expect(gone).toEqual(["second"]);
  first.release();
  first.release();
  expect(room.bytes).toBe(0);
  expect(enter(room, "third", gone).grow(100)).toBe(true);
});

test("a body that alone is larger than all the room is given up itself", () => {
  const room = new BodyBufferPool(100);
  const gone: string[] = [];
  expect(enter(room, "large", gone).grow(101)).toBe(false);
  expect(gone).toEqual(["large"]);
  expect(room.bytes).toBe(0);
});
