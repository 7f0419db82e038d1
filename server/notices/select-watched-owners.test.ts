import { expect, test } from "vitest";
import { maxWatchedOwners, selectWatchedOwners } from "./select-watched-owners.ts";

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `person-${String(index).padStart(5, "0")}`);
const accounts = (project: string, count: number) =>
  Array.from({ length: count }, (_, index) => `system:serviceaccount:garden-${project}:a${index}`);

test("as long as there is room everybody is watched for", () => {
  const all = [...people(maxWatchedOwners - 1_000), ...accounts("x", 1_000)];
  expect(selectWatchedOwners(all, 7).size).toBe(maxWatchedOwners);
});

test("whoever makes accounts without end in one project pushes nobody out but their own", () => {
  const others = [...people(200), ...accounts("other", 30)];
  const watched = selectWatchedOwners([...accounts("flood", 10_000), ...others], 0, 1_000);
  expect(watched.size).toBe(1_000);
  expect(others.filter((each) => !watched.has(each))).toEqual([]);
});

test("of more people than there is room for each has their turn, whatever they are called", () => {
  const all = people(250);
  const turns = [0, 1, 2].map((turn) => selectWatchedOwners(all, turn, 100));
  expect(turns.map(({ size }) => size)).toEqual([100, 100, 100]);
  expect(all.filter((each) => !turns.some((turn) => turn.has(each)))).toEqual([]);
});

test("of the accounts of one project each has a turn, too", () => {
  const all = accounts("x", 120);
  const seen = new Set<string>();
  for (let turn = 0; turn < 12; turn += 1) for (const each of selectWatchedOwners(all, turn, 20, 10)) seen.add(each);
  expect(seen.size).toBe(120);
});
