import { expect, test } from "vitest";
import { bulkOffers, countBulkCandidates } from "./bulk-offers.ts";
import { idleFleetRow } from "./bulk-run.fixture.ts";

const about = (subject: string) => {
  const lastOperation = { type: "Reconcile", state: subject === "retrying" ? "Error" : "Failed" };
  return idleFleetRow(subject, {
    next: { subject, turn: subject === "about-to-retry" ? "Gardener" : "Operator" },
    lastOperation,
  });
};
const offer = (wanted: string) => bulkOffers.filter(({ key }) => key === wanted);

test.each([
  ["ignored", "1 held back (Ignored)"],
  ["seed-stopped", "1 held back (Seed stopped)"],
  ["seed-silent", "1 held back (Seed silent)"],
  ["seed-not-ready", "1 held back (Seed not ready)"],
  ["leaving-seed", "1 held back (Leaving its Seed)"],
  ["migrating", "1 moving to another Seed"],
])("a cluster that is %s takes part in nothing, and that is said", (subject, others) => {
  for (const each of bulkOffers.filter(({ key }) => key !== "extend-lifetime")) {
    expect([
      each.key,
      countBulkCandidates(each, [{ ...about(subject), hibernationEnabled: each.key === "wake-up" }]),
    ]).toEqual([each.key, { fit: 0, others }]);
  }
});

test("a cluster that is being deleted can only be reconciled", () => {
  const row = idleFleetRow("gone", { deletionRequestedAt: "2026-11-27T05:00:00Z", hibernationEnabled: true });
  expect(bulkOffers.filter(({ unfit }) => unfit(row) === undefined).map(({ key }) => key)).toEqual(["reconcile"]);
});

test("a lifetime is extended wherever one ends, held back or not", () => {
  const ending = { ...about("ignored"), endsAt: "2026-11-28T02:00:00Z" };
  for (const each of offer("extend-lifetime")) {
    expect(countBulkCandidates(each, [ending, about("ignored")])).toEqual({ fit: 1, others: "1 without an end" });
    expect(countBulkCandidates(each, [{ ...ending, deletionRequestedAt: "2026-11-27T05:00:00Z" }]).fit).toBe(0);
  }
  expect(offer("extend-lifetime")).toHaveLength(1);
});

test.each([
  ["failed", 1, ""],
  ["about-to-retry", 0, "1 about to be tried again"],
  ["retrying", 0, "1 the last operation has not failed"],
])("a retry for a cluster that is %s", (subject, fit, others) => {
  for (const each of offer("retry")) expect(countBulkCandidates(each, [about(subject)])).toEqual({ fit, others });
});
