import { expect, test } from "vitest";
import { KeyedConcurrencyLimit } from "./keyed-concurrency-limit.ts";

test("tasks of one key wait for each other and not for those of another, and no key outlives its tasks", async () => {
  const limit = new KeyedConcurrencyLimit(1);
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (name: string) => () => {
    begun.push(name);
    return gate.promise;
  };
  const leave = new AbortController();
  const first = limit.run("a", work("a1"));
  const second = limit.run("a", work("a2"));
  const third = limit.run("a", work("a3"), leave.signal);
  const other = limit.run("b", work("b1"));
  leave.abort(new Error("gone"));
  await expect(third).rejects.toThrow("gone");
  expect(begun).toEqual(["a1", "b1"]);
  expect(limit.size).toBe(2);
  gate.resolve();
  await Promise.all([first, second, other]);
  expect(begun).toEqual(["a1", "b1", "a2"]);
  expect(limit.size).toBe(0);
});

test("a task that fails gives its slot to the next one", async () => {
  const limit = new KeyedConcurrencyLimit(1);
  const failing = limit.run("a", () => Promise.reject(new Error("failed")));
  const next = limit.run("a", async () => "done");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
  expect(limit.size).toBe(0);
});
