import { expect, test } from "vitest";
import { comparePath, findCompareBlocker, parseCompareQuery } from "./compare-address.ts";

const parsed = (text: string) => parseCompareQuery(new URLSearchParams(text));

test("the address names clusters and earlier states, each once", () => {
  expect(parsed("c=pay/ledger&c=pay/ledger@12-5f0c3a1b&c=pay/ledger&all=1")).toEqual({
    refs: [
      { project: "pay", name: "ledger" },
      { project: "pay", name: "ledger", spec: "12-5f0c3a1b" },
    ],
    faults: [],
    all: true,
  });
});

test("what is no cluster and what is too much is said, and hides nothing else", () => {
  const { refs, faults } = parsed("c=a/1&c=%2F%2F&c=a/2&c=a/3&c=a/4&c=a/5&c=a/6");
  expect(refs.map(({ name }) => name)).toEqual(["1", "2", "3", "4"]);
  expect(faults).toEqual([
    "“//” is not a cluster: write project/name.",
    "At most 4 can be compared: 2 more in the address left out.",
  ]);
  expect(parsed(`c=${"x".repeat(100_000)}`).faults[0]?.length).toBeLessThan(200);
  expect(parsed(`c=a/b@${"9".repeat(40)}-5f0c3a1b`).refs).toEqual([]);
});

test("another choice keeps the clock", () => {
  const from = new URLSearchParams("c=pay/a&tz=utc&all=1");
  expect(comparePath([{ project: "pay", name: "b", spec: "3-5f0c3a1b" }], from)).toBe(
    "/compare?c=pay/b@3-5f0c3a1b&tz=utc&all=1",
  );
  expect(comparePath([])).toBe("/compare");
});

test("two to four clusters can be compared, and it is said why others cannot", () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => ({ uid: String(at) }));
  expect([1, 2, 4, 5].map((count) => findCompareBlocker(some(count)))).toEqual([
    "Select two to four clusters to compare them.",
    undefined,
    undefined,
    "Select at most 4 clusters to compare them side by side.",
  ]);
});
