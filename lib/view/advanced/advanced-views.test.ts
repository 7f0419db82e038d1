import { describe, expect, test } from "vitest";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { changeProbes } from "./change-probes.ts";
import { cleanupOverrideRowsOf } from "./cleanup-override-rows-of.ts";
import { endpointViewOf } from "./endpoint-rows.ts";
import { poolChangeTableOf, poolUpdateStrategiesOf } from "./pool-change-table-of.ts";
import { describeContainerdPools } from "./pool-runtimes.ts";
import { readinessGuide } from "./readiness-guide.ts";

function shootOf(
  pools: readonly Partial<Worker>[],
  status: Shoot["status"] = { gardener: { version: "v1.149.3" } },
): Shoot {
  const workers = pools.map((pool, index) => ({
    name: `p${index}`,
    machine: { type: "m5", image: { name: "gardenlinux", version: "1.2.3" } },
    volume: { type: "gp3", size: "50Gi" },
    cri: { name: "containerd" },
    minimum: 1,
    maximum: 3,
    ...pool,
  }));
  return {
    metadata: { name: "a" },
    spec: { kubernetes: { version: "1.33.4" }, provider: { type: "aws", workers } },
    status: status ?? null,
  };
}

function effectOf(shoot: Shoot, id: string): readonly string[] {
  const row = poolChangeTableOf(shoot, {}).find((each) => each.id === id);
  return (row?.effects ?? []).map(({ effect, pools }) => `${pools.join(" ")}: ${effect}`);
}

const rolling = shootOf([{}]);
const automatic = shootOf([{ updateStrategy: "AutoInPlaceUpdate" }]);
const manual = shootOf([{ updateStrategy: "ManualInPlaceUpdate" }]);

describe("what a change does to the pools", () => {
  test.each([
    ["kubernetes-minor", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["pool-minor", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["machine-type", "rollingUpdate", "rejected", "rejected"],
    ["image-name", "rollingUpdate", "rejected", "rejected"],
    ["image-version", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["volume-size", "rollingUpdate", "rejected", "rejected"],
    ["volume-type", "rollingUpdate", "rejected", "rejected"],
    ["cri", "rollingUpdate", "rejected", "rejected"],
    ["kube-reserved", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["eviction-hard", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["cpu-manager", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["ca-rotation", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["sa-rotation", "rollingUpdate", "inPlaceAuto", "inPlaceManual"],
    ["node-local-dns", "rollingUpdate", "rejected", "rejected"],
    ["provider-config", "providerDependent", "providerDependent", "providerDependent"],
    ["data-volumes", "providerDependent", "providerDependent", "providerDependent"],
    ["volume-encrypted", "providerDependent", "rejected", "rejected"],
    ["kubernetes-patch", "kubeletRestart", "kubeletRestart", "kubeletRestart"],
    ["kubelet", "kubeletRestart", "kubeletRestart", "kubeletRestart"],
    ["taints", "kubeletRestart", "kubeletRestart", "kubeletRestart"],
    ["labels", "kubeletRestart", "kubeletRestart", "kubeletRestart"],
    ["ca-bundle", "kubeletRestart", "kubeletRestart", "kubeletRestart"],
    ["sysctls", "nodeConfig", "nodeConfig", "nodeConfig"],
    ["ssh-access", "nodeConfig", "nodeConfig", "nodeConfig"],
    ["ssh-rotation", "nodeConfig", "nodeConfig", "nodeConfig"],
    ["maximum", "scale", "scale", "scale"],
    ["zones", "scale", "scale", "scale"],
    ["annotations", "nodeMetadata", "nodeMetadata", "nodeMetadata"],
    ["surge", "none", "none", "none"],
    ["priority", "none", "none", "none"],
    ["api-server", "none", "none", "none"],
  ])("%s", (id, whenRolling, whenAutomatic, whenManual) => {
    expect([effectOf(rolling, id), effectOf(automatic, id), effectOf(manual, id)]).toEqual([
      [`p0: ${whenRolling}`],
      [`p0: ${whenAutomatic}`],
      [`p0: ${whenManual}`],
    ]);
  });

  test("every probe is in the table, by its own name", () => {
    const rows = poolChangeTableOf(rolling, {});
    expect(rows.map(({ id }) => id)).toEqual(changeProbes.map(({ id }) => id));
    expect(new Set(rows.map(({ what, field }) => `${what} ${field}`)).size).toBe(rows.length);
  });

  test("a pool that pins its version, and one with a kubelet block of its own, do not follow the cluster", () => {
    const shoot = shootOf([{}, { kubernetes: { version: "1.33.4", kubelet: { maxPods: 50 } } }]);
    expect(effectOf(shoot, "kubernetes-minor")).toEqual(["p0: rollingUpdate", "p1: none"]);
    expect(effectOf(shoot, "kube-reserved")).toEqual(["p0: rollingUpdate", "p1: none"]);
  });

  test("node-local DNS only moves a label from Kubernetes 1.34 on", () => {
    const shoot = { ...rolling, spec: { ...rolling.spec, kubernetes: { version: "1.34.1" } } };
    expect(effectOf(shoot, "node-local-dns")).toEqual(["p0: kubeletRestart"]);
  });

  test("pools that fare alike are told together, and a cluster without pools has no effects", () => {
    expect(effectOf(shootOf([{}, {}]), "machine-type")).toEqual(["p0 p1: rollingUpdate"]);
    expect(effectOf(shootOf([]), "machine-type")).toEqual([]);
  });

  test.each<[string, object]>([
    ["no spec to speak of", { kubernetes: {}, provider: {} }],
    ["versions that are none", { kubernetes: { version: "soon" }, provider: { type: "x", workers: [{ name: "p" }] } }],
    ["pools that are no list", { kubernetes: { version: "1.33.1" }, provider: { type: "x", workers: "many" } }],
  ])("%s breaks nothing", (_name, spec) => {
    const shoot = { ...rolling, spec: { ...rolling.spec, ...spec } };
    expect(poolChangeTableOf(shoot, {})).toHaveLength(changeProbes.length);
    expect(poolUpdateStrategiesOf(shoot, {})).toBeInstanceOf(Array);
  });
});

test("each pool says how it is updated, at which pace, and whose version it follows", () => {
  const pools = [
    {},
    { updateStrategy: "ManualInPlaceUpdate", kubernetes: { version: "1.32.9" } },
    { updateStrategy: "Sideways", maxSurge: "25%", kubernetes: { kubelet: { maxPods: 3 } } },
  ];
  expect(poolUpdateStrategiesOf(shootOf(pools), {})).toMatchObject([
    {
      strategy: "AutoRollingUpdate",
      version: "1.33.4",
      pinned: false,
      pace: "1 new ahead, 0 missing at most",
      ownKubelet: false,
    },
    { strategy: "ManualInPlaceUpdate", version: "1.32.9", pinned: true, pace: undefined },
    {
      strategy: "Sideways",
      sentence: expect.stringMatching(/does not know/),
      pace: expect.stringMatching(/^25%/),
      ownKubelet: true,
    },
  ]);
});

describe("endpoints", () => {
  test.each<[string | undefined, readonly number[], RegExp, RegExp]>([
    ["v1.110.2", [443, 8443, 8132], /^TLS ends at the API server\.$/, /^As the gardenlet v1\.110\.2/],
    ["v1.120.0", [443, 8132], /unless the operator has enabled/, /^As the gardenlet/],
    ["v1.149.3", [443, 8443, 8132], /unless the operator has disabled/, /^As the gardenlet/],
    ["v1.171.0", [443, 8443, 8132], /may end at the gateway/, /newer than what is known/],
    ["v1.80.0", [443, 8443, 8132], /ends at the API server/, /older than what is known/],
    ["latest", [443, 8443, 8132], /may end/, /no release that is known/],
    [undefined, [443, 8443, 8132], /may end/, /No gardenlet has reported/],
  ])("of a gardenlet %s", (version, ports, tls, basis) => {
    const view = endpointViewOf({ status: { gardener: version === undefined ? null : { version } } });
    expect(view.ports.map(({ port }) => port)).toEqual(ports);
    expect(view.tls).toMatch(tls);
    expect(view.basis).toMatch(basis);
  });

  test("each address says what it is for, also one that is newer than this build", () => {
    const advertisedAddresses = [
      { name: "external", url: "https://api.a.example" },
      { name: "ingress/web/0/1", url: "https://b.example" },
      { name: "plutono", url: "https://c.example", application: "plutono" },
      { name: "toString", url: "https://d.example" },
    ];
    expect(endpointViewOf({ status: { advertisedAddresses } }).addresses.map(({ use }) => use)).toEqual([
      expect.stringMatching(/people and pipelines/),
      expect.stringMatching(/Ingress/),
      expect.stringMatching(/^plutono/),
      expect.stringMatching(/Not known/),
    ]);
  });

  test.each([null, undefined, {}, { advertisedAddresses: null }])("a status %j has no addresses", (status) => {
    expect(endpointViewOf({ ...(status !== undefined && { status }) }).addresses).toEqual([]);
  });
});

describe("node readiness", () => {
  test("is told step by step, with what Gardener itself marks on this cluster", () => {
    const shoot = shootOf([{}]);
    const networking = { type: "calico" };
    const systemComponents = { nodeLocalDNS: { enabled: true } };
    const guide = readinessGuide({ ...shoot, spec: { ...shoot.spec, networking, systemComponents } });
    expect(guide.marked).toEqual(["apiserver-proxy", "kube-proxy", "node-local-dns", "the network plugin calico"]);
    expect(guide.steps).toEqual([
      expect.stringMatching(/Waiting for a Pod of your-daemonset\.$/),
      expect.stringMatching(/Waiting for the Pods your-daemonset-x7k2p\.$/),
      expect.stringMatching(/Waiting for the CSI drivers csi\.example\.com\.$/),
      expect.stringMatching(/takes workload in a moment/),
      "The node takes workload.",
    ]);
    expect(guide.namespaces).toBe("kube-system");
  });

  test("without kube-proxy and network plugin, and with an older gardenlet", () => {
    const shoot = shootOf([{}], { gardener: { version: "v1.110.0" } });
    const kubernetes = { version: "1.31.1", kubeProxy: { enabled: false } };
    const guide = readinessGuide({ ...shoot, spec: { ...shoot.spec, kubernetes } });
    expect(guide.marked).toEqual(["apiserver-proxy"]);
    expect(guide.namespaces).toBe("kube-system, kubernetes-dashboard and kube-node-lease");
  });
});

describe("overrides of the clean-up", () => {
  const prefix = "shoot.gardener.cloud/";
  const key = `${prefix}cleanup-kubernetes-resources-finalize-grace-period-seconds`;

  test("each annotation with what it takes, and what is written", () => {
    const rows = cleanupOverrideRowsOf({ [key]: "400" });
    expect(rows.map(({ accepted }) => accepted)).toEqual([
      "whole seconds from 0 to 299",
      "whole seconds from 0 to 3599",
      "whole seconds from 0 to 299; up to 3599 for volume snapshots",
      "anything: only its presence counts, so that even false skips",
    ]);
    expect(rows.map(({ written }) => written)).toEqual([undefined, undefined, "400", undefined]);
    expect(rows[2]?.note).toMatch(/volume snapshots only/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["a text", { [key]: "soon" }, /Whole seconds are needed/],
    ["nothing", { [key]: "" }, /Whole seconds are needed/],
    ["too much", { [key]: "3600" }, /ignores it/],
    ["zero", { [key]: "0" }, /at once/],
  ])("%s is judged", (_name, annotations, note) => {
    expect(cleanupOverrideRowsOf(annotations).find(({ annotation }) => annotation === key)?.note).toMatch(note);
  });

  test("skipping counts by its presence", () => {
    expect(cleanupOverrideRowsOf({ [`${prefix}skip-cleanup`]: "false" })[3]).toMatchObject({ written: "false" });
  });
});

test.each<[string, readonly Partial<Worker>[], RegExp]>([
  ["pools that name no runtime have the default", [{ cri: null }], /^All pools/],
  ["a pool with another runtime is named", [{}, { cri: { name: "docker" } }], /no effect on pool p1,/],
  ["a cluster without pools has no node", [], /has no pools/],
])("%s", (_name, pools, words) => {
  expect(describeContainerdPools(shootOf(pools))).toMatch(words);
});
