import "server-only";
import type { WorkloadTrait } from "#garden/gardener/kinds/workload-traits.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { NodeObject } from "../nodes/node-object.ts";
import { unobservedAnnotation } from "./budget-status.ts";
import { coreRules, type WorkloadObject } from "./build-workload.ts";
import { boundVolume, type WorkloadInput } from "./sound-workload.ts";
import { admissionPolicies, admissionPolicyBindings, apiServices, budgets, jobs, pods } from "./workload-kinds.ts";

export interface TraitInput extends WorkloadInput {
  /** The Nodes on which Pods can be placed. */
  readonly hosts: readonly NodeObject[];
}

type Trait = (input: TraitInput) => readonly WorkloadObject[];

const zoneLabel = "topology.kubernetes.io/zone";
const hostLabel = "kubernetes.io/hostname";

/** The objects of each trait. All names tell what is special. */
const traits: Readonly<Record<WorkloadTrait, Trait>> = {
  "budget-never": ({ build }) => [
    build.deployment("orders", "order-service", { replicas: 3 }),
    build.service("orders", "order-service"),
    build.budget("orders", "order-service", "order-service", { maxUnavailable: 0 }),
    build.deployment("orders", "order-mail"),
    build.budget("orders", "order-mail", "order-mail", { minAvailable: "100%" }),
  ],
  // One Pod more than there are Nodes, each on a Node of its own: the last Pod waits, so that the budget is used up.
  "budget-now": ({ build, hosts }) => [
    build.deployment("search", "search-index", { replicas: hosts.length + 1, spec: onePerNode("search-index") }),
    build.service("search", "search-index"),
    build.budget("search", "search-index", "search-index", { maxUnavailable: 1 }),
  ],
  "budgets-overlap": ({ build }) => [
    build.deployment("checkout", "basket", { replicas: 3 }),
    build.budget("checkout", "basket", "basket", { maxUnavailable: 1 }),
    build.budget("checkout", "everything", undefined, { minAvailable: 1 }),
  ],
  "budget-unobserved": ({ build }) => [
    build.deployment("gateway", "edge-proxy", { replicas: 3 }),
    build.object(
      budgets,
      { namespace: "gateway", name: "edge-proxy" },
      {
        spec: { selector: { matchLabels: { app: "edge-proxy" } }, maxUnavailable: 1 },
        status: { currentHealthy: 3, desiredHealthy: 3, disruptionsAllowed: 0, expectedPods: 3, observedGeneration: 1 },
      },
      { generation: 2, annotations: { [unobservedAnnotation]: "2" } },
    ),
  ],
  "pod-alone": ({ build, hosts }) => [
    build.object(
      pods,
      { namespace: "tools", name: "debug-shell" },
      {
        spec: {
          containers: [{ name: "shell", image: "registry.harborline.example/toolbox:3" }],
          nodeName: hosts[0]?.metadata.name,
          restartPolicy: "Always",
        },
      },
      { labels: { run: "debug-shell" } },
    ),
  ],
  "local-data": ({ build }) => [
    build.deployment("media", "thumbnails", {
      spec: { volumes: [{ name: "work", emptyDir: {} }] },
      mounts: [{ name: "work", mountPath: "/var/work" }],
    }),
    build.deployment("media", "log-spool", {
      spec: { volumes: [{ name: "spool", hostPath: { path: "/var/spool/app", type: "DirectoryOrCreate" } }] },
      mounts: [{ name: "spool", mountPath: "/spool" }],
    }),
  ],
  "not-evictable": ({ build }) => [
    build.deployment("streams", "session-broker", {
      annotations: { "cluster-autoscaler.kubernetes.io/safe-to-evict": "false" },
    }),
  ],
  "pods-waiting": ({ build }) => [
    build.deployment("models", "inference", { spec: { nodeSelector: { "harborline.example/gpu": "a100" } } }),
    build.deployment("models", "feature-export", { image: "feature-export:missing" }),
    build.deployment("models", "drift-watch", { image: "drift-watch:crashing" }),
  ],
  "one-replica": ({ build }) => [
    build.deployment("billing", "invoice-writer", { replicas: 1 }),
    build.service("billing", "invoice-writer"),
  ],
  "zonal-volumes": ({ build, hosts }) => [
    build.statefulSet("database", "ledger-db", { claims: ["data"], mounts: [{ name: "data", mountPath: "/data" }] }),
    build.budget("database", "ledger-db", "ledger-db", { maxUnavailable: 1 }),
    ...[0, 1, 2].flatMap((ordinal) =>
      boundVolume(
        build,
        { namespace: "database", name: `data-ledger-db-${ordinal}` },
        {
          accessModes: ["ReadWriteOnce"],
          csi: { driver: "disk.csi.harborline.example", volumeHandle: `vol-ledger-${ordinal}` },
          storageClassName: "default",
          ...nodeAffinity(zoneLabel, hosts[ordinal % Math.max(1, hosts.length)]),
        },
      ),
    ),
  ],
  // As after the only pool with Nodes in the volume's zone was deleted.
  "volume-elsewhere": ({ build, hosts }) => [
    build.statefulSet("database", "archive-db", {
      replicas: 1,
      spec: { nodeName: hosts[0]?.metadata.name },
      claims: ["data"],
      mounts: [{ name: "data", mountPath: "/data" }],
    }),
    ...boundVolume(
      build,
      { namespace: "database", name: "data-archive-db-0" },
      {
        accessModes: ["ReadWriteOnce"],
        csi: { driver: "disk.csi.harborline.example", volumeHandle: "vol-archive-0" },
        storageClassName: "default",
        ...affinityTo(zoneLabel, "zone-without-nodes"),
      },
    ),
  ],
  "local-volume": ({ build, hosts }) => [
    build.statefulSet("database", "scratch-db", {
      replicas: 1,
      claims: ["data"],
      mounts: [{ name: "data", mountPath: "/data" }],
    }),
    ...boundVolume(
      build,
      { namespace: "database", name: "data-scratch-db-0" },
      {
        accessModes: ["ReadWriteOnce"],
        local: { path: "/mnt/disks/ssd0" },
        storageClassName: "local-ssd",
        ...nodeAffinity(hostLabel, hosts[0]),
      },
    ),
  ],
  "job-running": ({ build, nowMs }) => [
    build.object(
      jobs,
      { namespace: "batch", name: "rebuild-index" },
      {
        spec: { backoffLimit: 6, completions: 1, parallelism: 1, template: build.template("rebuild-index", never) },
        status: { active: 1, startTime: formatInstant(nowMs - 1_800_000) },
      },
      { creationTimestamp: formatInstant(nowMs - 1_800_000) },
    ),
    build.object(
      jobs,
      { namespace: "batch", name: "year-end-closing" },
      {
        spec: {
          backoffLimit: 0,
          completions: 1,
          parallelism: 1,
          template: build.template("year-end-closing", never),
        },
        status: { active: 1, startTime: formatInstant(nowMs - 5 * 3_600_000) },
      },
      { creationTimestamp: formatInstant(nowMs - 5 * 3_600_000) },
    ),
  ],
  "webhook-dead": ({ build, bundles }) => [
    build.deployment("policy", "image-policy", { replicas: 0 }),
    build.service("policy", "image-policy"),
    build.webhook("validating", "image-policy", {
      clientConfig: called(bundles.valid, "policy", "image-policy"),
      rules: coreRules("pods"),
    }),
  ],
  "webhook-wide": ({ build, bundles }) => [
    build.deployment("mesh", "sidecar-injector"),
    build.service("mesh", "sidecar-injector"),
    build.webhook("mutating", "sidecar-injector", {
      clientConfig: called(bundles.valid, "mesh", "sidecar-injector"),
      rules: coreRules("pods"),
      timeoutSeconds: 30,
    }),
  ],
  "webhook-slow": ({ build, bundles }) => [
    build.deployment("policy", "node-labels"),
    build.service("policy", "node-labels"),
    build.webhook("mutating", "node-labels", {
      clientConfig: called(bundles.valid, "policy", "node-labels"),
      failurePolicy: "Ignore",
      rules: coreRules("nodes"),
      timeoutSeconds: 25,
    }),
    build.webhook("validating", "lease-audit", {
      clientConfig: called(bundles.valid, "policy", "node-labels"),
      failurePolicy: "Ignore",
      rules: [
        {
          apiGroups: ["coordination.k8s.io"],
          apiVersions: ["v1"],
          operations: ["*"],
          resources: ["leases"],
          scope: "*",
        },
      ],
      timeoutSeconds: 10,
    }),
  ],
  "webhook-certificate": ({ build, bundles }) => [
    build.deployment("policy", "quota-policy"),
    build.service("policy", "quota-policy"),
    build.webhook("validating", "quota-policy", {
      clientConfig: called(bundles.ending, "policy", "quota-policy"),
      namespaceSelector: outsideSystem,
      rules: coreRules("persistentvolumeclaims"),
    }),
  ],
  "webhook-url": ({ build, bundles }) => [
    build.webhook("validating", "central-audit", {
      clientConfig: { caBundle: bundles.valid, url: "https://audit.harborline.example/validate" },
      rules: coreRules("nodes", "pods"),
      timeoutSeconds: 20,
    }),
  ],
  "certificate-ended": ({ build, bundles }) => [
    build.deployment("policy", "naming-policy"),
    build.service("policy", "naming-policy"),
    build.webhook("validating", "naming-policy", {
      clientConfig: called(bundles.ended, "policy", "naming-policy"),
      namespaceSelector: outsideSystem,
      rules: coreRules("configmaps"),
    }),
  ],
  "api-unavailable": ({ build, bundles }) => [
    build.deployment("tenants", "tenant-api", { replicas: 0 }),
    build.service("tenants", "tenant-api"),
    aggregated(
      "v1alpha1.tenants.harborline.example",
      { namespace: "tenants", name: "tenant-api" },
      bundles.valid,
      build,
    ),
  ],
  "api-certificate": ({ build, bundles }) => [
    build.deployment("monitoring", "metrics-adapter"),
    build.service("monitoring", "metrics-adapter"),
    aggregated(
      "v1beta2.custom.metrics.k8s.io",
      { namespace: "monitoring", name: "metrics-adapter" },
      bundles.ending,
      build,
    ),
  ],
  "removed-api": ({ build }) => {
    const writers = [{ manager: "policy-operator", apiVersion: "admissionregistration.k8s.io/v1beta1" }];
    const name = "replica-limit";
    const rule = { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] };
    return [
      build.object(
        admissionPolicies,
        { name },
        {
          spec: {
            failurePolicy: "Fail",
            matchConstraints: { matchPolicy: "Equivalent", resourceRules: [rule] },
            validations: [{ expression: "object.spec.replicas <= 50" }],
          },
        },
        { writers },
      ),
      build.object(
        admissionPolicyBindings,
        { name },
        {
          spec: { policyName: name, validationActions: ["Deny"] },
        },
        { writers },
      ),
    ];
  },
  // Told by the Nodes.
  "node-cordoned": () => [],
};

/** The objects of the given traits. */
export function traitWorkload(named: ReadonlySet<WorkloadTrait>, input: TraitInput): readonly WorkloadObject[] {
  return [...named].flatMap((trait) => traits[trait](input));
}

/** Deployments with many Pods, for measurements. */
export function manyPods(count: number, { build }: TraitInput): readonly WorkloadObject[] {
  const size = 50;
  return Array.from({ length: Math.ceil(count / size) }, (_, index) =>
    build.deployment("load", `load-${index + 1}`, { replicas: Math.min(size, count - index * size) }),
  );
}

const never = { spec: { restartPolicy: "Never" } };

const outsideSystem = {
  matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] }],
};

function called(caBundle: string, namespace: string, name: string): object {
  return { caBundle, service: { namespace, name, path: "/validate", port: 443 } };
}

function onePerNode(app: string): object {
  const term = { labelSelector: { matchLabels: { app } }, topologyKey: hostLabel };
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
}

function nodeAffinity(key: string, node: NodeObject | undefined): object {
  const value = node?.metadata.labels?.[key];
  return value === undefined ? {} : affinityTo(key, value);
}

function affinityTo(key: string, value: string): object {
  const terms = [{ matchExpressions: [{ key, operator: "In", values: [value] }] }];
  return { nodeAffinity: { required: { nodeSelectorTerms: terms } } };
}

function aggregated(
  name: string,
  service: { readonly namespace: string; readonly name: string },
  caBundle: string,
  build: TraitInput["build"],
): WorkloadObject {
  const [version = "", ...group] = name.split(".");
  return build.object(
    apiServices,
    { name },
    {
      spec: {
        caBundle,
        group: group.join("."),
        groupPriorityMinimum: 2000,
        service: { ...service, port: 443 },
        version,
        versionPriority: 10,
      },
    },
  );
}
