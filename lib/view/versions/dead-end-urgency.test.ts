import { expect, test } from "vitest";
import type { NextUpdate } from "#lib/forecast/next-update.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { deadEndUrgency, missingMinorKey } from "./dead-end-urgency.ts";
import type { VersionRow } from "./version-rows.ts";

const nowAt = Date.parse("2026-11-24T12:00:00Z");
const deadEnd = { kind: "dead-end" } as const;
const nextIn = (days: number | undefined): NextUpdate => ({
  auto: { kind: "stays" },
  forced: { at: days === undefined ? undefined : nowAt + days * dayMs, target: deadEnd },
});

const parsed = parseVersion("1.33.13");
const row: VersionRow = {
  id: "gcp 0 1.33.13",
  profile: "gcp",
  text: "1.33.13",
  version: parsed.ok ? parsed.value : undefined,
  stage: "supported",
  life: [],
  expiresAt: undefined,
  unreadableDate: false,
  clusters: 1,
  clustersOfChildren: 0,
  pools: 1,
  image: undefined,
  strategy: "",
  overrides: [],
  ownOfProject: false,
  next: () => nextIn(undefined),
};
const time = { nowAt };
const none = { missing: new Set<string>(), time };
const gap = { missing: new Set([missingMinorKey("gcp", 1, 34)]), time };

test.each([
  ["it holds already", undefined, none, "now"],
  ["it comes within 90 days", 90, none, "soon"],
  ["it comes within 180 days", 180, none, "ahead"],
  ["a release will move it before it comes", 181, none, "open"],
  ["the profile lacks the next minor, however far away", 400, gap, "ahead"],
])("a dead end is as loud as its distance and its cause: %s", (_name, days, place, urgency) => {
  expect(deadEndUrgency(nextIn(days), row, place)).toBe(urgency);
});

test("what has somewhere to go is no dead end", () => {
  const goes: NextUpdate = {
    auto: { kind: "stays" },
    forced: { at: nowAt, target: { kind: "to", version: "1.34.1" } },
  };
  expect(deadEndUrgency(goes, row, none)).toBeUndefined();
});
