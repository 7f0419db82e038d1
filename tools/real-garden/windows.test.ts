import { describe, expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { nextRun } from "#lib/policy/maintenance/next-window.ts";
import { effectiveWindow, validateTimeWindow, windowContains } from "#lib/policy/maintenance/time-window.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { createRandom } from "#lib/random.ts";
import { foreseeWindow, judgeWindow, mustRunBy, noteRun } from "./compare-windows.ts";
import { newestRelease } from "./release.ts";
import { type WindowPlace, windowFor } from "./window-cases.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
const soonAt = now + 2 * minuteMs;

function drawn(place: WindowPlace) {
  const random = createRandom(1, place);
  return Array.from({ length: 200 }, () => windowFor(random, place, { now, soonAt }));
}

describe("a window that is drawn", () => {
  const places = ["soon", "long", "open", "cut", "over", "later"] as const;

  test.each(places)("to be %s is one that Gardener takes", (place) => {
    expect(drawn(place).filter((window) => !validateTimeWindow(window).ok)).toEqual([]);
  });

  test.each([
    ["open", { written: true, effective: true }],
    ["cut", { written: true, effective: false }],
    ["over", { written: false, effective: false }],
    ["later", { written: false, effective: false }],
    ["soon", { written: false, effective: false }],
    ["long", { written: false, effective: false }],
  ] as const)("to be %s lies so at that moment", (place, where) => {
    const told = drawn(place).map((text) => {
      const { window, effective } = effectiveWindow(text);
      return { written: windowContains(window, now), effective: windowContains(effective, now) };
    });
    expect(told).toEqual(told.map(() => where));
  });

  test("to be soon begins within 20 seconds and lets maintenance begin for 15 minutes", () => {
    const runs = drawn("soon").map((text) => nextRun(effectiveWindow(text).effective, now));
    expect(runs.filter(({ fromAt }) => fromAt < soonAt || fromAt > soonAt + 20 * secondMs)).toEqual([]);
    expect(runs.filter(({ fromAt, untilAt }) => untilAt - fromAt !== 15 * minuteMs)).toEqual([]);
  });

  test("is spelled on either side of midnight", () => {
    const texts = drawn("soon").map(({ begin, end }) => begin.slice(0, 6) > end.slice(0, 6));
    expect(new Set(texts)).toEqual(new Set([true, false]));
  });
});

const profile: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.34.1" }, { version: "1.34.7" }] },
};

/** Its window is open from 10:10 to 10:40, and maintenance begins until 10:25. */
const shoot: Shoot = {
  metadata: { name: "c1", namespace: "garden-m1" },
  spec: {
    kubernetes: { version: "1.34.1" },
    provider: { type: "local" },
    maintenance: {
      autoUpdate: { kubernetesVersion: true },
      timeWindow: { begin: "101000+0000", end: "104000+0000" },
    },
  },
  status: { gardener: { version: newestRelease.version } },
};

/** As the controller-manager leaves it at the instant. */
function maintained(atMs: number, { version = "1.34.7", by = "gardener-controller-manager" } = {}): Shoot {
  const { spec, status, metadata } = shoot;
  return {
    metadata: {
      ...metadata,
      annotations: { [annotations.tasks]: "deployInfrastructure" },
      managedFields: [{ manager: by, time: formatInstant(atMs) }],
    },
    spec: { ...spec, kubernetes: { version } },
    status: { ...status, lastMaintenance: { triggeredTime: formatInstant(atMs), state: "Succeeded" } },
  };
}

describe("a cluster that is foreseen by its window", () => {
  const forecast = foreseeWindow(shoot, profile, { release: newestRelease, now });
  const opensAt = now + 10 * minuteMs;
  const limitAt = now + 26 * minuteMs;

  function differencesOf(after: Shoot, untilAt = limitAt): readonly string[] {
    const seen = noteRun(forecast, after, undefined);
    return judgeWindow(forecast, { after, seen, untilAt, limitAt }, newestRelease).differences;
  }

  test("agrees when it is maintained in its window as foreseen", () => {
    expect(differencesOf(maintained(opensAt))).toEqual([]);
    expect(differencesOf(maintained(opensAt + 15 * minuteMs - secondMs))).toEqual([]);
  });

  test("differs when it is maintained before, or after", () => {
    const span = "foreseen from 2026-11-22T10:10:00Z to 2026-11-22T10:25:00Z";
    const step = "is in no forecast";
    expect(differencesOf(maintained(opensAt - secondMs))).toEqual([
      `maintained at 2026-11-22T10:09:59Z, ${span}`,
      `control-plane: 1.34.1 → 1.34.7 at 2026-11-22T10:09:59Z ${step}`,
    ]);
    expect(differencesOf(maintained(opensAt + 16 * minuteMs))).toEqual([
      `maintained at 2026-11-22T10:26:00Z, ${span}`,
      `control-plane: 1.34.1 → 1.34.7 at 2026-11-22T10:26:00Z ${step}`,
    ]);
  });

  test("differs when somebody else changes it", () => {
    expect(differencesOf(maintained(opensAt, { by: "kubectl" }))).toContain(
      "changed by another than the controller-manager",
    );
  });

  test("differs when it comes out otherwise", () => {
    expect(differencesOf(maintained(opensAt, { version: "1.34.1" }))).toEqual([
      'spec.kubernetes.version: "1.34.7" → "1.34.1"',
    ]);
  });

  test("differs when its window goes by", () => {
    expect(mustRunBy(forecast, limitAt)).toBe(true);
    expect(differencesOf(shoot)).toEqual([
      "not maintained from 2026-11-22T10:10:00Z to 2026-11-22T10:25:00Z",
      "control-plane: no step to 1.34.7 from 2026-11-22T10:10:00Z to 2026-11-22T10:25:00Z",
    ]);
  });

  test("has no run while it is deleted", () => {
    const deleted = { ...shoot, metadata: { ...shoot.metadata, deletionTimestamp: formatInstant(now) } };
    const told = foreseeWindow(deleted, profile, { release: newestRelease, now });
    expect(told.run).toBeUndefined();
    const after = maintained(opensAt);
    const seen = noteRun(told, after, undefined);
    expect(judgeWindow(told, { after, seen, untilAt: limitAt, limitAt }, newestRelease).differences).toContain(
      "maintained at 2026-11-22T10:10:00Z, foreseen never",
    );
  });

  test("is due at once when its window is open already", () => {
    const told = foreseeWindow(shoot, profile, { release: newestRelease, now: opensAt + minuteMs });
    expect(told.run).toEqual({ fromAt: opensAt + minuteMs, untilAt: opensAt + 15 * minuteMs, atOnce: true });
  });
});
