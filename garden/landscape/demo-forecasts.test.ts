import { describe, expect, it } from "vitest";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { Forecast, ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { freezeOfStep } from "#lib/policy/freeze/freeze-overlap.ts";
import { freezePeriodsOf } from "#lib/policy/freeze/freeze-period.ts";
import { effectiveWindow } from "#lib/policy/maintenance/time-window.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { createDemoLandscape } from "./create-demo-landscape.ts";

const now = new Date("2026-08-10T09:30:00Z");
const { objects } = createDemoLandscape({ now, seed: 1, shoots: 0 });

const isShoot = (object: KubeObject): object is Shoot => object.kind === "Shoot";
const isProfile = (object: KubeObject): object is CloudProfile => object.kind === "CloudProfile";
const isNamespaced = (object: KubeObject): object is NamespacedCloudProfile => object.kind === "NamespacedCloudProfile";

function forecastOf(name: string): Forecast {
  const shoot = objects.filter(isShoot).find(({ metadata }) => metadata.name === name);
  if (!shoot) throw new Error(`the landscape has no ${name}`);
  const profile = effectiveProfile(shoot, {
    cloudProfile: (wanted) => objects.filter(isProfile).find(({ metadata }) => metadata.name === wanted),
    namespacedCloudProfile: (namespace, wanted) =>
      objects.filter(isNamespaced).find(({ metadata }) => metadata.name === wanted && metadata.namespace === namespace),
  });
  const options = { now: now.getTime(), horizon: now.getTime() + 200 * dayMs };
  return forecastShoot(shoot, profile.ok ? profile.value : undefined, options);
}

function outlookOf(name: string): ForecastVariant {
  const foreseen = forecastOf(name);
  if (foreseen.outcome !== "foreseen") throw new Error(`${name}: ${foreseen.outcome}`);
  return foreseen;
}

describe("what the landscape is laid out for comes out of the forecast", () => {
  it.each([
    ["lake-prod", "no-next-minor"],
    ["reporting", "preview-only"],
    ["port-hamburg", "image-end-of-life"],
    ["port-bremen", "image-end-of-life"],
    ["lake-stage", "no-higher-image"],
  ])("%s runs into the dead end %s", (name, code) => {
    const codes = outlookOf(name).lanes.flatMap(({ deadEnds }) => deadEnds.map((deadEnd) => deadEnd.code));
    expect(codes).toContain(code);
  });

  it("ledger-us is forced to the next minor by tomorrow's window although its updates are off", () => {
    const [controlPlane] = outlookOf("ledger-us").lanes;
    expect(controlPlane?.hops[0]).toMatchObject({ kind: "forced", from: "1.32.14", to: "1.33.13" });
    expect(controlPlane?.hops[0]?.latestAt).toBeLessThan(now.getTime() + 2 * dayMs);
  });

  it("ledger-us is forced to a new image in the freeze of its project, with a window left before it", () => {
    const stored = objects.find(({ metadata }) => metadata.name === "almanac-freezes");
    const { freezes } = JSON.parse(stringAt(stored, "data", "freezes") ?? "");
    const shoot = objects.filter(isShoot).find(({ metadata }) => metadata.name === "ledger-us");
    const window = effectiveWindow(shoot?.spec.maintenance?.timeWindow);
    const facts = { periods: freezePeriodsOf(freezes), window, now: now.getTime() };
    const forced = outlookOf("ledger-us").lanes.flatMap(({ hops }) => hops.map((hop) => freezeOfStep(hop, facts)));
    expect(forced.flatMap((each) => each ?? [])).toEqual([
      expect.objectContaining({ overlap: "inside", remedy: expect.objectContaining({ kind: "window-before" }) }),
    ]);
  });

  it("training has the time that its own profile gives it, and the parent does not", () => {
    const ends = (name: string): number =>
      Math.min(...outlookOf(name).lanes.flatMap(({ deadEnds }) => deadEnds.map(({ fromAt }) => fromAt)));
    expect(ends("lake-prod")).toBeLessThan(now.getTime() + 60 * dayMs);
    expect(ends("training")).toBeGreaterThan(now.getTime() + 140 * dayMs);
  });

  it("old-demo, which is being deleted, is not maintained any more", () => {
    expect(forecastOf("old-demo")).toEqual({ outcome: "not-maintained", reason: "deleting" });
  });
});
