import { expect, test } from "vitest";
import { createFakeClock } from "#server/watch/testing/fake-clock.ts";
import { OwnerConcurrencyLimit } from "./owner-concurrency-limit.ts";

/** Slots, and tasks that end when the test says so. */
function slots({ most = 4, mostEach = 2, mostSlow = 3 } = {}) {
  const clock = createFakeClock();
  const fair = new OwnerConcurrencyLimit({ clock, most, mostEach, mostSlow });
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    clock,
    running,
    begin(owner: string, name: string) {
      const end = Promise.withResolvers<void>();
      ends.set(name, () => end.resolve());
      void fair.run(owner, async () => {
        running.push(name);
        await end.promise;
        running.splice(running.indexOf(name), 1);
      });
    },
    async end(...names: string[]) {
      for (const name of names) ends.get(name)?.();
      await clock.settle();
    },
  };
}

test("no owner has more than a few, and what waits of one holds up no other", async () => {
  const { begin, running, clock } = slots();
  for (const name of ["a1", "a2", "a3", "a4"]) begin("a", name);
  begin("b", "b1");
  await clock.settle();
  expect(running).toEqual(["a1", "a2", "b1"]);
});

test("next is whoever runs least, and of those who has held slots for the shortest time lately", async () => {
  const { begin, end, running, clock } = slots({ most: 1 });
  begin("a", "a1");
  begin("a", "a2");
  begin("b", "b1");
  await clock.advance(3_000);
  await end("a1");
  expect(running).toEqual(["b1"]);
  begin("c", "c1");
  await clock.advance(1_000);
  await end("b1");
  expect(running).toEqual(["c1"]);
});

test("those whose work took long leave slots to those whose work did not, and are equal again in time", async () => {
  const { begin, end, running, clock } = slots();
  for (const owner of ["a", "b"]) for (const number of [1, 2]) begin(owner, `${owner}${number}`);
  await clock.advance(9_000);
  await end("a1", "a2", "b1", "b2");
  for (const owner of ["a", "b"]) for (const number of [3, 4]) begin(owner, `${owner}${number}`);
  await clock.settle();
  expect(running).toHaveLength(3);
  begin("c", "c1");
  await clock.settle();
  expect(running).toContain("c1");
  await end(...running);
  await end(...running);
  await clock.advance(5 * 60_000);
  for (const owner of ["a", "b"]) for (const number of [5, 6]) begin(owner, `${owner}${number}`);
  await clock.settle();
  expect(running).toHaveLength(4);
});

test("work that fails gives its slot back", async () => {
  const clock = createFakeClock();
  const fair = new OwnerConcurrencyLimit({ clock, most: 1, mostEach: 1, mostSlow: 1 });
  await expect(fair.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await fair.run("a", async () => "yes")).toBe("yes");
});
