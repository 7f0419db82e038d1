import { expect, test } from "vitest";
import { clusterForecastSchema } from "#lib/contract/cluster-forecast.ts";
import { rowForecastSchema } from "#lib/contract/forecast.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { compareProfilesForForecast } from "#lib/policy/forecast/changed-profile/profile-changes.ts";
import { ok } from "#lib/result.ts";
import { describeForcedChange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { utcClock } from "#lib/words/clock.ts";
import { forecastCluster } from "#server/clusters/forecast-cluster.ts";
import { FleetForecasts } from "../fleet-forecasts.ts";
import { ParsedProfile } from "../profile-reader.ts";

// Long timeout: several thousand forecasts take seconds, more on a busy machine.
const now = Date.parse("2026-11-24T12:00:00Z");
const odd = [null, 3, -1.5, "x", "", true, [], {}, [null], [3], ["x"], [[]], [{}], { a: 1 }];

/** Values that JSON can contain although the TypeScript types exclude them. */
function fromWire<Shape>(value: unknown): Shape {
  return JSON.parse(JSON.stringify(value));
}

const shoot: Shoot = {
  metadata: { name: "a", namespace: "garden-p", uid: "a", annotations: { a: "b" } },
  spec: {
    kubernetes: {
      version: "1.33.4",
      kubeAPIServer: { admissionPlugins: [{ name: "A" }] },
      kubelet: { featureGates: {} },
    },
    maintenance: {
      autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
      timeWindow: { begin: "220000+0100", end: "230000+0100" },
    },
    provider: {
      type: "local",
      workers: [
        {
          name: "one",
          minimum: 1,
          maximum: 3,
          machine: { type: "m", architecture: "amd64", image: { name: "linux", version: "1.0.0" } },
          kubernetes: { version: "1.32.4", kubelet: { featureGates: { A: true } } },
          cri: { name: "containerd" },
          updateStrategy: "AutoInPlaceUpdate",
        },
      ],
    },
  },
  status: {
    gardener: { version: "v1.149.3" },
    inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: ["one"], manualInPlaceUpdate: [] } },
  },
};
const end = "2027-01-31T00:00:00Z";
const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.32.4", classification: "deprecated", expirationDate: end },
      { version: "1.33.4", lifecycle: [{ classification: "supported", startTime: "2026-01-01T00:00:00Z" }] },
      { version: "1.34.2" },
    ],
  },
  machineImages: [
    {
      name: "linux",
      updateStrategy: "minor",
      versions: [
        { version: "1.0.0", expirationDate: end, architectures: ["amd64"], cri: [{ name: "containerd" }] },
        { version: "1.1.0", inPlaceUpdates: { supported: true, minVersionForUpdate: "1.0.0" } },
      ],
    },
  ],
  machineTypes: [{ name: "m", architecture: "amd64", cpu: "2", gpu: "0", memory: "4Gi" }],
  limits: { maxNodesTotal: 100 },
};

function pathsIn(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [at];
  const inside = Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...at, key]));
  return at.length === 0 ? inside : [at, ...inside];
}

/** The object with the value at the given path replaced. */
function having<Whole>(whole: Whole, path: readonly string[], to: unknown): Whole {
  const put = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return to;
    if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? put(one, rest) : one));
    return isRecord(value) ? { ...value, [key]: put(value[key], rest) } : value;
  };
  return fromWire(put(whole, path));
}

/** Checks that the list row and the cluster page match their schemas. */
function told(whole: Shoot, spec: CloudProfileSpec) {
  const input = { spec, reader: new ParsedProfile(spec).at(now), rootProfile: "p", garden: {}, now };
  const row = rowForecastSchema.parse(new FleetForecasts().rowFor(whole, input).told);
  const faults: unknown[] = [];
  const page = clusterForecastSchema.parse(
    forecastCluster({
      shoot: whole,
      profile: ok({
        spec,
        reference: { kind: "CloudProfile", name: "p" },
        resourceVersion: "1",
        namespaced: undefined,
        parent: undefined,
      }),
      garden: {},
      now,
      onFault: (fault) => faults.push(fault),
    }),
  );
  expect(faults).toEqual([]);
  const { forecast } = page;
  expect(forecast.outcome === "foreseen" ? undefined : forecast.reason).toBe(row.without);
  return row;
}

test("whatever is odd in a Shoot, its row and page have a forecast, or name the field that cannot be read", () => {
  const { spec, status } = shoot;
  const names = new Set<string | undefined>();
  for (const path of pathsIn({ spec, status })) {
    for (const value of odd) {
      const { without, unreadField } = told(having(shoot, path, value), profile);
      if (without === "invalid-shoot") names.add(unreadField);
      else expect({ path, value, without }).toEqual({ path, value, without: undefined });
    }
  }
  expect([...names]).toEqual(
    expect.arrayContaining(["spec.kubernetes", "spec.provider.workers[0]", "spec.provider.workers[0].machine.image"]),
  );
  expect(names).not.toContain(undefined);
});

test("whatever is odd in a profile, its Shoots have a forecast, and a change from it or to it is compared", () => {
  for (const path of pathsIn(profile)) {
    for (const value of odd) {
      const spec = having(profile, path, value);
      expect({ path, value, without: told(shoot, spec).without }).toEqual({ path, value, without: undefined });
      compareProfilesForForecast(profile, spec);
      compareProfilesForForecast(spec, profile);
    }
  }
});

test("a list says which field of a cluster cannot be read", () => {
  const row = told(having(shoot, ["spec", "provider", "workers", "0", "machine", "image", "version"], 3), profile);
  expect(row).toMatchObject({
    without: "invalid-shoot",
    unreadField: "spec.provider.workers[0].machine.image.version",
  });
  expect(describeForcedChange({ forecast: row }, { now, clock: utcClock })).toMatchObject({
    title: "There is no forecast because spec.provider.workers[0].machine.image.version of the cluster cannot be read.",
  });
});
