import { expect, test } from "vitest";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import capabilities from "#lib/testing/reports/profile-capabilities.json" with { type: "json" };
import leadingZero from "#lib/testing/reports/profile-leading-zero.json" with { type: "json" };
import minorTop from "#lib/testing/reports/profile-minor-top.json" with { type: "json" };
import { forecastShoot } from "../forecast/forecaster.ts";

const reportedAt = Date.parse("2026-11-27T06:00:00Z");

interface Report {
  readonly shoots: readonly Shoot[];
  readonly profiles: readonly CloudProfile[];
}

/** For each pool: its image within a month, forced changes of the first night, and reasons for blocked updates. */
function imagesOf({ shoots: [shoot], profiles: [profile] }: Report): Readonly<Record<string, readonly string[]>> {
  if (shoot === undefined) throw new Error("no Shoot");
  const foreseen = forecastShoot(shoot, profile?.spec, { now: reportedAt, horizon: reportedAt + 30 * dayMs });
  if (foreseen.outcome !== "foreseen") throw new Error(foreseen.reason);
  const told: Record<string, readonly string[]> = {};
  for (const { id, hops, deadEnds } of foreseen.lanes) {
    if (id.kind !== "pool-image") continue;
    const steps = hops.map(({ to, earliestAt }) => `${to}${earliestAt < reportedAt + dayMs ? " tonight" : ""}`);
    told[id.pool] = [...steps, ...deadEnds.map(({ code }) => code)];
  }
  return told;
}

test("24.04 and 24.4 are the same numbers: both pools go to the highest of them", () => {
  expect(imagesOf(leadingZero)).toEqual({ a: ["24.4.20260301 tonight"], b: ["24.4.20260301 tonight"] });
});

test("with the strategy minor a preview and another major are no target until the version ends", () => {
  expect(imagesOf(minorTop)).toEqual({ a: ["1312.3.0"], b: [] });
});

test("a pool takes the highest version whose capabilities fit its machine, and has no way out where none does", () => {
  expect(imagesOf(capabilities)).toEqual({
    "any-boot": ["1877.5.0 tonight"],
    older: ["1877.3.0 tonight", "image-end-of-life"],
    bios: ["image-end-of-life"],
  });
});
