import { describe, expect, test } from "vitest";
import { secondMs } from "#lib/kube/time-units.ts";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import {
  detectSilentGardenlet,
  predictHealthWithSilentGardenlet,
  readSilentGardenletOfSeed,
} from "./silent-gardenlet.ts";

const nowMs = Date.UTC(2026, 10, 27, 12);

function seed(status: string) {
  const lastTransitionTime = new Date(nowMs - 300 * secondMs).toISOString();
  return { status: { conditions: [{ type: "GardenletReady", status, lastTransitionTime }] } };
}

describe("a gardenlet", () => {
  test("is silent once its lease is 40 seconds old, or missing", () => {
    const silence = { unknownSinceAt: nowMs, shootsUnknownAt: nowMs + 200 * secondMs };
    expect(detectSilentGardenlet(seed("True"), nowMs - 39 * secondMs, nowMs)).toBeUndefined();
    expect(detectSilentGardenlet(seed("True"), nowMs - 40 * secondMs, nowMs)).toEqual(silence);
    expect(detectSilentGardenlet(seed("False"), undefined, nowMs)).toEqual(silence);
  });

  test("of a Seed without conditions was never ready, and is left alone", () => {
    expect(detectSilentGardenlet({ status: { conditions: [] } }, undefined, nowMs)).toBeUndefined();
  });

  test("is known to be silent from its Seed alone, since the condition turned Unknown", () => {
    const unknownSinceAt = nowMs - 300 * secondMs;
    expect(readSilentGardenletOfSeed(seed("Unknown"))).toEqual({
      unknownSinceAt,
      shootsUnknownAt: unknownSinceAt + 200 * secondMs,
    });
    expect(readSilentGardenletOfSeed(seed("False"))).toBeUndefined();
  });
});

describe("the health of a Shoot under a silent gardenlet", () => {
  const silence = { unknownSinceAt: nowMs - 200 * secondMs, shootsUnknownAt: nowMs };
  const shoot = operationShootWith({
    spec: { provider: { type: "local", workers: [] } },
    status: {
      conditions: [{ type: "OwnExtensionHealthy", status: "True" }, null],
      constraints: [{ type: "CACertificateValiditiesAcceptable", status: "False" }],
    },
  });

  test("stays for 200 seconds", () => {
    expect(predictHealthWithSilentGardenlet(shoot, silence, nowMs - 1)).toBeUndefined();
  });

  test("is then Unknown in what every Shoot of its kind has, and stays in all else", () => {
    const unknown = (type: string) => ({ type, status: "Unknown", reason: "StatusUnknown" });
    expect(predictHealthWithSilentGardenlet(shoot, silence, nowMs)).toEqual({
      conditions: [
        { type: "OwnExtensionHealthy", status: "True" },
        unknown("APIServerAvailable"),
        unknown("ControlPlaneHealthy"),
        unknown("ObservabilityComponentsHealthy"),
        unknown("SystemComponentsHealthy"),
      ],
      constraints: [
        { type: "CACertificateValiditiesAcceptable", status: "False" },
        unknown("HibernationPossible"),
        unknown("MaintenancePreconditionsSatisfied"),
      ],
    });
  });
});
