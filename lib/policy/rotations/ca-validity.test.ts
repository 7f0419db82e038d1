import { describe, expect, test } from "vitest";
import type { Shoot, TwoPhaseRotation } from "#lib/garden/shoot.ts";
import { caValidUntilMs } from "./ca-validity.ts";

function shootWith(rotation?: TwoPhaseRotation, creationTimestamp = "2024-03-01T10:00:00Z"): Shoot {
  return {
    metadata: { name: "crazy-botany", creationTimestamp },
    spec: { kubernetes: { version: "1.33.2" }, provider: { type: "local" } },
    status: { credentials: { rotation: rotation ? { certificateAuthorities: rotation } : {} } },
  };
}

describe("how long the certificate authorities are valid", () => {
  test.each<{ rule: string; shoot: Shoot; until: string }>([
    {
      rule: "never rotated, they expire ten years after the creation",
      shoot: shootWith(),
      until: "2034-03-01T10:00:00Z",
    },
    {
      rule: "in their first rotation, those of the creation expire first",
      shoot: shootWith({ phase: "Prepared", lastInitiationTime: "2026-05-01T10:00:00Z" }),
      until: "2034-03-01T10:00:00Z",
    },
    {
      rule: "rotated, they are as old as the beginning of that rotation",
      shoot: shootWith({
        phase: "Completed",
        lastInitiationTime: "2026-05-01T10:00:00Z",
        lastCompletionTime: "2026-07-01T10:00:00Z",
      }),
      until: "2036-05-01T10:00:00Z",
    },
    {
      rule: "rotated at an unknown beginning, they count from the completion",
      shoot: shootWith({ phase: "Completed", lastCompletionTime: "2026-07-01T10:00:00Z" }),
      until: "2036-07-01T10:00:00Z",
    },
    {
      rule: "while they are rotated again, the older ones count, from their completion",
      shoot: shootWith({
        phase: "Preparing",
        lastInitiationTime: "2027-05-01T10:00:00Z",
        lastCompletionTime: "2026-07-01T10:00:00Z",
      }),
      until: "2036-07-01T10:00:00Z",
    },
    {
      rule: "made on a leap day, they expire on the first of March",
      shoot: shootWith(undefined, "2024-02-29T10:00:00Z"),
      until: "2034-03-01T10:00:00Z",
    },
  ])("$rule", ({ shoot, until }) => {
    expect(caValidUntilMs(shoot)).toBe(Date.parse(until));
  });

  test("without a readable time nothing is said", () => {
    expect(caValidUntilMs(shootWith(undefined, "yesterday"))).toBeUndefined();
  });
});
