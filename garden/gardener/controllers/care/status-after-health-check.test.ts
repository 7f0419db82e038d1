import { describe, expect, it } from "vitest";
import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { conditionOverridesAnnotation } from "../client/injected-failures.ts";
import { statusAfterHealthCheck } from "./status-after-health-check.ts";

const nowMs = Date.parse("2026-08-10T09:30:00Z");
const node = (status: string, reason = "EveryNodeReady"): Condition => ({ type: "EveryNodeReady", status, reason });

interface Case {
  readonly conditions?: ShootStatus["conditions"];
  readonly hold?: string;
  readonly asleep?: boolean;
  readonly operation?: ShootStatus["lastOperation"];
}

function shoot({ conditions, hold, asleep = false, operation }: Case): Shoot {
  return {
    metadata: {
      name: "a",
      namespace: "garden-a",
      ...(hold ? { annotations: { [conditionOverridesAnnotation]: hold } } : {}),
    },
    spec: {
      kubernetes: { version: "1.34.9" },
      provider: { type: "aws", workers: [{ name: "p", machine: { type: "m5.large" } }] },
      hibernation: { enabled: asleep },
    },
    status: {
      uid: "1",
      constraints: [],
      lastOperation: operation ?? { type: "Reconcile", state: "Succeeded" },
      ...(conditions === undefined ? {} : { conditions }),
    },
  };
}

describe("the care controller", () => {
  it.each<[string, Case, string | undefined]>([
    ["confirms an open condition", { conditions: [node("Progressing")] }, "True EveryNodeReady"],
    ["finds nothing new in a good one", { conditions: [node("True")] }, undefined],
    [
      "heals a failing one whose cause is gone",
      { conditions: [node("False", "NodeUnhealthy")] },
      "True EveryNodeReady",
    ],
    [
      "keeps a failing one whose cause persists",
      { conditions: [node("False", "NodeUnhealthy")], hold: "EveryNodeReady:False" },
      undefined,
    ],
    [
      "reports the cause again after a flow",
      { conditions: [node("Progressing", "NodeUnhealthy")], hold: "EveryNodeReady:Unknown" },
      "Unknown NodeUnhealthy",
    ],
    ["checks nothing while asleep", { conditions: [node("True")], asleep: true }, "True ConditionNotChecked"],
    ["checks again after waking", { conditions: [node("True", "ConditionNotChecked")] }, "True EveryNodeReady"],
    [
      "leaves a condition it does not know",
      { conditions: [{ type: "QuantumEntropyAvailable", status: "Degraded" }] },
      undefined,
    ],
    ["leaves nulls", { conditions: [null] }, undefined],
    ["leaves a list that is null", { conditions: null }, undefined],
  ])("%s", (_rule, given, expected) => {
    const [entry] = statusAfterHealthCheck(shoot(given), nowMs)?.conditions ?? [];
    expect(entry ? `${entry.status} ${entry.reason}` : undefined).toBe(expected);
  });

  it("gives a new Shoot its conditions, unknown until the first flow has succeeded", () => {
    const creating = shoot({ operation: { type: "Create", state: "Processing" } });
    const first = statusAfterHealthCheck(creating, nowMs);
    expect(first?.conditions?.map((condition) => condition?.status)).toEqual(Array(5).fill("Unknown"));
    expect(statusAfterHealthCheck({ ...creating, status: { ...creating.status, ...first } }, nowMs)).toBeUndefined();
    const created = { ...first, lastOperation: { type: "Create", state: "Succeeded" } };
    const second = statusAfterHealthCheck({ ...creating, status: created }, nowMs);
    expect(second?.conditions?.map((condition) => condition?.status)).toEqual(Array(5).fill("True"));
  });

  it("does not look at a Shoot in deletion", () => {
    const { metadata, ...rest } = shoot({ conditions: [node("Progressing")] });
    const deleting = { ...rest, metadata: { ...metadata, deletionTimestamp: "2026-08-10T09:00:00Z" } };
    expect(statusAfterHealthCheck(deleting, nowMs)).toBeUndefined();
  });
});
