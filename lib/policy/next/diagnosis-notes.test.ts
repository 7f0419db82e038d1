import { describe, expect, test } from "vitest";
import {
  confinedRolloutSpec,
  type DiagnosisCase,
  diagnosisOfCase,
  failedLastOperation,
  ignoreAnnotation,
  managedFieldsWithSpecWrite,
} from "./diagnosis-case.fixture.ts";

describe("what has to be known besides", () => {
  test.each<readonly [rule: string, of: DiagnosisCase, notes: readonly string[]]>([
    [
      "the annotation may hold back outside the namespace garden",
      { metadata: { annotations: ignoreAnnotation } },
      ["perhaps-ignored"],
    ],
    [
      "a lifetime that ends later is a note",
      {
        metadata: { annotations: { "shoot.gardener.cloud/expiration-timestamp": "2027-01-28T06:00:00Z" } },
        spec: { credentialsBindingName: "a" },
      },
      ["lifetime-ends"],
    ],
    [
      "schedules of a failed Shoot are skipped",
      {
        spec: { hibernation: { schedules: [{ start: "0 20 * * *" }] } },
        status: { lastOperation: failedLastOperation },
      },
      ["schedules-skipped"],
    ],
    [
      "one unreadable expression stops all schedules",
      { spec: { hibernation: { schedules: [{ start: "0 20 * * *" }, { start: "nonsense" }] } } },
      ["schedules-unreadable"],
    ],
    [
      "an expression that never comes stops all schedules",
      { spec: { hibernation: { schedules: [{ start: "0 0 30 2 *" }] } } },
      ["schedule-never-comes"],
    ],
    [
      "what the sentence says is no note",
      { metadata: managedFieldsWithSpecWrite("2026-11-27T05:00:00Z"), spec: confinedRolloutSpec },
      [],
    ],
  ])("%s: it is said besides", (_rule, of, notes) => {
    expect(diagnosisOfCase(of).notes.map(({ id }) => id)).toEqual(notes);
  });
});

test.each([
  ["2026-11-27T05:00:00Z", "migrating"],
  ["2026-11-28T06:00:00Z", "lifetime-ends"],
])(
  "a lifetime that ended at %s while the control plane moves: the garden refuses the deletion until the move is over",
  (end, subject) => {
    const truth = diagnosisOfCase({
      metadata: { annotations: { "shoot.gardener.cloud/expiration-timestamp": end } },
      spec: { credentialsBindingName: "a", seedName: "seed-a" },
      status: { lastOperation: { type: "Migrate", state: "Processing", lastUpdateTime: "2026-11-27T05:51:00Z" } },
    });
    expect(truth.subject.id).toBe(subject);
  },
);
