import { afterAll, expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { defineGardenerRule } from "../editions/rule.ts";
import { isRuleId, versionedGardenerRules } from "../editions/rules.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { computeForecastVariant } from "./forecast-variant.ts";
import { createProfileTimelines } from "./profile-timelines.ts";
import { TimelinesByRelease } from "./timelines-by-release.ts";

const added: string = "k8s.addedByTest";
Object.assign(versionedGardenerRules, {
  [added]: defineGardenerRule("controllerManager", ["prediction"], [0, "kept"], [150, "dropped"]),
});
afterAll(() => {
  Reflect.deleteProperty(versionedGardenerRules, added);
});

const now = Date.parse("2026-11-21T12:00:00Z");
const spec: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.34.1" }, { version: "1.34.2" }] },
  machineImages: [],
  machineTypes: [],
};
const shoot: Shoot = {
  metadata: { name: "one", namespace: "garden-p" },
  spec: {
    kubernetes: { version: "1.34.1" },
    provider: { type: "local", workers: [] },
    maintenance: {
      autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
      timeWindow: { begin: "220000+0000", end: "230000+0000" },
    },
  },
};

/** Rules that read the added rule only when a step is explained, as rules for rare cases do. */
const reading: typeof createProfileTimelines = (profile, rules) => {
  const lanes = createProfileTimelines(profile, rules);
  return {
    ...lanes,
    listedKubernetes: (version) => {
      if (!isRuleId(added)) throw new Error(`${added} is no rule`);
      return String(rules(added)) === "dropped" ? undefined : lanes.listedKubernetes(version);
    },
  };
};

const targetsOf = (byRelease: TimelinesByRelease, release: string) =>
  byRelease.ask(release, ({ likely }) => {
    const [controlPlane] = computeForecastVariant(shoot, likely, { now, horizon: now + 14 * dayMs }).lanes;
    return controlPlane?.hops.map(({ cause }) => "targetClassification" in cause && cause.targetClassification);
  });

test.each([
  ["the older release first", ["v1.149.3", "v1.150.0", "v1.149.3", "v1.151.0"]],
  ["the newer release first", ["v1.150.0", "v1.149.3", "v1.151.0", "v1.149.3"]],
])("an added edition rule counts for exactly its releases, whichever is asked first: %s", (_, releases) => {
  const byRelease = new TimelinesByRelease(prepareProfile(spec), {}, reading);
  const told = releases.map((release) => [release, targetsOf(byRelease, release)]);
  expect(told).toEqual(releases.map((release) => [release, [release === "v1.149.3" ? "supported" : "not-in-profile"]]));
});

test("a rule counts for its releases also where the question that read it first has failed", () => {
  const byRelease = new TimelinesByRelease(prepareProfile(spec), {}, reading);
  const lanesOf = (release: string) => byRelease.ask(release, ({ likely }) => likely);
  // Both releases share results until the added rule is read.
  expect(lanesOf("v1.149.3")).toBe(lanesOf("v1.150.0"));
  const failing = () =>
    byRelease.ask("v1.149.3", ({ likely }) => {
      likely.listedKubernetes("1.34.1");
      throw new Error("a Shoot of a shape that no rule foresees");
    });
  expect(failing).toThrow("no rule foresees");
  const listedIn = (release: string) => byRelease.ask(release, ({ likely }) => likely.listedKubernetes("1.34.1")?.text);
  expect(listedIn("v1.150.0")).toBeUndefined();
  expect(listedIn("v1.149.3")).toBe("1.34.1");
});

test("releases whose rules are equal share one set of answers", () => {
  const byRelease = new TimelinesByRelease(prepareProfile(spec), {});
  const lanesOf = (release: string) => byRelease.ask(release, ({ likely }) => likely);
  expect(lanesOf("v1.150.0")).toBe(lanesOf("v1.150.1"));
});
