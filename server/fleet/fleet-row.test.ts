import { describe, expect, test } from "vitest";
import { fleetRowSchema } from "#lib/contract/fleet.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { type ObjectExcess, placeholderFor } from "#server/watch/placeholder.ts";
import { toFleetRow } from "./fleet-row.ts";
import { ParsedProfile, unknownProfile } from "./profile-reader.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const metadata = { uid: "u1", namespace: "garden-pay", name: "prod", resourceVersion: "7", generation: 3 };

const profile = new ParsedProfile({
  kubernetes: {
    versions: [
      { version: "1.34.2" },
      { version: "1.33.4", classification: "deprecated", expirationDate: "2026-11-24T23:59:59Z" },
      { version: "1.32.1", classification: "supported", expirationDate: "2026-10-01T00:00:00Z" },
      {
        version: "1.35.0",
        lifecycle: [
          { classification: "preview" },
          { classification: "supported", startTime: "2026-12-01T00:00:00Z" },
          { classification: "expired", startTime: "2027-12-01T00:00:00Z" },
        ],
      },
    ],
  },
  machineImages: [{ name: "gardenlinux", versions: [{ version: "1592.3.0", classification: "supported" }] }],
});

/** Casts any JSON value to a Shoot. */
function rowOf(shoot: object, reader = profile.at(now)) {
  const object: KubeObject = { metadata, ...shoot };
  return fleetRowSchema.parse(toFleetRow(object, { project: "pay", profile: reader, now }));
}

const spec = {
  purpose: "production",
  region: "eu-1",
  cloudProfile: { name: "gcp" },
  kubernetes: { version: "1.33.4" },
  provider: {
    type: "gcp",
    workers: [
      { name: "a", maximum: 5, machine: { type: "m", image: { name: "gardenlinux", version: "1592.3.0" } } },
      { name: "b", maximum: 3, machine: { type: "m", image: { name: "gardenlinux", version: "1592.3.0" } } },
      {
        name: "c",
        maximum: 1,
        kubernetes: { version: "1.32.1" },
        machine: { type: "m", image: { name: "other", version: "9" } },
      },
    ],
  },
  maintenance: {
    autoUpdate: { kubernetesVersion: true, machineImageVersion: false },
    timeWindow: { begin: "220000+0100", end: "230000+0100" },
  },
};

test("a healthy cluster's row says what its Shoot says", () => {
  const status = {
    observedGeneration: 3,
    seedName: "gcp-eu1",
    gardener: { version: "v1.130.0" },
    lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, lastUpdateTime: "2026-11-21T11:00:00Z" },
    conditions: [{ type: "APIServerAvailable", status: "True" }],
  };
  expect(rowOf({ spec, status })).toMatchObject({
    project: "pay",
    provider: "gcp",
    seed: "gcp-eu1",
    profile: { kind: "CloudProfile", name: "gcp" },
    health: "healthy",
    observed: true,
    findings: 0,
    kubernetes: { version: "1.33.4", classification: "deprecated", expiresAt: "2026-11-24T23:59:59Z" },
    pinnedPools: [{ pool: "c", version: "1.32.1" }],
    images: [
      { name: "gardenlinux", version: "1592.3.0", classification: "supported", pools: ["a", "b"] },
      { name: "other", version: "9", classification: "not-in-profile", pools: ["c"] },
    ],
    pools: 3,
    maxNodes: 9,
    autoUpdate: { kubernetes: true, images: false },
    window: { begin: "220000+0100", end: "230000+0100" },
    gardenerVersion: "v1.130.0",
  });
});

test("automatic updates that are not written have Gardener's defaults", () => {
  expect(rowOf({ spec: {} }).autoUpdate).toEqual({ kubernetes: true, images: true });
  const written = { maintenance: { autoUpdate: { kubernetesVersion: true } } };
  expect(rowOf({ spec: written }).autoUpdate).toEqual({ kubernetes: true, images: true });
  expect(rowOf({ spec: { maintenance: { autoUpdate: {} } } }).autoUpdate).toEqual({ kubernetes: false, images: true });
});

test("a row says who created the cluster, and its technical id where it cannot be made of project and name", () => {
  const named = { ...metadata, annotations: { "gardener.cloud/created-by": "ada@example.org" } };
  expect(rowOf({ metadata: named, spec }).createdBy).toBe("ada@example.org");
  expect(rowOf({ spec, status: { technicalID: "shoot--pay--prod" } }).technicalId).toBeUndefined();
  expect(rowOf({ spec, status: { technicalID: "shoot-prod-7f3" } }).technicalId).toBe("shoot-prod-7f3");
  expect(rowOf({ spec }).technicalId).toBeUndefined();
});

test.each([
  ["1.34.2", "unclassified"],
  ["1.33.4", "deprecated"],
  ["1.32.1", "expired"],
  ["1.35.0", "preview"],
  ["1.31.0", "not-in-profile"],
])("Kubernetes %s is %s today", (version, classification) => {
  expect(rowOf({ spec: { ...spec, kubernetes: { version } } }).kubernetes.classification).toBe(classification);
});

test("a version whose profile cannot be read is unknown, not fine", () => {
  expect(rowOf({ spec }, unknownProfile).kubernetes).toEqual({ version: "1.33.4", classification: "unknown" });
});

test("a profile says when it reads differently next", () => {
  expect(profile.nextTransitionAfter(now)).toBe(Date.parse("2026-11-24T23:59:59Z"));
  expect(profile.nextTransitionAfter(Date.parse("2027-12-02T00:00:00Z"))).toBe(Number.POSITIVE_INFINITY);
});

test("trouble is named: codes of errors and of conditions, and who mends it", () => {
  const status = {
    lastOperation: { type: "Reconcile", state: "Failed", progress: 60 },
    lastErrors: [{ description: "quota", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }],
    conditions: [
      { type: "EveryNodeReady", status: "False", codes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] },
      { type: "APIServerAvailable", status: "Unknown" },
    ],
    constraints: [{ type: "CACertificateValiditiesAcceptable", status: "False" }],
  };
  expect(rowOf({ spec, status })).toMatchObject({
    health: "unhealthy",
    errorCodes: ["ERR_INFRA_QUOTA_EXCEEDED", "ERR_INFRA_RATE_LIMITS_EXCEEDED"],
    fixer: "user",
    findings: 3,
  });
});

test("the label that Gardener wrote is shown only where it differs", () => {
  const labelled = (status: string) =>
    rowOf({ metadata: { ...metadata, labels: { "shoot.gardener.cloud/status": status } } });
  expect(labelled("healthy").healthLabel).toBeUndefined();
  expect(labelled("splendid").healthLabel).toBe("splendid");
});

test("the rotation that waits for a person comes before one that is running", () => {
  const rotation = {
    certificateAuthorities: { phase: "Preparing", lastInitiationTime: "2026-11-01T00:00:00Z" },
    serviceAccountKey: { phase: "Prepared", lastInitiationFinishedTime: "2026-10-01T00:00:00Z" },
    etcdEncryptionKey: { phase: "Completed" },
  };
  expect(rowOf({ spec, status: { credentials: { rotation } } }).rotation).toEqual({
    family: "serviceAccountKey",
    phase: "Prepared",
    since: "2026-10-01T00:00:00Z",
  });
});

test("every rotation under way is told, with what it wants of people and the pools that are left", () => {
  const rotation = {
    certificateAuthorities: {
      phase: "WaitingForWorkersRollout",
      lastInitiationTime: "2026-11-01T00:00:00Z",
      pendingWorkersRollouts: [{ name: "data" }, null, { name: 3 }],
    },
    serviceAccountKey: { phase: "Preparing", lastInitiationTime: "2026-11-01T00:00:00Z" },
    etcdEncryptionKey: { phase: "Completed" },
  };
  const since = "2026-11-01T00:00:00Z";
  const { rotations } = rowOf({ spec, status: { credentials: { rotation } } });
  expect(rotations).toEqual([
    { family: "certificateAuthorities", phase: "WaitingForWorkersRollout", since, wait: "roll-pools", pools: ["data"] },
    { family: "serviceAccountKey", phase: "Preparing", since },
  ]);
  expect(rowOf({ spec }).rotations).toBeUndefined();
});

describe("whatever the wire carries, there is a row", () => {
  const oddities: readonly (readonly [string, object])[] = [
    ["no spec and no status", {}],
    ["null everywhere", { spec: null, status: null }],
    [
      "nulls in arrays",
      { spec: { provider: { workers: [null, 1, "x", {}] } }, status: { conditions: [null, {}], lastErrors: [null] } },
    ],
    [
      "arrays that are objects",
      { spec: { provider: { workers: {} } }, status: { conditions: {}, constraints: "x", lastErrors: 3 } },
    ],
    [
      "codes that are a text",
      { status: { lastErrors: [{ codes: "ERR" }], conditions: [{ type: "A", status: "False", codes: "ERR" }] } },
    ],
    [
      "texts that are numbers",
      { spec: { purpose: 3, region: [], kubernetes: { version: 1.3 } }, status: { seedName: {} } },
    ],
    ["progress 250 %", { status: { lastOperation: { type: "Reconcile", state: "Processing", progress: 250 } } }],
    ["a last operation that is a list", { status: { lastOperation: [1] } }],
    ["the year 9999", { status: { lastOperation: { lastUpdateTime: "9999-12-31T23:59:59Z" } } }],
    ["labels that are no texts", { metadata: { ...metadata, labels: { a: 1, b: null, c: "x" }, annotations: [] } }],
    [
      "a prototype for a label",
      { metadata: { ...metadata, labels: JSON.parse('{"__proto__":{"polluted":1},"constructor":"x"}') } },
    ],
  ];

  test.each(oddities)("%s", (_name, shoot) => {
    const row = rowOf(shoot);
    expect(row.name).toBe("prod");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("what is new is kept in its own words", () => {
    const status = {
      lastOperation: { type: "Teleport", state: "Hovering", progress: 250 },
      conditions: [{ type: "NamedTomorrow", status: "Perhaps" }],
    };
    const row = rowOf({ spec, status });
    expect(row.lastOperation).toEqual({ type: "Teleport", state: "Hovering", progress: 100 });
    expect(row.conditions).toEqual([{ type: "NamedTomorrow", status: "Perhaps" }]);
    expect(row.findings).toBe(1);
  });

  test("what is missing is said", () => {
    expect(rowOf({}).unreadable).toEqual(["no-version"]);
  });
});

describe("F10: a Shoot that is too large to be held", () => {
  const held = (excess: ObjectExcess) => rowOf(placeholderFor({ metadata }, excess));

  test("has a row that says so, and is not called healthy", () => {
    const row = held({ kind: "size", bytes: 2_100_000 });
    expect(row).toMatchObject({ name: "prod", health: "unknown" });
    expect(row.unreadable).toEqual([expect.stringMatching(/^too-large 21\d{5}$/)]);
  });

  test("or that it is nested too deeply", () => {
    expect(held({ kind: "depth" }).unreadable).toEqual(["too-deep"]);
  });
});
