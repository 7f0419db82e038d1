import { expect, test } from "vitest";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { isValidRotationPeriod } from "#lib/policy/operations/auto-rotation.ts";
import { autoRotationAct, rotationPeriodChoices } from "./auto-rotation-act.ts";

test("every period that is offered is one that the garden takes", () => {
  for (const [value] of rotationPeriodChoices(0)) expect(isValidRotationPeriod(Number(value)), value).toBe(true);
});

test.each([
  [1800, "Every 30 minutes"],
  [90_000, "Every 25 hours"],
  [3 * 86_400, "Every 3 days"],
])("a period of %i seconds that somebody has set stands among the choices", (seconds, words) => {
  expect(rotationPeriodChoices(seconds)).toContainEqual([String(seconds), words]);
});

test.each([0, 1801, 86_400, 28 * 86_400])("%i seconds are written as a duration that reads the same", (seconds) => {
  const act = autoRotationAct("etcdEncryptionKey", seconds);
  const [, period = ""] = /"rotationPeriod":"([^"]*)"/.exec(JSON.stringify(act)) ?? [];
  expect(durationSeconds(period)).toBe(seconds);
});
