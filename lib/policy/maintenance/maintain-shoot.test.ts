import { describe, expect, it } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { lastMaintenanceAfter, lastMaintenanceAfterRejection } from "./last-maintenance.ts";
import { maintenanceResults, simulateMaintenanceRun, specAfterMaintenanceRun } from "./maintain-shoot.ts";

const now = Date.parse("2026-11-21T21:10:00Z");
const past = "2026-11-01T00:00:00Z";
const machine = { cri: [{ name: "containerd" }], architectures: ["amd64"] };

const profile: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.34.2", expirationDate: past }, { version: "1.35.1" }] },
  machineImages: [
    { name: "gardenlinux", versions: [{ version: "1.0.0", expirationDate: past }, { version: "1.1.0" }] },
  ].map((image) => ({ ...image, versions: image.versions.map((version) => ({ ...version, ...machine })) })),
  machineTypes: [{ name: "m" }],
};

function shootOf(spec: Partial<ShootSpec> = {}): Shoot {
  return {
    metadata: { name: "s", namespace: "garden-p" },
    spec: {
      kubernetes: { version: "1.34.2", kubeScheduler: { kubeMaxPDVols: "30", profile: "balanced" } },
      provider: {
        type: "local",
        workers: [{ name: "a", machine: { type: "m", image: { name: "gardenlinux", version: "1.0.0" } } }],
      },
      addons: { nginxIngress: { enabled: true } },
      dns: { providers: [{ type: "aws", secretName: "dns", primary: true }] },
      maintenance: { autoUpdate: { kubernetesVersion: false, machineImageVersion: false } },
      ...spec,
    },
  };
}

describe("a pool that would end at its control plane's version", () => {
  const kubernetes = {
    versions: [
      { version: "1.34.2", expirationDate: past },
      { version: "1.35.7", expirationDate: past },
    ],
  };
  const pool = { name: "a", machine: { type: "m", image: { name: "gardenlinux", version: "1.1.0" } } };
  const workers = [{ ...pool, kubernetes: { version: "1.34.2" } }];

  it("is refused where the profile no longer lists that version", () => {
    const shoot = shootOf({
      kubernetes: { version: "1.35.5" },
      provider: { type: "local", workers },
      addons: null,
      dns: null,
    });
    const run = simulateMaintenanceRun(shoot, { ...profile, kubernetes }, { now });
    expect(run.violations).toEqual([{ scope: "pool", pool: "a", code: "VERSION_NOT_LISTED" }]);
    expect(run.state.pools[0]?.kubernetes).toBe("1.34.2");
  });
});

describe("one maintenance run", () => {
  const shoot = shootOf();
  const run = simulateMaintenanceRun(shoot, profile, { now });
  const spec = specAfterMaintenanceRun(shoot.spec, run);

  it("moves the control plane and the images that have to be left, in one go", () => {
    expect(spec.kubernetes.version).toBe("1.35.1");
    expect(spec.provider.workers?.[0]?.machine.image?.version).toBe("1.1.0");
  });

  it("clears what ends with the new minor and leaves the neighbours of the cleared fields alone", () => {
    expect(spec.addons).toBeNull();
    expect(spec.kubernetes.kubeScheduler).toEqual({ profile: "balanced" });
    expect(spec.dns?.providers).toEqual([{ type: "aws", primary: true }]);
  });

  it("does not touch the Shoot that it looks at", () => {
    expect(shoot).toEqual(shootOf());
  });

  it("gives an unpinned pool no version of its own", () => {
    expect(spec.provider.workers?.[0]?.kubernetes?.version).toBeUndefined();
  });

  it("reports what it did, and that all of it worked", () => {
    const results = maintenanceResults(run, shoot.spec);
    expect(results.map(({ target, ok }) => [target, ok])).toEqual([
      ["controlPlane", true],
      ["pool/a/image", true],
    ]);
    const status = lastMaintenanceAfter(undefined, { results, operations: [] }, "2026-11-21T21:10:00Z");
    expect(status).toMatchObject({ state: "Succeeded", triggeredTime: "2026-11-21T21:10:00Z" });
    expect(status?.failureReason).toBeUndefined();
  });

  it("migrates the secret binding when it crosses 1.34, unless a credentials binding is there", () => {
    const crossing: CloudProfileSpec = {
      ...profile,
      kubernetes: { versions: [{ version: "1.33.1", expirationDate: past }, { version: "1.34.0" }] },
    };
    const bindings = (own: Partial<ShootSpec>) => {
      const one = shootOf({ ...own, kubernetes: { version: "1.33.1" } });
      const after = specAfterMaintenanceRun(one.spec, simulateMaintenanceRun(one, crossing, { now }));
      return [after.secretBindingName, after.credentialsBindingName];
    };
    expect(bindings({ secretBindingName: "core" })).toEqual([null, "force-migrated-core"]);
    expect(bindings({ secretBindingName: "core", credentialsBindingName: "mine" })).toEqual(["core", "mine"]);
  });

  it("loses a cloudProfileName that says the same as cloudProfile when it crosses 1.34, as the server keeps none", () => {
    const versions = [
      { version: "1.32.1", expirationDate: past },
      { version: "1.33.1", expirationDate: past },
    ];
    const crossing = { ...profile, kubernetes: { versions: [...versions, { version: "1.34.0" }] } };
    const nameAfter = (version: string, own: Partial<ShootSpec>) => {
      const one = shootOf({ ...own, kubernetes: { version } });
      return specAfterMaintenanceRun(one.spec, simulateMaintenanceRun(one, crossing, { now })).cloudProfileName;
    };
    const both = { cloudProfileName: "aws", cloudProfile: { kind: "CloudProfile", name: "aws" } };
    expect(nameAfter("1.33.1", both)).toBeNull();
    expect(nameAfter("1.32.1", both)).toBe("aws");
  });

  it("is refused as a whole by a release that refuses a field without clearing it", () => {
    const gap: CloudProfileSpec = {
      ...profile,
      kubernetes: { versions: [{ version: "1.32.4", expirationDate: past }, { version: "1.33.0" }] },
    };
    const set = shootOf({ kubernetes: { version: "1.32.4", clusterAutoscaler: { maxEmptyBulkDelete: 5 } } });
    const rules = gardenerRulesOfRelease({ minor: 122, patch: 0, dev: false });
    const refused = simulateMaintenanceRun(set, gap, { now, rules });
    expect(refused.violations).toMatchObject([{ scope: "field", code: "REFUSED" }]);
    expect(specAfterMaintenanceRun(set.spec, refused)).toBe(set.spec);
  });
});

describe("what stood before a run", () => {
  const stuck: CloudProfileSpec = {
    ...profile,
    kubernetes: { versions: [{ version: "1.34.2", expirationDate: past }] },
    machineImages: [
      { name: "gardenlinux", versions: [{ version: "1.0.0", ...machine, kubeletVersionConstraint: ">= 1.35" }] },
    ],
  };

  it("refuses a run that changes nothing but has a failure to report", () => {
    const run = simulateMaintenanceRun(shootOf(), stuck, { now });
    expect(run.proposal.controlPlane.outcome).toBe("failed");
    expect(run.proposal.after).toBe(run.proposal.before);
    expect(run.violations).toEqual([{ scope: "pool", pool: "a", code: "IMAGE_KUBELET_CONSTRAINT" }]);
  });

  it("is not asked about by a run that has nothing to say", () => {
    const { provider } = shootOf().spec;
    const workers = (provider.workers ?? []).map((pool) => ({ ...pool, minimum: 2 }));
    const shoot = shootOf({ provider: { ...provider, workers } });
    const limits = { maxNodesTotal: 1 };
    const images = [{ name: "gardenlinux", versions: [{ version: "1.0.0", ...machine }] }];
    const settled = { kubernetes: { versions: [{ version: "1.34.2" }] }, machineImages: images };
    expect(simulateMaintenanceRun(shoot, { ...profile, ...settled, limits }, { now }).violations).toEqual([]);
    expect(simulateMaintenanceRun(shoot, { ...profile, limits }, { now }).violations).toEqual([
      { scope: "limits", code: "MAX_NODES_TOTAL", nodes: 2, limit: 1 },
    ]);
  });
});

describe("reservations of kubelets that cross 1.31", () => {
  const crossing: CloudProfileSpec = {
    ...profile,
    kubernetes: { versions: [{ version: "1.30.9", expirationDate: past }, { version: "1.31.1" }] },
  };
  const rules = gardenerRulesOfRelease({ minor: 120, patch: 0, dev: false });

  it("are added up in the Shoot's settings and in each pool's", () => {
    const kubelet = { kubeReserved: { cpu: "80m", memory: "1Gi" }, systemReserved: { cpu: "1", pid: 1000 } };
    const shoot = shootOf({ kubernetes: { version: "1.30.9", kubelet } });
    const [pool] = shoot.spec.provider.workers ?? [];
    const own = { kubelet: { systemReserved: { memory: "512Mi" } } };
    const workers = pool === undefined ? [] : [{ ...pool, kubernetes: own }];
    const before = { ...shoot, spec: { ...shoot.spec, provider: { ...shoot.spec.provider, workers } } };
    const after = specAfterMaintenanceRun(before.spec, simulateMaintenanceRun(before, crossing, { now, rules }));
    expect(after.kubernetes.kubelet).toEqual({ kubeReserved: { cpu: "1080m", memory: "1Gi", pid: 1000 } });
    expect(after.provider.workers?.[0]?.kubernetes?.kubelet).toEqual({ kubeReserved: { memory: "512Mi" } });
  });
});

describe("the last maintenance", () => {
  const failed = { state: "Failed", description: "Maintenance failed", failureReason: "no", triggeredTime: past };

  it("stays as it is when nothing happened", () => {
    const succeeded = { ...failed, state: "Succeeded" };
    expect(lastMaintenanceAfter(succeeded, { results: [], operations: [] }, past)).toBe(succeeded);
  });

  it("stops to say Failed once there is nothing left that fails", () => {
    const status = lastMaintenanceAfter(failed, { results: [], operations: [] }, "2026-11-21T21:10:00Z");
    expect(status).toEqual({ state: "Succeeded", description: "Maintenance succeeded", triggeredTime: past });
  });

  it("of a run that did not come to its end is taken for done by the next one that has nothing to report", () => {
    const status = lastMaintenanceAfter({ ...failed, state: "Processing" }, { results: [], operations: [] }, past);
    expect(status).toEqual({ ...failed, state: "Succeeded" });
  });

  it("counts results, not operations, and says Failed when one of them failed", () => {
    const results = [
      { target: "controlPlane", ok: true },
      { target: "pool/a/image", ok: false, failure: "no suitable version" },
    ];
    const status = lastMaintenanceAfter(undefined, { results, operations: ["addons removed"] }, past);
    expect(status?.description).toContain("(1/2)");
    expect(status).toMatchObject({ state: "Failed", failureReason: "no suitable version" });
  });

  it("carries the server's words when the run was refused", () => {
    expect(lastMaintenanceAfterRejection("spec.addons: Forbidden", past).failureReason).toContain(
      "spec.addons: Forbidden",
    );
  });
});
