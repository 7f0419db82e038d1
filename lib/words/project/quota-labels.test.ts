import { expect, test } from "vitest";
import { cutOfQuotaClusters } from "./quota-labels.ts";

test("clusters of a Quota are the first by name unless those that cannot be counted come before", () => {
  const uncountable = { lacks: "machine-type" as const, pool: "pool", machineType: "gone" };
  expect(cutOfQuotaClusters([{}, {}], 250)).toEqual({ listed: 2, total: 250, isByName: true });
  expect(cutOfQuotaClusters([{ uncountable }, {}], 250)).toEqual({ listed: 2, total: 250, isByName: false });
});
