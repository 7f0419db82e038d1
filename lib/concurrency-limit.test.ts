import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

/** A task that ends when the test says so. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { promise, finish: () => resolve("done") };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("no more than the limit run at once, the others in their order", async () => {
  const limit = new ConcurrencyLimit(2);
  const started: number[] = [];
  const works = Array.from({ length: 4 }, work);
  const ends = works.map(({ promise }, index) =>
    limit.run(() => {
      started.push(index);
      return promise;
    }),
  );
  await settled();
  expect(started).toEqual([0, 1]);
  works[1]?.finish();
  await ends[1];
  await settled();
  expect(started).toEqual([0, 1, 2]);
  for (const each of works) each.finish();
  expect(await Promise.all(ends)).toEqual(["done", "done", "done", "done"]);
});

test("work that fails makes room like any other", async () => {
  const limit = new ConcurrencyLimit(1);
  await expect(limit.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limit.run(async () => "next")).toBe("next");
});

test("who gives up while waiting leaves the queue, and the next has its turn", async () => {
  const limit = new ConcurrencyLimit(1);
  const first = work();
  const running = limit.run(() => first.promise);
  const leaving = new AbortController();
  const left = limit.run(async () => "never", leaving.signal);
  const waiting = limit.run(async () => "last");
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  first.finish();
  await running;
  expect(await waiting).toBe("last");
});
