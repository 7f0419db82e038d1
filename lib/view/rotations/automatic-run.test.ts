import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import etcdHibernated from "#lib/testing/reports/etcd-hibernated.json" with { type: "json" };
import etcdWaking from "#lib/testing/reports/etcd-waking.json" with { type: "json" };
import { credentialRows } from "./credential-rows.ts";

const nowMs = Date.parse("2026-11-27T06:00:00Z");

function automaticOf({ shoots: [shoot] }: { readonly shoots: readonly Shoot[] }, more: Partial<Shoot["status"]> = {}) {
  if (shoot === undefined) throw new Error("no Shoot");
  const stored = { ...shoot, status: { ...shoot.status, ...more } };
  return credentialRows(stored, { nowMs, rules: newestRules }).find(({ id }) => id === "etcdEncryptionKey")?.automatic;
}

test("a rotation of etcd that is due has no date while the cluster sleeps", () => {
  expect(automaticOf(etcdHibernated)).toEqual({ kind: "due", because: "asleep" });
});

test("a rotation of etcd that is due has no date while the cluster wakes up", () => {
  expect(automaticOf(etcdWaking)).toEqual({ kind: "due", because: "waking-up" });
});

test("a rotation that is due has no date while the last operation is Failed", () => {
  const failed = { hibernated: false, lastOperation: { type: "Reconcile", state: "Failed" } };
  expect(automaticOf(etcdWaking, failed)).toEqual({ kind: "due", because: "failed" });
});

test("a rotation that is due comes in the next window of a cluster that is awake", () => {
  expect(automaticOf(etcdWaking, { hibernated: false })).toMatchObject({
    kind: "at",
    beginAt: Date.parse("2026-11-27T21:00:00Z"),
  });
});
