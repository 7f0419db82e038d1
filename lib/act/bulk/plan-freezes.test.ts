import { describe, expect, test } from "vitest";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { utcClock } from "#lib/words/clock.ts";
import { allowedPreview } from "../preview/act-preview.fixture.ts";
import { reconcileAct, sampleBulkCluster, samplePreviewDigest } from "./bulk-run.fixture.ts";
import type { PreviewDigest } from "./bulk-run.ts";
import { planFreezesOf } from "./plan-freezes.ts";
import { previewDigestOf } from "./preview-digest.ts";

const standing = { health: "healthy", purpose: undefined, failed: false } as const;
const plannedIn = (project: string, name: string, begins: PreviewDigest["begins"]) => ({
  cluster: { ...sampleBulkCluster(name), project, name },
  act: reconcileAct,
  digest: samplePreviewDigest(name, begins && { begins }),
  standing,
});
const direct = { clock: utcClock, inStages: false };
const now = { at: "now", checkedAt: "2026-12-20T12:00:00Z" } as const;
const freeze = {
  id: "a",
  name: "Year end",
  by: "o",
  at: "",
  from: "2026-12-18T00:00:00Z",
  until: "2027-01-04T00:00:00Z",
};
const freezes: Freezes = {
  projects: [
    { project: "pay", freezes: [freeze], unshown: 0 },
    { project: "shop", freezes: [], unshown: 0, unavailable: "The freezes of shop are not read." },
  ],
  forbidden: ["secret"],
  beyond: 0,
};

describe("a plan", () => {
  test("names each freeze once, with the clusters that change in it, and what could not be read", () => {
    const eligible = [
      plannedIn("pay", "a", now),
      plannedIn("pay", "b", {
        ...now,
        at: "maintenance-window",
        window: { from: "2027-02-01T00:00:00Z", to: "2027-02-01T01:00:00Z" },
      }),
      plannedIn("pay", "c", now),
      plannedIn("pay", "harmless", undefined),
      plannedIn("shop", "d", now),
      plannedIn("secret", "e", now),
      plannedIn("calm", "f", now),
    ];
    expect(planFreezesOf({ eligible }, freezes, direct)).toEqual([
      { sentence: expect.stringMatching(/^Inside the freeze Year end of the project pay /), clusters: ["a", "c"] },
      { sentence: "The freezes of shop are not read.", clusters: ["d"] },
      { sentence: "You are not allowed to read the freezes of secret.", clusters: ["e"] },
    ]);
  });

  test("says that freezes were not read only of clusters whose project can be among those", () => {
    const eligible = ["pay", "shop", "secret", "calm"].map((project) => plannedIn(project, `of-${project}`, now));
    const unread = { ...freezes, beyond: 3 };
    expect(planFreezesOf({ eligible }, unread, direct).filter(({ sentence }) => /not read\.$/.test(sentence))).toEqual([
      { sentence: "The freezes of shop are not read.", clusters: ["of-shop"] },
      { sentence: "The freezes of 3 more projects were not read.", clusters: ["of-calm"] },
    ]);
  });

  test("in stages can fall into each freeze that has not ended, as nobody knows when a stage begins", () => {
    const eligible = [
      plannedIn("pay", "a", { ...now, checkedAt: "2026-11-17T12:00:00Z" }),
      plannedIn("pay", "b", now),
      plannedIn("pay", "late", { ...now, checkedAt: "2027-01-04T00:00:00Z" }),
      plannedIn("pay", "harmless", undefined),
    ];
    expect(planFreezesOf({ eligible }, freezes, { ...direct, inStages: true })).toEqual([
      {
        sentence: expect.stringMatching(/^This can fall into the freeze Year end of the project pay /),
        clusters: ["a", "b"],
      },
    ]);
  });

  test("says nothing before a freeze begins", () => {
    const eligible = [plannedIn("pay", "a", { ...now, checkedAt: "2026-12-17T12:00:00Z" })];
    expect(planFreezesOf({ eligible }, freezes, direct)).toEqual([]);
  });
});

test("a digest says when an action begins only if a freeze is meant to keep it away", () => {
  const changes = [{ path: "spec.kubernetes.version", before: "1.33.4", after: "1.34.1", by: "request" as const }];
  const versioned = previewDigestOf(allowedPreview({ changes }), reconcileAct);
  expect(versioned.begins).toMatchObject({ at: "now" });
  expect(previewDigestOf(allowedPreview({}), reconcileAct)).not.toHaveProperty("begins");
});
