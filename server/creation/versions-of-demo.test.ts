import { describe, expect, test } from "vitest";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { currentGardenerRelease } from "#garden/landscape/garden/seeds.ts";
import type { VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { completeDraft } from "#lib/create/check-new-shoot.ts";
import { clusterProfileOf } from "#lib/create/cluster-profile.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import { versionsForNewCluster, withImage, withKubernetes } from "#lib/create/versions-for-new-cluster.ts";
import type { CloudProfile, CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { gardenReleaseContext, rulesOfGarden } from "#lib/policy/editions/rules-of-shoot.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { ok } from "#lib/result.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { forecastCluster } from "#server/clusters/forecast-cluster.ts";
import { measureShortestRun } from "#server/testing/worst/slowness.ts";

const now = Date.parse("2026-08-10T09:30:00Z");
const garden = { release: currentGardenerRelease };
const rules = rulesOfGarden(garden);
const { reading } = profileAdmissionContextAt(now, rules);

const isProfile = (object: KubeObject): object is CloudProfile =>
  object.kind === "CloudProfile" || object.kind === "NamespacedCloudProfile";
const effectiveSpec = (object: CloudProfile): CloudProfileSpec =>
  "status" in object && object.kind === "NamespacedCloudProfile"
    ? (Reflect.get(Object(object.status), "cloudProfileSpec") ?? object.spec)
    : object.spec;

const profiles = createDemoLandscape({ now: new Date(now), seed: 1, shoots: 0 })
  .objects.filter(isProfile)
  .map((object) => [object.metadata.name, effectiveSpec(object)] as const);

function draftOf(name: string, spec: CloudProfileSpec): Shoot {
  const profile = clusterProfileOf({ kind: "CloudProfile", name, spec, reading });
  const choices = { project: "p", namespace: "garden-p", name: "elm", profile, region: profile.regions[0]?.name ?? "" };
  const shoot = startingShoot({ ...choices, account: "account", networking: "calico", now });
  const timeWindow = { begin: "010000+0000", end: "020000+0000" };
  const windowed = { ...shoot, spec: { ...shoot.spec, maintenance: { ...shoot.spec.maintenance, timeWindow } } };
  return completeDraft({ shoot: windowed, profile: ok(spec), rules, now }).shoot;
}

const versionsOf = (shoot: Shoot, profile: CloudProfileSpec) =>
  runYieldingTask(
    versionsForNewCluster({
      ...{ shoot, profile, rules, now, release: gardenReleaseContext(garden) },
      horizon: Math.floor((now + 731 * dayMs) / 1000) * 1000,
    }),
  );

/** What the page of a living cluster says of a component: its first updates, and when it is stuck for good. */
function onPage(shoot: Shoot, spec: CloudProfileSpec, kind: "control-plane" | "pool-image") {
  const metadata = { ...shoot.metadata, uid: "u", creationTimestamp: new Date(now).toISOString() };
  const reference = { kind: "CloudProfile", name: "any" } as const;
  const read = { reference, resourceVersion: "1", spec, namespaced: undefined, parent: undefined };
  const { forecast } = forecastCluster({
    ...{ shoot: { ...shoot, metadata }, profile: ok(read), garden, now },
    onFault: (error) => {
      throw error;
    },
  });
  if (forecast.outcome !== "foreseen") throw new Error(forecast.outcome);
  const lane = forecast.lanes.find(({ id }) => id.kind === kind);
  const first = (of: string) => {
    const [hop] = (lane?.hops ?? []).filter((each) => each.kind === of).sort((a, b) => a.earliestAt - b.earliestAt);
    return hop && { at: JSON.parse(JSON.stringify({ earliest: hop.earliestAt, latest: hop.latestAt })), to: hop.to };
  };
  const stuck = [...(lane?.deadEnds ?? []), ...forecast.rejections].filter(({ untilAt }) => untilAt === undefined);
  const begins = stuck.map(({ fromAt }) => fromAt);
  return {
    forced: first("forced"),
    automatic: first("auto"),
    stuckAt: begins.length > 0 ? Math.min(...begins) : undefined,
  };
}

const said = ({ firstForced, firstAutomatic, deadEnd }: VersionForNewCluster) => ({
  forced: firstForced,
  automatic: firstAutomatic,
  stuckAt: deadEnd?.fromAt,
});

test("the demo has a profile for each provider, and one of a project", () => {
  expect(profiles.length).toBeGreaterThanOrEqual(9);
});

describe("what the form says of a version is what the page of the cluster says once it is made", () => {
  test.each(profiles)("with the profile %s", (name, spec) => {
    const draft = draftOf(name, spec);
    const { versions, images } = versionsOf(draft, spec);
    expect(versions.length).toBeGreaterThan(0);
    for (const each of versions) {
      const shoot = withKubernetes(draft, each.version);
      expect([each.version, said(each)]).toEqual([each.version, onPage(shoot, spec, "control-plane")]);
    }
    const [pool] = images;
    expect(pool?.versions.length).toBeGreaterThan(0);
    for (const each of pool?.versions ?? []) {
      const shoot = withImage(draft, 0, each.version);
      expect([each.version, said(each)]).toEqual([each.version, onPage(shoot, spec, "pool-image")]);
    }
    expect(versions.filter(({ recommended }) => recommended !== undefined)).toHaveLength(1);
  });
});

test("a profile with 118 versions of Kubernetes and 40 of the image takes no 100 ms", async () => {
  const days = (count: number) => new Date(now + count * dayMs).toISOString();
  const kubernetes = Array.from({ length: 118 }, (_, index) => ({
    version: `1.${20 + Math.floor(index / 8)}.${index % 8}`,
    classification: index % 8 === 7 ? "supported" : "deprecated",
    expirationDate: days(30 + index * 9),
  }));
  const versions = Array.from({ length: 40 }, (_, index) => ({
    version: `${1000 + index}.0.0`,
    classification: index === 39 ? "supported" : "deprecated",
    ...(index < 39 && { expirationDate: days(20 + index * 11) }),
    ...{ cri: [{ name: "containerd" }], architectures: ["amd64"] },
  }));
  const [, aws] = profiles.find(([name]) => name === "aws") ?? [];
  const spec = { ...aws, kubernetes: { versions: kubernetes }, machineImages: [{ name: "gl", versions }] };
  const draft = draftOf("large", spec);
  const [pool] = draft.spec.provider.workers ?? [];
  if (pool === undefined) throw new Error("the draft has no pool");
  const workers = ["a", "b"].map((name) => ({ ...pool, name }));
  const shoot = { ...draft, spec: { ...draft.spec, provider: { ...draft.spec.provider, workers } } };
  const most = 100;
  const took = await measureShortestRun(
    async () => {
      const begin = performance.now();
      const told = versionsOf(shoot, structuredClone(spec));
      expect([told.versions.length, told.images.map((each) => each.versions.length)]).toEqual([118, [40, 40]]);
      return performance.now() - begin;
    },
    { keeps: (ms) => ms <= most, divided: (ms, by) => ms / by },
  );
  expect(Math.round(took)).toBeLessThanOrEqual(most);
});
