import { expect, test } from "vitest";
import { parseFleetQuery } from "./fleet-query.ts";
import { createQueryStabilizer } from "./query-stabilizer.ts";

const query = (text: string) => parseFleetQuery(new URLSearchParams(text));
const view = "project=shop&sort=-health&cols=health,k8s&page=2&odd=1";

test("a query that says the same is the same object", () => {
  const keep = createQueryStabilizer();
  const first = keep(query(`q=led&${view}`));
  expect(first).toEqual(query(`q=led&${view}`));
  expect(keep(query(`q=led&${view}`))).toBe(first);
});

test("what is typed leaves all that stands beside it as it is", () => {
  const keep = createQueryStabilizer();
  const first = keep(query(`q=led&${view}`));
  const next = keep(query(`q=ledger&${view}`));
  expect(next).toEqual(query(`q=ledger&${view}`));
  for (const part of ["filters", "sort", "columns", "tables", "unknown"] as const) expect(next[part]).toBe(first[part]);
});

test.each([
  ["filters", "project=docs&sort=-health&cols=health,k8s&page=2&odd=1"],
  ["filters", "project=-shop&sort=-health&cols=health,k8s&page=2&odd=1"],
  ["sort", "project=shop&sort=health&cols=health,k8s&page=2&odd=1"],
  ["columns", "project=shop&sort=-health&cols=health&page=2&odd=1"],
  ["columns", "project=shop&sort=-health&page=2&odd=1"],
  ["tables", "project=shop&sort=-health&cols=health,k8s&odd=1"],
  ["group", "project=shop&sort=-health&cols=health,k8s&page=2&odd=1&group=seed"],
  ["unknown", "project=shop&sort=-health&cols=health,k8s&page=2&odd=2"],
] as const)("another part counts: %s in %s", (_part, text) => {
  const keep = createQueryStabilizer();
  keep(query(view));
  expect(keep(query(text))).toEqual(query(text));
});

test.each(["tz=utc", "pin=1", "since=recovered", "panel=pay/prod", "wall=60"])("what is no list counts: %s", (text) => {
  const keep = createQueryStabilizer();
  expect(keep(query(text))).toEqual(query(text));
  expect(keep(query(""))).toEqual(query(""));
});
