import { describe, expect, test } from "vitest";
import type { LastVisitChange, LastVisitEntry } from "#lib/contract/last-visit.ts";
import { utcClock } from "#lib/words/clock.ts";
import {
  addressOfVisitEntry,
  describeLastVisitChange,
  formatComparisonTime,
  lastVisitSubjectLabel,
} from "./last-visit-descriptions.ts";

const input = { now: Date.parse("2026-11-25T15:00:00Z"), clock: utcClock };
const prod = { project: "pay", name: "prod-eu1" };
const lineOf = (change: LastVisitChange, clusters = 1): LastVisitEntry => ({
  key: "k:1",
  change,
  clusters,
  named: [prod],
});

const sentences: readonly (readonly [LastVisitChange, number, string])[] = [
  [
    { kind: "unhealthy", conditions: ["EveryNodeReady"], at: "2026-11-25T14:02:00Z" },
    1,
    "Became unhealthy: nodes · since 14:02",
  ],
  [
    { kind: "unhealthy", conditions: ["EveryNodeReady"], at: "2026-11-24T14:02:00Z" },
    3,
    "Became unhealthy: nodes · the first since Tue 24 Nov, 14:02",
  ],
  [
    {
      kind: "end",
      version: "1.34.5",
      was: "2027-02-21T23:59:59Z",
      is: "2027-01-12T23:59:59Z",
      cause: { kind: "profile", name: "aws", own: false },
    },
    214,
    "Kubernetes 1.34.5 now ends 40 days earlier: 12 Jan 2027 · CloudProfile aws was changed",
  ],
  [
    {
      kind: "end",
      image: "gardenlinux",
      version: "1592.3.0",
      was: "2027-02-21T00:00:00Z",
      cause: { kind: "profile", name: "own", own: true },
    },
    1,
    "gardenlinux 1592.3.0 has no end any more · NamespacedCloudProfile own, or the CloudProfile that it extends, was changed",
  ],
  [
    { kind: "version", from: "1.33.4", to: "1.33.6", cause: { kind: "maintenance", at: "2026-11-25T01:12:00Z" } },
    1,
    "Updated: Kubernetes 1.33.4 to 1.33.6 · by maintenance, 01:12",
  ],
  [
    { kind: "version", from: "1.33.4", to: "1.33.6" },
    1,
    "Updated: Kubernetes 1.33.4 to 1.33.6 · Who did it is not known.",
  ],
  [
    { kind: "stuck", code: "no-next-minor", missing: "1.34.x", profile: "gcp", at: "2027-01-16T00:00:00Z" },
    2,
    "New dead end: 1.34 missing in gcp · the first from 16 Jan 2027",
  ],
  [
    { kind: "forced", is: { hop: "minor", to: "1.34.1", at: "2026-12-14T10:00:00Z" } },
    1,
    "Forced change: Kubernetes 1.34.1 on 14 Dec 2026 · before: nothing was forced",
  ],
  [
    { kind: "failed", type: "Reconcile", state: "Failed", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] },
    1,
    "Reconcile failed · A quota of the cloud account is exceeded",
  ],
  [
    { kind: "rotation", family: "certificateAuthorities", step: "waits" },
    1,
    "A rotation waits for its owner: certificate authorities",
  ],
  [{ kind: "number", of: "unhealthy", was: 140, is: 1_158 }, 1_158, "Unhealthy clusters: 1,158, before: 140"],
];

test.each(sentences)("%j of %i clusters", (change, clusters, expected) => {
  const { what, detail } = describeLastVisitChange(lineOf(change, clusters), input);
  expect([what, detail].filter((part) => part !== "").join(" · ")).toBe(expected);
});

describe("a line leads", () => {
  test.each([
    ["to the one cluster", lineOf({ kind: "recovered" }), "/clusters/pay/prod-eu1", "pay/prod-eu1"],
    ["to the list of exactly these", lineOf({ kind: "recovered" }, 2), "/clusters?since=k%3A1", "2 clusters"],
    ["nowhere where they are gone", lineOf({ kind: "gone" }, 2), undefined, "2 clusters"],
    [
      "to the list behind a number",
      lineOf({ kind: "number", of: "stuck", was: 1, is: 2 }, 2),
      "/clusters?deadend=stuck",
      "Show",
    ],
  ])("%s", (_where, line, address, subject) => {
    expect([addressOfVisitEntry(line), lastVisitSubjectLabel(line)]).toEqual([address, subject]);
  });
});

test("the point of comparison is said with its day", () => {
  expect(formatComparisonTime("2026-11-24T09:12:00Z", utcClock)).toBe("Tue 24 Nov, 09:12");
});
