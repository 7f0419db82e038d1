import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { annotations } from "../operations/annotations.ts";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import { checkLifetime, findShortestQuotaLifetime, latestAllowedExpirationAt, readLifetime } from "./lifetime.ts";
import { findLifetimeRejection } from "./lifetime-rejection.ts";

const nowMs = Date.UTC(2026, 10, 27, 12);
const createdAt = nowMs - 3 * dayMs;

function shootThatEnds(end: string | undefined, parts: Parameters<typeof operationShootWith>[0] = {}) {
  const metadata = {
    creationTimestamp: new Date(createdAt).toISOString(),
    ...parts.metadata,
    annotations: end === undefined ? {} : { [annotations.expiration]: end },
  };
  return operationShootWith({ ...parts, metadata: { name: "trial", ...metadata } });
}

function quota(days?: number) {
  return { metadata: { name: `days-${days}` }, spec: days === undefined ? {} : { clusterLifetimeDays: days } };
}

const end = "2026-11-28T09:00:00Z";
const endsAt = Date.parse(end);

describe("what a Shoot alone says about its end", () => {
  test("Gardener deletes it at the annotated instant or up to an hour later", () => {
    const ends = { state: "ends", endsAt, deletedUntilAt: endsAt + hourMs };
    expect(readLifetime(shootThatEnds(end))).toEqual(ends);
  });

  test("a Shoot that sleeps, or has failed, ends as any other", () => {
    const asleep = shootThatEnds(end, {
      spec: { hibernation: { enabled: true } },
      status: { hibernated: true, lastOperation: { type: "Reconcile", state: "Failed" } },
    });
    expect(readLifetime(asleep)).toMatchObject({ state: "ends" });
    expect(findLifetimeRejection(asleep)).toBeUndefined();
  });

  test("while it moves to another Seed, the garden refuses the deletion", () => {
    const moving = shootThatEnds(end, { status: { lastOperation: { type: "Migrate", state: "Processing" } } });
    expect(readLifetime(moving)).toMatchObject({ state: "ends" });
    expect(findLifetimeRejection(moving)).toEqual({ id: "migration-or-restore" });
  });

  test.each(["tomorrow", "2026-02-30T00:00:00Z", ""])("an end that nobody can read (%j) never comes", (text) => {
    expect(readLifetime(shootThatEnds(text))).toEqual({ state: "unreadable", text });
  });

  test("no annotation, no binding that has quotas, or a deletion that has begun say nothing", () => {
    const unbound = { credentialsBindingName: null, secretBindingName: null };
    const deletionTimestamp = "2026-11-27T11:00:00Z";
    for (const shoot of [
      shootThatEnds(undefined),
      shootThatEnds(end, { spec: unbound }),
      shootThatEnds(end, { metadata: { name: "trial", deletionTimestamp } }),
    ]) {
      expect(readLifetime(shoot)).toEqual({ state: "none" });
    }
  });
});

describe("a look at the lifetime", () => {
  test("deletes after the end, not at it", () => {
    expect(checkLifetime(shootThatEnds(end), [quota(7)], endsAt)).toMatchObject({ outcome: "lives" });
    expect(checkLifetime(shootThatEnds(end), [quota(7)], endsAt + 1)).toMatchObject({ outcome: "deletes" });
  });

  test("does nothing while a quota or the binding cannot be found", () => {
    const missing = { outcome: "fails", cause: "quota-missing" };
    expect(checkLifetime(shootThatEnds(end), [quota(7), undefined], endsAt + 1)).toEqual(missing);
    expect(checkLifetime(shootThatEnds(end), undefined, endsAt + 1)).toEqual(missing);
  });
});

test("an owner may move the end to the shortest lifetime from now", () => {
  const shortest = findShortestQuotaLifetime([quota(), quota(30), quota(7)]);
  expect(shortest).toEqual({ quota: "days-7", days: 7 });
  expect(latestAllowedExpirationAt(7, nowMs)).toBe(nowMs + 7 * dayMs);
  expect(findShortestQuotaLifetime([quota()])).toBeUndefined();
});
