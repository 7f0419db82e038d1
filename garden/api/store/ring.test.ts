import { expect, test } from "vitest";
import { type CollectionChange, createRecentChanges } from "./ring.ts";

function event(version: number): CollectionChange {
  return { type: "MODIFIED", object: { metadata: { name: `v${version}` } }, previous: undefined, version };
}

const versions = (events: readonly CollectionChange[] | undefined) => events?.map(({ version }) => version);

test("a follower that writes does not get ahead of the others: everybody sees the changes in their order", () => {
  const ring = createRecentChanges(() => 0, 1);
  const seen: string[] = [];
  ring.follow(({ version }) => {
    seen.push(`first ${version}`);
    if (version < 4) ring.push(event(version + 1));
  });
  ring.follow(({ version }) => seen.push(`second ${version}`));
  ring.push(event(2));
  expect(seen).toEqual(["first 2", "second 2", "first 3", "second 3", "first 4", "second 4"]);
});

test("who follows from within a change is told of later ones only", () => {
  const ring = createRecentChanges(() => 0, 1);
  const late: number[] = [];
  let following = false;
  ring.follow(({ version }) => {
    if (following) return;
    following = true;
    ring.push(event(version + 1));
    ring.follow((change) => late.push(change.version));
  });
  ring.push(event(2));
  expect(late).toEqual([]);
  ring.push(event(4));
  expect(late).toEqual([4]);
});

test("changes after a version are replayed, and a forgotten version is not", () => {
  const ring = createRecentChanges(() => 0, 10);
  for (const version of [11, 14, 15]) ring.push(event(version));
  expect(versions(ring.since(10))).toEqual([11, 14, 15]);
  expect(versions(ring.since(12))).toEqual([14, 15]);
  expect(versions(ring.since(15))).toEqual([]);
  expect(ring.since(9)).toBeUndefined();
  ring.forgetBefore(15);
  expect(ring.since(14)).toBeUndefined();
  expect(versions(ring.since(15))).toEqual([]);
});

test("at least five minutes and at least 10,000 changes are kept", () => {
  let now = 0;
  const ring = createRecentChanges(() => now, 0);
  for (let version = 1; version <= 30_000; version += 1) ring.push(event(version));
  expect(ring.since(0)).toHaveLength(30_000);
  now = 5 * 60_000 + 1;
  ring.push(event(30_001));
  expect(ring.since(0)).toBeUndefined();
  expect(ring.since(20_001)).toHaveLength(10_000);
});
