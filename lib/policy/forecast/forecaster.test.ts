import { describe, expect, it } from "vitest";
import type { CloudProfileSpec, ExpirableVersion, MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { gardenReleaseContext } from "../editions/rules-of-shoot.ts";
import type { ComponentForecast } from "./component-forecast.ts";
import { maxForecastPools } from "./forecast-pools.ts";
import type { Forecast } from "./forecast-result.ts";
import { forecastShoot } from "./forecaster.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const options = { now, horizon: now + 365 * dayMs };
const at = (text: string) => Date.parse(text);

function profileOf(
  kubernetes: readonly ExpirableVersion[],
  images: readonly MachineImageVersion[] = [],
): CloudProfileSpec {
  const machine = { cri: [{ name: "containerd" }], architectures: ["amd64"] };
  const versions = (images.length > 0 ? images : [{ version: "1.0.0" }]).map((one) => ({ ...one, ...machine }));
  return {
    kubernetes: { versions: kubernetes },
    machineImages: [{ name: "gardenlinux", updateStrategy: "major", versions }],
    machineTypes: [{ name: "m" }],
  };
}

function shootOf(version: string, autoUpdate = false, spec: Partial<ShootSpec> = {}): Shoot {
  const image = { name: "gardenlinux", version: "1.0.0" };
  return {
    metadata: { name: "s", namespace: "garden-p" },
    spec: {
      kubernetes: { version },
      provider: { type: "local", workers: [{ name: "data", maximum: 6, machine: { type: "m", image } }] },
      maintenance: {
        autoUpdate: { kubernetesVersion: autoUpdate, machineImageVersion: autoUpdate },
        timeWindow: { begin: "220000+0100", end: "230000+0100" },
      },
      ...spec,
    },
    status: { gardener: { version: "v1.149.3" } },
  };
}

function lane(told: Forecast, kind: ComponentForecast["id"]["kind"]): ComponentForecast {
  const found = told.outcome === "foreseen" ? told.lanes.find(({ id }) => id.kind === kind) : undefined;
  if (found === undefined) throw new Error(`no lane ${kind}`);
  return found;
}

describe("the rules that a forecast follows", () => {
  const profile = profileOf([{ version: "1.35.5" }]);
  const caveatsAt = (version: string, garden?: string) => {
    const shoot = { ...shootOf("1.35.5"), status: { gardener: { version } } };
    const told = forecastShoot(shoot, profile, { ...options, edition: gardenReleaseContext({ release: garden }) });
    return told.outcome === "foreseen" ? told.caveats : undefined;
  };

  it.each<[string, string[], string?]>([
    ["v1.151.0", ["newer-than-known-rules"]],
    ["v1.151.0-dev-b312835d17", ["newer-than-known-rules"]],
    ["v1.153.1", ["newer-than-known-rules"]],
    ["v1.150.4", []],
    ["v1.149.3", []],
    ["v1.99.1", ["older-than-known-rules"]],
    ["v1.150.4", ["newer-than-known-rules"], "v1.152.0"],
  ])("are known to be those of %s, or it is said: %j, as of a garden of %s", (version, expected, garden) => {
    expect(caveatsAt(version, garden)).toEqual(expected);
  });
});

describe("an automatic patch", () => {
  const versions = [{ version: "1.35.5", expirationDate: "2027-10-21T00:00:00Z" }, { version: "1.35.6" }];
  const told = forecastShoot(shootOf("1.35.5", true), profileOf(versions), options);

  it("comes in tonight's window and restarts kubelets only", () => {
    expect(lane(told, "control-plane").hops[0]).toMatchObject({
      kind: "auto",
      earliestAt: at("2026-11-21T21:00:00Z"),
      latestAt: at("2026-11-21T21:45:00Z"),
      confidence: "dated",
      effects: [{ kind: "kubelet-restart", pools: ["data"], maximumNodes: 6 }],
    });
  });

  it("is not because its version expires, which is far away", () => {
    const cause = lane(told, "control-plane").hops[0]?.cause;
    expect(cause).toMatchObject({
      code: "auto-newer-patch",
      notBecause: [{ code: "expiry-of-current", at: at("2027-10-21T00:00:00Z") }],
    });
  });

  it("takes the pool along that names no version of its own", () => {
    expect(lane(told, "pool-kubernetes").hops[0]?.cause.code).toBe("pool-follows-control-plane");
  });
});

describe("a limit of nodes that the pools exceed", () => {
  const limits = { maxNodesTotal: 3 };
  const image = { name: "gardenlinux", version: "1.0.0" };
  const provider = {
    type: "local",
    workers: [{ name: "data", minimum: 4, maximum: 6, machine: { type: "m", image } }],
  };
  const settled = { ...profileOf([{ version: "1.35.5" }]), limits };
  const violation = { scope: "limits", code: "MAX_NODES_TOTAL", nodes: 4, limit: 3 };

  function rejections(told: Forecast) {
    if (told.outcome !== "foreseen") throw new Error(told.reason);
    return told.rejections;
  }

  it("is a dead end from the next window on, although nothing has to move", () => {
    expect(rejections(forecastShoot(shootOf("1.35.5", false, { provider }), settled, options))).toMatchObject([
      {
        fromAt: at("2026-11-21T21:00:00Z"),
        byAt: at("2026-11-21T21:45:00Z"),
        violations: [violation],
        attempted: [],
        remedies: [
          { code: "lower-minimums", limit: 3 },
          { code: "raise-node-limit", nodes: 4 },
        ],
      },
    ]);
  });

  it("holds back the steps that would come", () => {
    const profile = { ...profileOf([{ version: "1.35.5" }, { version: "1.35.6" }]), limits };
    const told = forecastShoot(shootOf("1.35.5", true, { provider }), profile, options);
    expect(lane(told, "control-plane").hops).toEqual([]);
    expect(rejections(told)).toMatchObject([{ attempted: [{ from: "1.35.5", to: "1.35.6" }] }]);
  });

  it("is no dead end where the minimums just fit", () => {
    const fits = { ...settled, limits: { maxNodesTotal: 4 } };
    expect(rejections(forecastShoot(shootOf("1.35.5", false, { provider }), fits, options))).toEqual([]);
  });
});

describe("a forced minor", () => {
  const versions = [{ version: "1.34.2", expirationDate: "2026-12-01T00:00:00Z" }, { version: "1.35.1" }];

  it("rolls the nodes and clears the fields that end with it, but only those that are set", () => {
    const spec = { addons: { nginxIngress: { enabled: true } } };
    const told = forecastShoot(shootOf("1.34.2", false, spec), profileOf(versions), options);
    expect(lane(told, "control-plane").hops).toMatchObject([
      {
        kind: "forced",
        cause: { code: "forced-next-minor", leave: { code: "expired", expiredAt: at("2026-12-01T00:00:00Z") } },
        effects: [{ kind: "node-roll", maximumNodes: 6 }],
        cleanups: [{ field: "addons", effect: "removed" }],
      },
    ]);
  });

  it("is refused as a whole where a release refuses a field that it does not clear yet", () => {
    const kubernetes = { version: "1.32.4", clusterAutoscaler: { maxEmptyBulkDelete: 5 } };
    const old = [{ version: "1.32.4", expirationDate: "2026-12-01T00:00:00Z" }, { version: "1.33.0" }];
    const shoot = { ...shootOf("1.32.4", false, { kubernetes }), status: { gardener: { version: "v1.122.0" } } };
    const edition = { apiServer: { minor: 122, patch: 0, dev: false } };
    const told = forecastShoot(shoot, profileOf(old), { ...options, edition });
    if (told.outcome !== "foreseen") throw new Error(told.reason);
    expect(told.rejections).toMatchObject([
      {
        fromAt: at("2026-12-01T21:00:00Z"),
        violations: [{ scope: "field", field: "kubernetes.clusterAutoscaler.maxEmptyBulkDelete" }],
        remedies: [{ code: "remove-field" }],
      },
    ]);
    expect(lane(told, "control-plane").hops).toEqual([]);
  });

  it("is told twice where the release of the API server is in doubt and matters", () => {
    const kubernetes = { version: "1.32.4", clusterAutoscaler: { maxEmptyBulkDelete: 5 } };
    const old = [{ version: "1.32.4", expirationDate: "2026-12-01T00:00:00Z" }, { version: "1.33.0" }];
    const shoot = { ...shootOf("1.32.4", false, { kubernetes }), status: { gardener: { version: "v1.122.0" } } };
    const told = forecastShoot(shoot, profileOf(old), options);
    if (told.outcome !== "foreseen") throw new Error(told.reason);
    expect(told.certain).toBe(false);
    expect(told.alternatives.some(({ lanes }) => lanes[0]?.finalVersions[0] === "1.33.0")).toBe(true);
  });
});

describe("a dead end", () => {
  const expiring = { version: "1.33.1", expirationDate: "2026-12-01T00:00:00Z" };

  it.each([
    ["a missing minor", [expiring, { version: "1.35.0" }], "no-next-minor", "add-kubernetes-minor", "conditional"],
    ["nothing above", [expiring], "highest-minor", "add-kubernetes-minor", "conditional"],
    [
      "a preview without a date",
      [expiring, { version: "1.34.0", classification: "preview" }],
      "preview-only",
      "end-preview",
      "unknown",
    ],
  ])("of Kubernetes by %s has a date, a code and a remedy", (_what, versions, code, remedy, confidence) => {
    const told = forecastShoot(shootOf("1.33.1"), profileOf(versions), options);
    const [deadEnd] = lane(told, "control-plane").deadEnds;
    expect(deadEnd).toMatchObject({ code, fromAt: at("2026-12-01T21:00:00Z"), version: "1.33.1", confidence });
    expect(deadEnd?.remedies.map((one) => one.code)).toContain(remedy);
  });

  it("ends when the preview stage of the next minor does", () => {
    const lifecycle = [
      { classification: "preview" },
      { classification: "supported", startTime: "2026-12-20T00:00:00Z" },
    ];
    const told = forecastShoot(shootOf("1.33.1"), profileOf([expiring, { version: "1.34.0", lifecycle }]), options);
    const { deadEnds, hops } = lane(told, "control-plane");
    expect(deadEnds).toMatchObject([{ untilAt: at("2026-12-20T21:45:00Z"), confidence: "dated" }]);
    expect(hops).toMatchObject([{ to: "1.34.0", earliestAt: at("2026-12-20T21:00:00Z") }]);
  });

  it("of an image under strategy major is its end of life", () => {
    const images = [{ version: "1.0.0", expirationDate: "2026-12-05T00:00:00Z" }];
    const told = forecastShoot(shootOf("1.33.1"), profileOf([{ version: "1.33.1" }], images), options);
    expect(lane(told, "pool-image").deadEnds).toMatchObject([
      { code: "image-end-of-life", fromAt: at("2026-12-05T21:00:00Z"), sign: "reported-as-failed" },
    ]);
  });

  it("of an image that the profile does not know is silent", () => {
    const profile = { ...profileOf([{ version: "1.33.1" }]), machineImages: [] };
    const told = forecastShoot(shootOf("1.33.1"), profile, options);
    expect(lane(told, "pool-image").deadEnds).toMatchObject([{ code: "image-not-in-profile", sign: "silent" }]);
  });
});

describe("an expiry inside the window", () => {
  it("moves the Shoot today or tomorrow, not before the expiry", () => {
    const versions = [{ version: "1.33.1", expirationDate: "2026-12-01T21:20:00Z" }, { version: "1.33.2" }];
    const told = forecastShoot(shootOf("1.33.1"), profileOf(versions), options);
    expect(lane(told, "control-plane").hops).toMatchObject([
      { earliestAt: at("2026-12-01T21:20:00Z"), latestAt: at("2026-12-02T21:45:00Z"), confidence: "dated" },
    ]);
  });
});

describe("a Shoot without a forecast", () => {
  it.each<[string, Shoot, CloudProfileSpec | undefined, number, object]>([
    ["has no profile", shootOf("1.33.1"), undefined, now, { outcome: "unknown", reason: "no-profile" }],
    ["is asked about no instant", shootOf("1.33.1"), {}, Number.NaN, { outcome: "unknown", reason: "invalid-now" }],
    [
      "is being deleted",
      { ...shootOf("1.33.1"), metadata: { name: "s", deletionTimestamp: "2026-11-20T00:00:00Z" } },
      {},
      now,
      { outcome: "not-maintained", reason: "deleting" },
    ],
  ])("says so when it %s", (_why, shoot, profile, from, expected) => {
    expect(forecastShoot(shoot, profile, { now: from, horizon: options.horizon })).toEqual(expected);
  });
});

describe("a Shoot with more pools than are foreseen", () => {
  const [versions, image] = [[{ version: "1.35.5" }], { name: "gardenlinux", version: "1.0.0" }];
  const told = (count: number) => {
    const workers = Array.from({ length: count }, (_, index) => ({ name: `p${index}`, machine: { type: "m", image } }));
    return forecastShoot(
      shootOf("1.35.5", true, { provider: { type: "local", workers } }),
      profileOf(versions),
      options,
    );
  };

  it("is foreseen for the first of them, and says so", () => {
    const cut = told(maxForecastPools + 1);
    expect(cut).toMatchObject({ outcome: "foreseen", caveats: expect.arrayContaining(["pools-left-out"]) });
    expect(cut.outcome === "foreseen" && cut.lanes).toHaveLength(1 + 2 * maxForecastPools);
  });

  it("says nothing of it as long as all are foreseen", () => {
    const whole = told(maxForecastPools);
    expect(whole.outcome === "foreseen" && whole.caveats).not.toContain("pools-left-out");
  });
});

it("says why an image is left by the kubelet that the pool has by then, not by the one that its spec names today", () => {
  const images = [
    { version: "1.0.0" },
    { version: "1.1.0", kubeletVersionConstraint: ">= 1.34", expirationDate: "2026-12-01T00:00:00Z" },
    { version: "2.0.0" },
  ];
  const { machineImages = [], ...profile } = profileOf([{ version: "1.34.1" }], images);
  const minors = {
    ...profile,
    machineImages: (machineImages ?? []).map((one) => ({ ...one, updateStrategy: "minor" })),
  };
  const machine = { type: "m", image: { name: "gardenlinux", version: "1.0.0" } };
  const workers = [{ name: "data", machine, maximum: 6, kubernetes: { version: "1.33.1" } }];
  const told = forecastShoot(shootOf("1.33.1", true, { provider: { type: "local", workers } }), minors, options);
  expect(lane(told, "pool-kubernetes").hops).toMatchObject([{ from: "1.33.1", to: "1.34.1" }]);
  expect(lane(told, "pool-image").hops).toMatchObject([
    { from: "1.0.0", to: "1.1.0" },
    { from: "1.1.0", to: "2.0.0", cause: { leave: { code: "expired", expiredAt: at("2026-12-01T00:00:00Z") } } },
  ]);
});
