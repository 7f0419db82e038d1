import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { maxImageVersions, maxVersionsPerList, type WhatIfRequest } from "#lib/contract/versions.ts";
import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { groupAffectedShoots } from "./group-affected-shoots.ts";
import { compareProfileEnds, type ProfileSimulationContext, simulateProfileChange } from "./simulate-profile-change.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const versions = Array.from({ length: 400 }, (_, index) => ({ version: `1.33.${index}` }));
const mirrored = (name: string, namespace: string) => ({
  metadata: { name, namespace, uid: `${namespace}/${name}`, resourceVersion: "1" },
});

const base = { ...mirrored("gcp", ""), spec: { kubernetes: { versions } } };

function childIn(namespace: string) {
  const override = { kubernetes: { versions: [{ version: "1.33.7", expirationDate: "2026-09-01T00:00:00Z" }] } };
  return { ...mirrored("own", namespace), spec: { parent: { kind: "CloudProfile", name: "gcp" }, ...override } };
}

function followerIn(namespace: string) {
  return {
    ...mirrored("shoot", namespace),
    spec: {
      cloudProfile: { kind: "NamespacedCloudProfile", name: "own" },
      kubernetes: { version: "1.33.7" },
      provider: { type: "gcp", workers: [] },
      maintenance: {
        autoUpdate: { kubernetesVersion: true },
        timeWindow: { begin: "020000+0000", end: "030000+0000" },
      },
    },
    status: { gardener: { version: "v1.149.3" } },
  };
}

interface World {
  readonly projects: number;
  readonly may?: (attributes: ResourceAttributes) => boolean;
}

/** A garden with many projects, each with a NamespacedCloudProfile and one Shoot that uses it. */
function worldOf({ projects, may = () => true }: World): ProfileSimulationContext {
  const namespaces = Array.from({ length: projects }, (_, index) => `garden-${index}`);
  const [children, shoots] = [namespaces.map(childIn), namespaces.map(followerIn)];
  return {
    gardenFacts: async () => ({}),
    sources: {
      cloudProfiles: { byName: (_namespace, name) => (name === "gcp" ? base : undefined) },
      namespacedCloudProfiles: { all: () => children },
      shoots: [{ listSummaries: () => shoots }],
    },
    scopes: { scopeOf: async () => fullScope },
    reviews: { may: async (_token, attributes) => may(attributes) },
    directory: {
      nameOf: (namespace) => namespace,
      all: () => namespaces.map((namespace) => ({ metadata: { name: namespace }, spec: { namespace } })),
    },
    now: () => now,
  };
}

const without = { kubernetes: { versions: versions.filter(({ version }) => version !== "1.33.7") } };

interface Trying {
  readonly token?: string;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

function tryOut(app: ProfileSimulationContext, trying: Trying = {}) {
  const { token = "ada", spec = without, signal = new AbortController().signal } = trying;
  return simulateProfileChange(app, { token, body: { profile: "gcp", spec }, signal });
}

const many = worldOf({ projects: 80 });

afterEach(() => vi.restoreAllMocks());

describe("a change that concerns many profiles with few followers each", () => {
  test("leaves others their turn after each profile that takes long", async () => {
    let [turns, done, clockMs] = [0, false, 0];
    vi.spyOn(performance, "now").mockImplementation(() => {
      clockMs += 1_000;
      return clockMs;
    });
    const others = (async () => {
      while (!done) {
        await setImmediate();
        turns += 1;
      }
    })();
    const answer = await tryOut(many);
    done = true;
    await others;
    expect(answer.total).toBe(80);
    expect(turns).toBeGreaterThanOrEqual(80);
  });

  test("is given up as soon as nobody waits for it any more", async () => {
    const browser = new AbortController();
    const tried = tryOut(many, { signal: browser.signal });
    const given = expect(tried).rejects.toMatchObject({ reason: "aborted" });
    await setImmediate();
    browser.abort();
    await given;
  });

  test("merges no profile before its turn, and none that nobody follows", () => {
    let merged = 0;
    const counted = (namespace: string): NamespacedCloudProfile => {
      const child = childIn(namespace);
      const spec = Object.defineProperty({ ...child.spec }, "machineTypes", {
        enumerable: true,
        get: () => {
          merged += 1;
          return [];
        },
      });
      return { ...child, spec };
    };
    const children = ["garden-a", "garden-b", "garden-c"].map(counted);
    const shoots: Shoot[] = [followerIn("garden-b"), followerIn("garden-c")];
    const fleets = groupAffectedShoots({ before: base.spec, after: without, users: "", children, shoots });
    expect(merged).toBe(0);
    const { value } = fleets.next();
    expect(value?.followers).toEqual([shoots[0]]);
    expect(merged).toBe(1);
    expect([...fleets]).toHaveLength(1);
    expect(merged).toBe(2);
  });
});

describe("a second try", () => {
  test("of the same session takes the place of the first", async () => {
    const first = tryOut(many);
    const taken = expect(first).rejects.toMatchObject({
      reason: "too-many-requests",
      facts: { retryAfterSeconds: 1 },
    });
    await setImmediate();
    expect((await tryOut(many)).total).toBe(80);
    await taken;
  });

  test("leaves the one of another session alone", async () => {
    const first = tryOut(many);
    await setImmediate();
    const second = tryOut(worldOf({ projects: 1 }), { token: "bob" });
    expect([(await first).total, (await second).total]).toEqual([80, 1]);
  });

  test("finds the place free once the browser has given up the first", async () => {
    const browser = new AbortController();
    const first = tryOut(many, { signal: browser.signal });
    const given = expect(first).rejects.toMatchObject({ reason: "aborted" });
    await setImmediate();
    browser.abort();
    expect((await tryOut(worldOf({ projects: 1 }))).total).toBe(1);
    await given;
  });
});

describe("the ends of a version", () => {
  const month = 30 * 86_400_000;
  const compare = (app: ProfileSimulationContext, spec: CloudProfileSpec, ends: NonNullable<WhatIfRequest["ends"]>) => {
    const signal = new AbortController().signal;
    return compareProfileEnds(app, { token: "ada", body: { profile: "gcp", spec: { ...spec } }, ends, signal });
  };
  const dates = [now + month, now + 6 * month, now + 30 * month];
  /** Clusters without auto-update, of a NamespacedCloudProfile with its own expiration date or of the CloudProfile. */
  function pinned(): ProfileSimulationContext {
    const own = worldOf({ projects: 1 });
    const [child] = own.sources.namespacedCloudProfiles.all();
    const follower = followerIn("garden-0");
    const maintenance = { ...follower.spec.maintenance, autoUpdate: { kubernetesVersion: false } };
    const ofChild = { ...follower, spec: { ...follower.spec, maintenance } };
    const shoots = [
      ofChild,
      ...["a", "b"].map((name) => ({
        ...ofChild,
        metadata: { ...follower.metadata, name, uid: name },
        spec: { ...ofChild.spec, cloudProfile: { kind: "CloudProfile", name: "gcp" } },
      })),
    ];
    const spec = { kubernetes: { versions: [{ version: "1.33.7" }, { version: "1.34.0" }] } };
    return {
      ...own,
      sources: {
        cloudProfiles: { byName: () => ({ ...base, spec }) },
        namespacedCloudProfiles: { all: () => (child ? [child] : []) },
        shoots: [{ listSummaries: () => shoots }],
      },
    };
  }

  test("are compared: who is forced off it and who is stuck, but for those whose own profile sets another end", async () => {
    const forced = await compare(pinned(), {}, { version: "1.33.7", dates });
    expect(forced.ends).toEqual([
      { at: dates[0], forced: 2, stuck: 0, comingLater: 0 },
      { at: dates[1], forced: 2, stuck: 0, comingLater: 0 },
      { at: dates[2], forced: 0, stuck: 0, comingLater: 0 },
    ]);
    const alone = { kubernetes: { versions: [{ version: "1.33.7" }] } };
    const stuck = await compare(pinned(), alone, { version: "1.33.7", dates });
    expect(stuck.ends.map((end) => end.stuck)).toEqual([2, 2, 0]);
  });

  test("are compared with one of them: who is freed, and who is stuck or forced at another time", async () => {
    const none = { freed: 0, stuckEarlier: 0, stuckLater: 0, forcedEarlier: 0, forcedLater: 0 };
    const [early, middle] = dates;
    if (middle === undefined) throw new Error("three dates");
    const forced = await compare(pinned(), {}, { version: "1.33.7", dates, from: middle });
    expect(forced.ends.map(({ at, shifts }) => [at, shifts])).toEqual([
      [early, { ...none, forcedEarlier: 2 }],
      [middle, none],
      [dates[2], none],
    ]);
    const alone = { kubernetes: { versions: [{ version: "1.33.7" }] } };
    const stuck = await compare(pinned(), alone, { version: "1.33.7", dates, from: middle });
    expect(stuck.ends.map(({ shifts }) => shifts)).toEqual([{ ...none, stuckEarlier: 2 }, none, { ...none, freed: 2 }]);
  });

  test("of a version that is not listed are refused", async () => {
    const ends = { version: "1.99.0", dates };
    await expect(compare(pinned(), {}, ends)).rejects.toMatchObject({ reason: "invalid-request" });
    const image = { image: "none", version: "1.33.7", dates };
    await expect(compare(pinned(), {}, image)).rejects.toMatchObject({ reason: "invalid-request" });
  });
});

describe("a profile of too many versions", () => {
  const listOf = (length: number) => Array.from({ length }, (_, index) => ({ version: `1.1.${index}` }));
  const few = worldOf({ projects: 1 });

  test.each<[string, CloudProfileSpec]>([
    ["spec.kubernetes.versions", { kubernetes: { versions: listOf(maxVersionsPerList + 1) } }],
    [
      "spec.machineImages.1.versions",
      { machineImages: [{ name: "a" }, { name: "b", versions: listOf(maxVersionsPerList + 1) }] },
    ],
    ["spec.machineImages", { machineImages: listOf(maxVersionsPerList + 1).map(({ version: name }) => ({ name })) }],
  ])("is refused with the field: %s", async (field, spec) => {
    const message = `has ${maxVersionsPerList + 1} entries, at most ${maxVersionsPerList} are tried`;
    await expect(tryOut(few, { spec: { ...spec } })).rejects.toMatchObject({
      reason: "invalid-request",
      facts: { causes: [{ field, message }] },
    });
  });

  test("is refused when its images have too many together", async () => {
    const machineImages = Array.from("abcdefghijk", (name) => ({ name, versions: listOf(maxVersionsPerList) }));
    await expect(tryOut(few, { spec: { machineImages } })).rejects.toMatchObject({
      reason: "invalid-request",
      message: `A change is tried with at most ${maxImageVersions} image versions; there are ${11 * maxVersionsPerList}.`,
    });
  });

  test("is tried when every list is just short enough", async () => {
    const spec = { kubernetes: { versions: listOf(maxVersionsPerList) } };
    expect(await tryOut(few, { spec })).toMatchObject({ total: 1 });
  });
});

describe("what is in use", () => {
  const isProfiles = ({ verb, resource }: ResourceAttributes) =>
    verb === "list" && resource === "namespacedcloudprofiles";

  test("names no profile that the user may not list, nor what follows it", async () => {
    const refused = worldOf({
      projects: 2,
      may: (asked) => !(isProfiles(asked) && asked.namespace === "garden-1"),
    });
    const answer = await tryOut(refused);
    const text = JSON.stringify(answer.inUse);
    expect(text).toContain("garden-0");
    expect(text).not.toContain("garden-1");
    expect(answer.total).toBe(1);
  });

  test("names them all to those who may", async () => {
    const text = JSON.stringify((await tryOut(worldOf({ projects: 2 }))).inUse);
    expect(text).toContain("garden-0");
    expect(text).toContain("garden-1");
  });
});
