import { describe, expect, test } from "vitest";
import { meadow, offerOf, profileNow } from "../cluster-profile.fixture.ts";
import { startingShoot } from "../starting-shoot.ts";
import { startingWindow } from "./operator-window.ts";
import { schedulesForPurpose } from "./purpose-schedule.ts";

const proposed = { begin: "220000+0000", end: "230000+0000", why: "" };
const counts = (busy: Readonly<Record<number, number>>) => Array.from({ length: 24 }, (_, hour) => busy[hour] ?? 0);
const windows = { project: counts({ 1: 2 }), proposed };

describe("the operator's defaults of a new cluster", () => {
  test("the window is the proposed one where the operator names no hours, as long as the operator says", () => {
    expect(startingWindow({}, windows, 0)).toEqual({ begin: "220000+0000", end: "230000+0000" });
    expect(startingWindow({ maintenanceWindowSizeMinutes: 150 }, windows, 0)).toEqual({
      begin: "220000+0000",
      end: "003000+0000",
    });
  });

  test("of the operator's hours, which are the user's own, the one counts in which the fewest clusters are", () => {
    const defaults = { maintenanceHours: ["03", "23"] };
    expect(startingWindow(defaults, windows, 0)).toEqual({ begin: "030000+0000", end: "040000+0000" });
    // 03:00 there is 01:00 in UTC, when two clusters of the project are maintained.
    expect(startingWindow(defaults, windows, 120)).toEqual({ begin: "230000+0200", end: "000000+0200" });
    expect(startingWindow({ maintenanceHours: ["03"] }, windows, -210)).toEqual({
      begin: "030000-0330",
      end: "040000-0330",
    });
  });

  test("a purpose has the schedules that the operator names for it, and no other has any", () => {
    const defaults = { hibernationSchedule: { evaluation: [{ start: "0 19 * * *" }] } };
    expect(schedulesForPurpose(defaults, "evaluation", "Europe/Berlin")).toEqual([
      { start: "0 19 * * *", location: "Europe/Berlin" },
    ]);
    expect(schedulesForPurpose(defaults, "toString", "Europe/Berlin")).toEqual([]);
  });

  test("pools, networks, updates and the purpose are the operator's", () => {
    const { spec } = startingShoot({
      ...{ project: "p", namespace: "garden-p", name: "ash", account: "account", networking: "calico" },
      ...{ profile: offerOf(meadow), region: "here", now: profileNow },
      defaults: {
        nodesCIDR: "10.1.0.0/16",
        purposes: ["production"],
        autoscalerMin: 3,
        autoscalerMax: 1,
        maxSurge: 0,
        zonesSelectAll: true,
        autoUpdateOS: false,
        controlPlaneHighAvailability: true,
      },
    });
    expect(spec).toMatchObject({
      purpose: "production",
      controlPlane: { highAvailability: { failureTolerance: { type: "node" } } },
      networking: { nodes: "10.1.0.0/16" },
      maintenance: { autoUpdate: { kubernetesVersion: true, machineImageVersion: false } },
    });
    const pool = spec.provider.workers?.[0];
    expect(pool).toMatchObject({ minimum: 3, maximum: 3, maxSurge: 0, maxUnavailable: 1 });
    expect(pool?.zones?.length).toBeGreaterThan(1);
    expect(JSON.stringify(spec.provider.infrastructureConfig)).toContain("10.1.0.0/16");
  });
});
