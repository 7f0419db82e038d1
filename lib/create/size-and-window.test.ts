import { describe, expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { meadow, profileNow } from "./cluster-profile.fixture.ts";
import { expectedLifetime } from "./expected-lifetime.ts";
import { countWindowsPerHour, proposeWindow } from "./propose-window.ts";
import { clusterSize } from "./size.ts";

const pool = (name: string, type: string, [minimum, maximum]: readonly [number, number]) => ({
  name,
  machine: { type },
  minimum,
  maximum,
});
const specWith = (...workers: NonNullable<ShootSpec["provider"]["workers"]>): ShootSpec => ({
  kubernetes: { version: "1.34.2" },
  provider: { type: "aws", workers },
});

describe("the size of a cluster", () => {
  test("is the sum over its pools, at their minimum and at their maximum", () => {
    expect(clusterSize(specWith(pool("a", "small", [1, 3]), pool("b", "gpu", [0, 2])), meadow)).toEqual({
      minimum: { nodes: 1, cpu: "2", memory: "8Gi", gpu: "0" },
      maximum: { nodes: 5, cpu: "10", memory: "32Gi", gpu: "2" },
    });
  });

  test("is unknown rather than too small if a machine type or a pool's size is", () => {
    expect(clusterSize(specWith(pool("a", "small", [1, 3]), pool("b", "other", [1, 2])), meadow)).toBeUndefined();
    expect(clusterSize(specWith({ name: "a", machine: { type: "small" }, maximum: 2 }), meadow)).toBeUndefined();
    expect(clusterSize(specWith(), meadow)).toBeUndefined();
  });
});

describe("the proposed maintenance window", () => {
  const busy = (...hours: readonly number[]) => Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 1 : 0));
  const except = (...hours: readonly number[]) => busy().map((_, hour) => (hours.includes(hour) ? 0 : 2));

  test("begins in the hour with the fewest clusters of the project", () => {
    expect(proposeWindow(except(13), except(5))).toEqual({
      begin: "130000+0000",
      end: "140000+0000",
      why: "No cluster of the project begins maintenance in this hour, and 2 of the whole landscape.",
    });
  });

  test("then in the one with the fewest of the landscape, then at night", () => {
    expect(proposeWindow(except(13, 5), except(5)).begin).toBe("050000+0000");
    expect(proposeWindow(except(13, 23, 5), undefined)).toEqual({
      begin: "230000+0000",
      end: "000000+0000",
      why: "No cluster of the project begins maintenance in this hour.",
    });
  });

  test("counts windows in UTC, wherever they were written, and none that cannot be read", () => {
    const counts = countWindowsPerHour(["220000+0100", "213000+0000", "000000+0200", "soon", undefined]);
    expect(counts[21]).toBe(2);
    expect(counts[22]).toBe(1);
    expect(counts.reduce((all, count) => all + count)).toBe(3);
  });
});

test("a cluster lives as long as the shortest quota of its account lets it", () => {
  const quota = (name: string, clusterLifetimeDays?: number) => ({ metadata: { name }, spec: { clusterLifetimeDays } });
  expect(expectedLifetime([quota("long", 30), quota("trial", 14), quota("sizes")], profileNow)).toEqual({
    days: 14,
    until: profileNow + 14 * dayMs,
    quota: "trial",
  });
  expect(expectedLifetime([quota("sizes")], profileNow)).toBeUndefined();
});
