import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryJson, arbitrarySubset } from "#lib/testing/odd-json.ts";
import { createTestAuthority } from "#server/garden/testing/authority.ts";
import { managedObjectOf, removedKindsOf } from "./managed-objects.ts";
import { namespaceFacts, nodeFacts, podFacts, volumeFacts } from "./node-and-pod-facts.ts";
import { servedApisIn } from "./served-apis.ts";
import { apiServiceFacts, endpointFacts, webhookFactsOf } from "./webhook-facts.ts";
import { budgetFacts, jobFacts, workloadFactsOf } from "./workload-facts.ts";

const named = { namespace: "shop", name: "web" };

test("a Node is ready, cordoned and under pressure as its conditions and spec say", () => {
  const conditions = [
    { type: "Ready", status: "False" },
    { type: "DiskPressure", status: "True" },
    { type: "MemoryPressure", status: "False" },
  ];
  const labels = { "worker.gardener.cloud/pool": "batch", "topology.kubernetes.io/zone": "eu-1a" };
  expect(nodeFacts({ metadata: { name: "n", labels }, spec: { unschedulable: true }, status: { conditions } })).toEqual(
    [{ name: "n", pool: "batch", zone: "eu-1a", isReady: false, isCordoned: true, pressures: ["DiskPressure"] }],
  );
});

test("volumes of a Pod are local if they are lost with its Node: emptyDir on disk, and hostPath that is written", () => {
  const volumes = [
    { name: "cache", emptyDir: {} },
    { name: "memory", emptyDir: { medium: "Memory" } },
    { name: "logs", hostPath: { path: "/var/log" } },
    { name: "certs", hostPath: { path: "/etc/ssl" } },
    { name: "data", persistentVolumeClaim: { claimName: "web-data" } },
    { name: "scratch", ephemeral: { volumeClaimTemplate: {} } },
  ];
  const containers = [{ volumeMounts: [{ name: "logs" }, { name: "certs", readOnly: true }] }];
  expect(podFacts({ metadata: named, spec: { volumes, containers } })).toMatchObject([
    { localVolumes: ["cache", "logs"], claims: ["web-data", "web-scratch"] },
  ]);
});

test("a Pod has the controller that creates it again, and says why it waits", () => {
  const owners = [
    { kind: "Node", name: "n" },
    { kind: "ReplicaSet", name: "web-1", controller: true },
  ];
  const waiting = (reason: string) => ({ state: { waiting: { reason } } });
  const pod = (status: object, annotations = {}) =>
    podFacts({ metadata: { ...named, ownerReferences: owners, annotations }, status })?.[0];
  expect(pod({})).toMatchObject({ controller: { kind: "ReplicaSet", name: "web-1" }, isMirror: false });
  expect(pod({ phase: "Pending", containerStatuses: [waiting("ImagePullBackOff")] })?.waiting).toBe("ImagePullBackOff");
  const unscheduled = [{ type: "PodScheduled", status: "False", reason: "Unschedulable" }];
  expect(pod({ phase: "Pending", conditions: unscheduled })?.waiting).toBe("Unschedulable");
  expect(pod({ phase: "Failed", containerStatuses: [waiting("Error")] })?.waiting).toBeUndefined();
  const evict = "cluster-autoscaler.kubernetes.io/safe-to-evict";
  expect(
    [{}, { [evict]: "true" }, { [evict]: "false" }, { [evict]: "no" }].map((a) => pod({}, a)?.safeToEvict),
  ).toEqual([undefined, true, false, undefined]);
});

test("the status of a budget counts only if its controller has seen the newest spec", () => {
  const status = { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 2 };
  const budget = (generation: number, more: object = {}) =>
    budgetFacts({
      metadata: { ...named, generation },
      spec: { minAvailable: "100%", selector: { matchLabels: { app: "web" } }, ...more },
      status: { ...status, observedGeneration: 3 },
    });
  expect(budget(3)).toMatchObject([
    { minAvailable: "100%", maxUnavailable: undefined, status, evictsUnhealthy: false },
  ]);
  expect(budget(4)).toMatchObject([{ status: undefined }]);
  expect(budget(3, { selector: null })).toMatchObject([{ selector: undefined }]);
  expect(budget(3, { selector: {} })?.[0]?.selector).toEqual({ matchLabels: {}, matchExpressions: [] });
  expect(budget(3, { selector: { matchExpressions: [{ key: "app" }] } })).toBeUndefined();
});

test("webhooks have the defaults of the API, and the end of the last authority of their bundle", () => {
  const authorities = [createTestAuthority().ca, createTestAuthority().ca];
  const caBundle = Buffer.from(authorities.join("\n")).toString("base64");
  const ends = authorities.map((ca) => Date.parse(new X509Certificate(ca).validTo));
  const webhooks = [
    { name: "a.example.com", clientConfig: { service: named, caBundle }, rules: [{ apiGroups: [""] }] },
  ];
  expect(webhookFactsOf("MutatingWebhookConfiguration")({ metadata: { name: "a" }, webhooks })).toMatchObject([
    {
      configuration: "a",
      failurePolicy: "Fail",
      timeoutSeconds: 10,
      service: named,
      namespaceSelector: {},
      rules: [{ apiGroups: [""], scope: "*" }],
      caEndsAt: Math.max(...ends),
    },
  ]);
  const broken = [{ name: "b", clientConfig: { caBundle: "bm8gY2VydGlmaWNhdGU=" } }];
  expect(webhookFactsOf("x")({ metadata: { name: "a" }, webhooks: broken })).toMatchObject([{ caEndsAt: undefined }]);
});

test("an API service is available or says why not; a slice has the addresses of endpoints that are ready", () => {
  const conditions = [{ type: "Available", status: "False", message: "no response" }];
  expect(
    apiServiceFacts({ metadata: { name: "v1.x" }, spec: { service: named }, status: { conditions } }),
  ).toMatchObject([{ isAvailable: false, message: "no response", service: named }]);
  const endpoints = [
    { addresses: ["10.0.0.1"], conditions: { ready: true } },
    { addresses: ["10.0.0.2"], conditions: { ready: false } },
    { addresses: ["10.0.0.3"] },
  ];
  const metadata = { namespace: "shop", labels: { "kubernetes.io/service-name": "web" } };
  expect(endpointFacts({ metadata, endpoints })).toEqual([{ ...named, readyAddresses: 2 }]);
});

test("only Jobs that run are kept, and a disruption is ignored where their policy says so", () => {
  expect(jobFacts({ metadata: named, status: {} })).toEqual([]);
  const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
  expect(jobFacts({ metadata: named, spec: { podFailurePolicy: { rules } }, status: { active: 1 } })).toMatchObject([
    { active: 1, backoffLimit: 6, ignoresDisruption: true },
  ]);
});

test("a volume has the zones that its nodes must have, whatever the driver calls the key", () => {
  const volume = (key: string) =>
    volumeFacts({
      metadata: { name: "pv" },
      spec: {
        claimRef: named,
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: ["eu-1a"] }] }] },
        },
      },
    })?.[0]?.zones;
  for (const key of ["topology.kubernetes.io/zone", "topology.ebs.csi.aws.com/zone", "topology.gke.io/zone"]) {
    expect(volume(key), key).toEqual(["eu-1a"]);
  }
  expect(volume("kubernetes.io/hostname")).toEqual([]);
});

test("kinds that a step removes are listed in their newest version first, and reviews are not stored", () => {
  expect(removedKindsOf("1.31.4", "1.32.1")).toContainEqual({
    kind: "FlowSchema",
    apis: ["flowcontrol.apiserver.k8s.io/v1", "flowcontrol.apiserver.k8s.io/v1beta3"],
  });
  expect(removedKindsOf("1.31.4", "1.32.1")?.map(({ kind }) => kind)).not.toContain("SelfSubjectReview");
  expect(removedKindsOf("1.31.4", "9.1.1")).toBeUndefined();
});

test("discovery says which resources are served, in its old form which versions; what is no discovery says nothing", () => {
  const versions = [{ version: "v1", resources: [{ resource: "ingresses" }] }];
  const groups = { kind: "APIGroupDiscoveryList", items: [{ metadata: { name: "networking.k8s.io" }, versions }] };
  const stale = {
    kind: "APIGroupDiscoveryList",
    items: [{ metadata: { name: "x" }, versions: [{ version: "v1", freshness: "Stale" }] }],
  };
  const old = { kind: "APIGroupList", groups: [{ versions: [{ groupVersion: "networking.k8s.io/v1" }] }] };
  const asked = [
    ["networking.k8s.io/v1", "ingresses"],
    ["networking.k8s.io/v1", "servicecidrs"],
    ["networking.k8s.io/v1beta1", "servicecidrs"],
    ["x/v1", "ys"],
  ] as const;
  const served = [groups, stale, old, "no"].map((each) =>
    asked.map(([api, plural]) => servedApisIn(each)(api, plural)),
  );
  expect(served).toEqual([
    [true, false, false, false],
    [false, false, false, true],
    [true, true, false, false],
    [true, true, true, true],
  ]);
});

test("no object, however odd, breaks the reading of any part", () => {
  const readers = [
    ...[nodeFacts, podFacts, namespaceFacts, volumeFacts, budgetFacts, jobFacts, apiServiceFacts, endpointFacts],
    ...[workloadFactsOf("Deployment"), webhookFactsOf("ValidatingWebhookConfiguration")],
  ];
  const fields = arbitrarySubset(
    ["volumes", "containers", "selector", "webhooks", "conditions", "labels", "annotations", "ownerReferences"],
    arbitraryJson,
  );
  const metadata = fields.map((more) => ({ ...more, ...named }));
  const object = fc.record({
    metadata,
    spec: fields,
    status: fields,
    webhooks: arbitraryJson,
    endpoints: arbitraryJson,
  });
  fc.assert(
    fc.property(fc.oneof(arbitraryJson, object), (value) => {
      for (const read of readers) expect(() => JSON.stringify(read(value))).not.toThrow();
    }),
    { numRuns: caseCount(300, 20_000) },
  );
});

test("what can hide behind the limit of a list is not read as if it were not there", () => {
  const many = Array.from({ length: 201 }, (_, index) => ({ name: `w${index}.example.com` }));
  const webhooks = (given: readonly object[]) =>
    webhookFactsOf("MutatingWebhookConfiguration")({ metadata: { name: "a" }, webhooks: given });
  expect(webhooks(many.slice(1))).toHaveLength(200);
  expect(webhooks(many)).toBeUndefined();
  expect(webhooks([{ name: "a", rules: many }])).toBeUndefined();
  expect(webhooks([{ name: "a", rules: [{ resources: [...many.map(({ name }) => name), "pods"] }] }])).toBeUndefined();
  expect(webhooks([{ name: "a", rules: [{ resources: ["pods", 7] }] }])).toBeUndefined();
  expect(managedObjectOf("CronJob")({ metadata: { ...named, managedFields: many } })).toBeUndefined();

  const waiting = { addresses: ["10.0.0.1"], conditions: { ready: false } };
  const endpoints = [...many.map(() => waiting), { addresses: ["10.0.0.2"] }];
  const metadata = { namespace: "shop", labels: { "kubernetes.io/service-name": "web" } };
  expect(endpointFacts({ metadata, endpoints })?.[0]?.readyAddresses).toBe(1);
});
