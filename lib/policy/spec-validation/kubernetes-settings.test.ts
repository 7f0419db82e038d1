import { describe, expect, test } from "vitest";
import { specChangeErrors, storedShootSpec, workerlessSpecChangeErrors } from "./settings.fixture.ts";

const { kubernetes, networking } = storedShootSpec;
const path = "spec.kubernetes";
const set = (block: object) => ({ kubernetes: { ...kubernetes, ...block } });
const server = (block: object) => set({ kubeAPIServer: block });
const manager = (block: object) => set({ kubeControllerManager: { nodeCIDRMaskSize: 24, ...block } });

function expectRefusals(change: object, expected: readonly string[]) {
  expect(specChangeErrors({}, change)).toEqual(expected.map((text) => `${path}.${text}`));
}

describe("the API server's settings", () => {
  test.each<[string, object, readonly string[]]>([
    ["know their versions of TLS", { tlsMinVersion: "VersionTLS10" }, ["tlsMinVersion VALUE_UNKNOWN"]],
    [
      "have room for requests",
      { requests: { maxMutatingInflight: 2501 } },
      ["requests.maxMutatingInflight ABOVE_MAXIMUM"],
    ],
    ["count from zero", { logging: { verbosity: -1 } }, ["logging.verbosity NEGATIVE"]],
    ["keep events for a day at most", { eventTTL: "25h" }, ["eventTTL ABOVE_MAXIMUM"]],
    ["read durations", { eventTTL: "a day" }, ["eventTTL NOT_A_DURATION"]],
    [
      "give tokens 30 to 90 days",
      { serviceAccountConfig: { maxTokenExpiration: "719h" } },
      ["serviceAccountConfig.maxTokenExpiration BELOW_MINIMUM"],
    ],
    ["or leave it open", { serviceAccountConfig: { maxTokenExpiration: "0s" } }, []],
    [
      "trust issuers by https",
      { serviceAccountConfig: { issuer: "http://issuer.example.org" } },
      ["serviceAccountConfig.issuer ISSUER_MALFORMED"],
    ],
    [
      "accept an issuer once",
      { serviceAccountConfig: { issuer: "https://a.example", acceptedIssuers: ["https://a.example"] } },
      ["serviceAccountConfig.acceptedIssuers[0] VALUE_DUPLICATE"],
    ],
    ["take audiences without commas", { apiAudiences: ["a,b"] }, ["apiAudiences[0] AUDIENCE_WITH_COMMA"]],
    [
      "read authentication from somewhere",
      { structuredAuthentication: {} },
      ["structuredAuthentication.configMapName VALUE_REQUIRED"],
    ],
    [
      "cache resources by their names",
      { watchCacheSizes: { resources: [{ resource: "Pods", size: -1 }] } },
      ["watchCacheSizes.resources[0].resource NAME_INVALID", "watchCacheSizes.resources[0].size NEGATIVE"],
    ],
    [
      "give it enough",
      { autoscaling: { minAllowed: { memory: "1M" } } },
      ["autoscaling.minAllowed.memory BELOW_MINIMUM"],
    ],
    ["say how much", { autoscaling: {} }, ["autoscaling.minAllowed VALUE_REQUIRED"]],
  ])("%s", (_rule, block, expected) => {
    expectRefusals(
      server(block),
      expected.map((text) => `kubeAPIServer.${text}`),
    );
  });

  test("an issuer that is stored already may stay wrong", () => {
    const old = server({ serviceAccountConfig: { acceptedIssuers: ["http://a"] } });
    expect(specChangeErrors(old, old)).toEqual([]);
  });

  test.each<[string, object, readonly string[]]>([
    ["are known", { name: "Nothing" }, ["[0].name ADMISSION_PLUGIN_UNKNOWN"]],
    ["have a name", {}, ["[0].name VALUE_REQUIRED"]],
    ["belong to the version", { name: "JobValidation" }, ["[0].name ADMISSION_PLUGIN_UNSUPPORTED"]],
    ["may have to stay", { name: "Priority", disabled: true }, ["[0] ADMISSION_PLUGIN_REQUIRED"]],
    ["may have no configuration", { name: "Priority", config: {} }, ["[0].config ADMISSION_PLUGIN_HAS_NO_CONFIG"]],
    [
      "may call nobody",
      { name: "Priority", kubeconfigSecretName: "a" },
      ["[0].kubeconfigSecretName ADMISSION_PLUGIN_CALLS_NOBODY"],
    ],
    [
      "have their own kind of configuration",
      { name: "PodSecurity", config: {} },
      ["[0].config POD_SECURITY_CONFIG_MALFORMED"],
    ],
  ])("admission plugins %s", (_rule, plugin, expected) => {
    expectRefusals(
      server({ admissionPlugins: [plugin] }),
      expected.map((text) => `kubeAPIServer.admissionPlugins${text}`),
    );
  });

  test.each<[string, object, readonly string[]]>([
    ["are known", { Nothing: true }, ["Nothing FEATURE_GATE_UNKNOWN"]],
    [
      "come with a version",
      { PodGroupSomething: true, DRADeviceTaintRules: true },
      ["PodGroupSomething FEATURE_GATE_UNKNOWN", "DRADeviceTaintRules FEATURE_GATE_UNSUPPORTED"],
    ],
    ["go with a version", { InTreePluginAWSUnregister: true }, ["InTreePluginAWSUnregister FEATURE_GATE_UNSUPPORTED"]],
    ["are locked in the end", { NodeSwap: false, ConsistentListFromCache: true }, ["NodeSwap FEATURE_GATE_LOCKED"]],
  ])("feature gates %s", (_rule, featureGates, expected) => {
    expectRefusals(
      server({ featureGates }),
      expected.map((text) => `kubeAPIServer.featureGates.${text}`),
    );
  });
});

describe("encryption", () => {
  const at = "spec.kubernetes.kubeAPIServer.encryptionConfig";
  const encrypted = (resources: readonly string[], type?: string) =>
    server({ encryptionConfig: { resources, ...(type && { provider: { type } }) } });
  const settled = {
    lastOperation: { type: "Reconcile", state: "Succeeded" },
    credentials: { encryptionAtRest: { resources: ["configmaps"], provider: { type: "aescbc" } } },
  } as const;

  test.each<[string, readonly string[], readonly string[]]>([
    ["resources have lower case", ["ConfigMaps"], ["[0] RESOURCE_NOT_ENCRYPTABLE"]],
    ["wildcards are none", ["*.apps"], ["[0] RESOURCE_NOT_ENCRYPTABLE"]],
    ["Secrets always are", ["secrets"], ["[0] ALWAYS_ENCRYPTED"]],
    ["each stands once", ["configmaps", "configmaps"], ["[1] VALUE_DUPLICATE"]],
  ])("%s", (_rule, resources, expected) => {
    expect(specChangeErrors(encrypted(resources), encrypted(resources))).toEqual(
      expected.map((text) => `${at}.resources${text}`),
    );
  });

  test("the provider is known, and AES-GCM needs keys that rotate", () => {
    expect(specChangeErrors({}, encrypted([], "rot13"))).toEqual([`${at}.provider.type VALUE_UNKNOWN`]);
    expect(specChangeErrors({}, encrypted([], "aesgcm"))).toEqual([`${at}.provider.type GCM_NEEDS_ROTATION`]);
    const rotates = {
      maintenance: { autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "28d" } } } },
    };
    expect(
      specChangeErrors(
        {},
        { ...encrypted([], "aesgcm"), maintenance: { autoRotation: { credentials: { etcdEncryptionKey: {} } } } },
      ),
    ).toEqual([]);
    expect(specChangeErrors(rotates, rotates)).toContain(
      "spec.maintenance.autoRotation.credentials.etcdEncryptionKey.rotationPeriod NOT_A_DURATION",
    );
  });

  test.each<[string, object, object, Parameters<typeof specChangeErrors>[2], readonly string[]]>([
    ["changes when all is settled", encrypted(["configmaps"]), encrypted(["configmaps", "leases"]), settled, []],
    [
      "does not change twice at once",
      encrypted(["configmaps"]),
      encrypted([], "secretbox"),
      settled,
      ["provider.type ENCRYPTION_CHANGES_TWICE"],
    ],
    [
      "waits for the change before",
      encrypted(["leases"]),
      encrypted(["configmaps"]),
      settled,
      ["resources ENCRYPTION_ROLLING_OUT"],
    ],
    [
      "waits for the rotation of the key",
      encrypted(["configmaps"]),
      encrypted([]),
      { credentials: { ...settled.credentials, rotation: { etcdEncryptionKey: { phase: "Prepared" } } } },
      ["resources ENCRYPTION_KEY_ROTATING"],
    ],
    [
      "waits for the creation",
      encrypted(["configmaps"]),
      encrypted(["configmaps"], "secretbox"),
      { ...settled, lastOperation: { type: "Create", state: "Processing" } },
      ["provider.type ENCRYPTION_NOT_READY"],
    ],
    [
      "waits while the Shoot sleeps",
      encrypted(["configmaps"]),
      { ...encrypted([]), hibernation: { enabled: true } },
      settled,
      ["resources ENCRYPTION_HIBERNATED"],
    ],
  ])("%s", (_rule, before, after, status, expected) => {
    expect(specChangeErrors({ hibernation: { enabled: true }, ...before }, { ...after }, status)).toEqual(
      expected.map((text) => `${at}.${text}`),
    );
  });
});

describe("the other components", () => {
  test.each<[string, object, readonly string[]]>([
    ["kube-proxy has three modes", set({ kubeProxy: { mode: "BPF" } }), ["kubeProxy.mode VALUE_UNKNOWN"]],
    [
      "and NFTables needs its gate",
      { ...set({ version: "1.32.1", kubeProxy: { mode: "NFTables", featureGates: { NFTablesProxyMode: false } } }) },
      ["kubeProxy.mode GATE_MUST_BE_ON"],
    ],
    [
      "the scheduler has two profiles",
      set({ kubeScheduler: { profile: "fast" } }),
      ["kubeScheduler.profile VALUE_UNKNOWN"],
    ],
    [
      "and positive volumes",
      set({ kubeScheduler: { kubeMaxPDVols: "0" } }),
      ["kubeScheduler.kubeMaxPDVols BELOW_MINIMUM"],
    ],
    [
      "the autoscaler knows its expanders",
      set({
        clusterAutoscaler: { expander: "random,cheapest", scanInterval: "-1s", scaleDownUtilizationThreshold: 1.5 },
      }),
      [
        "clusterAutoscaler.scanInterval NEGATIVE",
        "clusterAutoscaler.scaleDownUtilizationThreshold ABOVE_MAXIMUM",
        "clusterAutoscaler.expander VALUE_UNKNOWN",
      ],
    ],
    [
      "its two limits are one",
      set({ clusterAutoscaler: { maxEmptyBulkDelete: 1, maxScaleDownParallelism: 2 } }),
      ["clusterAutoscaler.maxEmptyBulkDelete MUST_EQUAL"],
    ],
    [
      "its taints are keys that are free",
      set({ clusterAutoscaler: { startupTaints: ["a b", "node.gardener.cloud/critical-components-not-ready"] } }),
      ["clusterAutoscaler.startupTaints[0] NAME_INVALID", "clusterAutoscaler.startupTaints[1] TAINT_RESERVED"],
    ],
    [
      "ignored taints are gone",
      set({ clusterAutoscaler: { ignoreTaints: ["a"] } }),
      ["clusterAutoscaler.ignoreTaints.IgnoreTaints FIELD_NOT_SUPPORTED"],
    ],
    [
      "the autoscaler of Pods has fractions",
      set({ verticalPodAutoscaler: { evictionTolerance: 1, targetCPUPercentile: 2, featureGates: { X: true } } }),
      [
        "verticalPodAutoscaler.evictionTolerance ABOVE_MAXIMUM",
        "verticalPodAutoscaler.targetCPUPercentile ABOVE_MAXIMUM",
        "verticalPodAutoscaler.featureGates.X FEATURE_GATE_UNKNOWN",
      ],
    ],
    [
      "etcd gets what it needs",
      set({ etcd: { main: { autoscaling: { minAllowed: { memory: "10M", disk: "1" } } } } }),
      ["etcd.main.autoscaling.minAllowed.memory BELOW_MINIMUM", "etcd.main.autoscaling.minAllowed.disk VALUE_UNKNOWN"],
    ],
    [
      "Pods are scaled once a second at most",
      manager({ horizontalPodAutoscaler: { syncPeriod: "500ms", tolerance: 0, initialReadinessDelay: "0s" } }),
      [
        "kubeControllerManager.horizontalPodAutoscaler.syncPeriod BELOW_MINIMUM",
        "kubeControllerManager.horizontalPodAutoscaler.tolerance NOT_POSITIVE",
        "kubeControllerManager.horizontalPodAutoscaler.initialReadinessDelay NOT_POSITIVE",
      ],
    ],
    [
      "IPv4 has no size for IPv6",
      manager({ nodeCIDRMaskSizeIPv6: 64 }),
      ["kubeControllerManager.nodeCIDRMaskSizeIPv6 NODE_MASK_OF_ONE_FAMILY"],
    ],
    ["a node's range holds its Pods", manager({ nodeCIDRMaskSize: 24 }), []],
  ])("%s", (_rule, change, expected) => {
    const { version } = { ...kubernetes, ...("kubernetes" in change ? (change.kubernetes as object) : {}) };
    const before = { kubernetes: { ...kubernetes, version } };
    expect(specChangeErrors(before, change)).toEqual(expected.map((text) => `${path}.${text}`));
  });

  test("a range that is too small is told, with the family's own bounds", () => {
    const small = set({ kubeControllerManager: { nodeCIDRMaskSize: 26 } });
    expect(specChangeErrors(small, small)).toEqual([
      `${path}.kubeControllerManager.nodeCIDRMaskSize NODE_MASK_TOO_SMALL`,
    ]);
    const none = set({ kubeControllerManager: { nodeCIDRMaskSize: 24 } });
    const ipv6 = {
      ...none,
      networking: { ...networking, ipFamilies: ["IPv6"], pods: null, nodes: null, services: null },
    };
    expect(specChangeErrors(ipv6, ipv6)).toEqual([`${path}.kubeControllerManager.nodeCIDRMaskSize BELOW_MINIMUM`]);
  });

  test("a Shoot without workers has none of those that serve nodes", () => {
    const blocks = { kubeProxy: {}, clusterAutoscaler: {}, kubeControllerManager: { nodeMonitorGracePeriod: "40s" } };
    const systemComponents = { coreDNS: {} };
    expect(workerlessSpecChangeErrors({ kubernetes: { version: "1.34.1", ...blocks }, systemComponents })).toEqual([
      `${path}.kubeControllerManager.nodeMonitorGracePeriod WORKERLESS_FIELD`,
      `${path}.kubeProxy WORKERLESS_FIELD`,
      `${path}.clusterAutoScaler WORKERLESS_FIELD`,
      "spec.systemComponents WORKERLESS_FIELD",
    ]);
  });
});
