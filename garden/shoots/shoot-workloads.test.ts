import { X509Certificate } from "node:crypto";
import type { KubeConfig } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import {
  type WorkloadTrait,
  workloadAnnotation,
  workloadTraits,
  workloadTraitsOf,
} from "#garden/gardener/kinds/workload-traits.ts";
import { createShootApiClient } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { listInShoot, sendToShoot } from "#garden/testing/send-to-shoot.fixture.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";

const timeout = 60_000;
const now = new Date("2026-08-10T09:30:00Z");
const server = startRawGardenForTests({ now, speed: 0 });

const paths = {
  nodes: "/api/v1/nodes",
  pods: "/api/v1/pods",
  volumes: "/api/v1/persistentvolumes",
  budgets: "/apis/policy/v1/poddisruptionbudgets",
  deployments: "/apis/apps/v1/deployments",
  statefulSets: "/apis/apps/v1/statefulsets",
  jobs: "/apis/batch/v1/jobs",
  slices: "/apis/discovery.k8s.io/v1/endpointslices",
  validating: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  mutating: "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  policies: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  apiServices: "/apis/apiregistration.k8s.io/v1/apiservices",
} as const;
type Contents = Readonly<Record<keyof typeof paths, readonly KubeObject[]>>;

async function configOf({ metadata }: Shoot, role: "admin" | "viewer" = "admin"): Promise<KubeConfig> {
  const key = `${metadata.namespace}/${metadata.name}`;
  return (await createShootApiClient(server.garden, key, { role })).config;
}

async function contentsOf(shoot: Shoot): Promise<Contents> {
  const config = await configOf(shoot);
  const list = (name: keyof typeof paths) => listInShoot(config, paths[name]);
  return {
    nodes: await list("nodes"),
    pods: await list("pods"),
    volumes: await list("volumes"),
    budgets: await list("budgets"),
    deployments: await list("deployments"),
    statefulSets: await list("statefulSets"),
    jobs: await list("jobs"),
    slices: await list("slices"),
    validating: await list("validating"),
    mutating: await list("mutating"),
    policies: await list("policies"),
    apiServices: await list("apiServices"),
  };
}

const allShoots = () => server.garden.api.list<Shoot>({ resource: shoots });

function shootWith(trait: WorkloadTrait): Shoot {
  const found = allShoots().find((shoot) => workloadTraitsOf(shoot).has(trait));
  if (!found) throw new Error(`no demo cluster has ${trait}`);
  return found;
}

const own = ({ metadata }: KubeObject) => metadata.namespace !== "kube-system";
const isReady = (object: KubeObject) =>
  listAt(object, "status", "conditions").some(
    (condition) => stringAt(condition, "type") === "Ready" && stringAt(condition, "status") === "True",
  );
const allows = (budget: KubeObject) => Number(fieldAt(budget, "status", "disruptionsAllowed"));
const replicas = (object: KubeObject) => fieldAt(object, "spec", "replicas");
const needs = (budget: KubeObject) =>
  Number(fieldAt(budget, "status", "desiredHealthy")) >= Number(fieldAt(budget, "status", "expectedPods"));

function selectedBy(budget: KubeObject, pods: readonly KubeObject[]): readonly string[] {
  const wanted = Object.entries(fieldAt(budget, "spec", "selector", "matchLabels") ?? {});
  return pods
    .filter(({ metadata }) => metadata.namespace === budget.metadata.namespace)
    .filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value))
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
}

function webhooks({ validating, mutating }: Contents): readonly unknown[] {
  return [...validating, ...mutating].flatMap((configuration) =>
    configuration.metadata.labels?.["remediation.webhook.shoot.gardener.cloud/exclude"] === "true"
      ? []
      : listAt(configuration, "webhooks"),
  );
}

function isAnswered(webhook: unknown, { slices }: Contents): boolean {
  const [namespace, name] = ["namespace", "name"].map((field) => stringAt(webhook, "clientConfig", "service", field));
  const mine = slices.filter(
    ({ metadata }) => metadata.namespace === namespace && metadata.labels?.["kubernetes.io/service-name"] === name,
  );
  return mine.some((slice) => listAt(slice, "endpoints").length > 0);
}

function daysLeft(bundle: string | undefined): number {
  const certificate = new X509Certificate(Buffer.from(bundle ?? "", "base64"));
  return (Date.parse(certificate.validTo) - now.getTime()) / dayMs;
}

const reachesSystem = (webhook: unknown) => listAt(webhook, "namespaceSelector", "matchExpressions").length === 0;
const volumesOf = (pod: KubeObject) => listAt(pod, "spec", "volumes");
const termOf = (volume: KubeObject) =>
  listAt(listAt(volume, "spec", "nodeAffinity", "required", "nodeSelectorTerms")[0], "matchExpressions")[0];
const affinityOf = (volume: KubeObject) => stringAt(termOf(volume), "key");
const zoneOf = (volume: KubeObject) => stringAt(termOf(volume), "values", 0);

/** What an update would meet, by trait. */
const obstacles: Readonly<Record<WorkloadTrait, (contents: Contents) => boolean>> = {
  "budget-never": ({ budgets }) => budgets.some((budget) => allows(budget) === 0 && needs(budget)),
  "budget-now": ({ budgets }) => budgets.some((budget) => allows(budget) === 0 && !needs(budget)),
  "budget-unobserved": ({ budgets }) =>
    budgets.some(({ metadata, ...budget }) => metadata.generation !== fieldAt(budget, "status", "observedGeneration")),
  "budgets-overlap": ({ budgets, pods }) => {
    const selected = budgets.flatMap((budget) => selectedBy(budget, pods));
    return new Set(selected).size < selected.length;
  },
  "pod-alone": ({ pods }) => pods.some(({ metadata }) => !metadata.ownerReferences?.length),
  "local-data": ({ pods }) =>
    ["emptyDir", "hostPath"].every((kind) =>
      pods.some((pod) => volumesOf(pod).some((volume) => fieldAt(volume, kind) !== undefined)),
    ),
  "not-evictable": ({ pods }) =>
    pods.some(({ metadata }) => metadata.annotations?.["cluster-autoscaler.kubernetes.io/safe-to-evict"] === "false"),
  "pods-waiting": ({ pods }) =>
    ["ImagePullBackOff", "CrashLoopBackOff"].every((reason) =>
      pods.some((pod) =>
        listAt(pod, "status", "containerStatuses").some(
          (status) => stringAt(status, "state", "waiting", "reason") === reason,
        ),
      ),
    ) && pods.some((pod) => stringAt(listAt(pod, "status", "conditions")[0], "reason") === "Unschedulable"),
  "one-replica": ({ deployments }) => deployments.filter(own).some((deployment) => replicas(deployment) === 1),
  "zonal-volumes": ({ volumes }) => volumes.some((volume) => affinityOf(volume) === "topology.kubernetes.io/zone"),
  "volume-elsewhere": ({ volumes, nodes }) =>
    volumes.some((volume) => {
      const zones = nodes.map(({ metadata }) => metadata.labels?.["topology.kubernetes.io/zone"]);
      return affinityOf(volume) === "topology.kubernetes.io/zone" && !zones.includes(zoneOf(volume));
    }),
  "local-volume": ({ volumes }) => volumes.some((volume) => fieldAt(volume, "spec", "local") !== undefined),
  "job-running": ({ jobs }) => jobs.some((job) => fieldAt(job, "status", "active") === 1),
  "webhook-dead": (contents) =>
    webhooks(contents).some(
      (webhook) => fieldAt(webhook, "clientConfig", "service") !== undefined && !isAnswered(webhook, contents),
    ),
  "webhook-wide": (contents) =>
    webhooks(contents).some((webhook) => reachesSystem(webhook) && Number(fieldAt(webhook, "timeoutSeconds")) > 15),
  "webhook-slow": (contents) =>
    webhooks(contents).some(
      (webhook) =>
        stringAt(webhook, "failurePolicy") === "Ignore" &&
        listAt(listAt(webhook, "rules")[0], "resources").includes("leases") &&
        Number(fieldAt(webhook, "timeoutSeconds")) > 3,
    ),
  "certificate-ended": (contents) =>
    webhooks(contents).some((webhook) => daysLeft(stringAt(webhook, "clientConfig", "caBundle")) < 0),
  "webhook-certificate": (contents) =>
    webhooks(contents).some((webhook) => daysLeft(stringAt(webhook, "clientConfig", "caBundle")) < 7),
  "webhook-url": (contents) =>
    webhooks(contents).some((webhook) => fieldAt(webhook, "clientConfig", "url") !== undefined),
  "api-unavailable": ({ apiServices }) =>
    apiServices.some((api) => stringAt(listAt(api, "status", "conditions")[0], "status") === "False"),
  "api-certificate": ({ apiServices }) =>
    apiServices.some((api) => {
      const bundle = stringAt(api, "spec", "caBundle");
      return bundle !== undefined && daysLeft(bundle) < 7;
    }),
  "removed-api": ({ policies }) =>
    policies.some(({ metadata }) =>
      (metadata.managedFields ?? []).some((entry) => stringAt(entry, "apiVersion")?.endsWith("/v1beta1")),
    ),
  "node-cordoned": ({ nodes }) => nodes.some((node) => fieldAt(node, "spec", "unschedulable") === true),
};

/** Obstacles of a cluster; those of a drained or broken Node are not of the workload. */
function obstaclesIn(contents: Contents): readonly WorkloadTrait[] {
  return workloadTraits.filter((trait) => obstacles[trait](contents));
}

describe("the clusters of the demo", { timeout }, () => {
  test.each(workloadTraits)("%s: a cluster has it, and its API shows it", async (trait) => {
    expect(obstaclesIn(await contentsOf(shootWith(trait)))).toContain(trait);
  });

  test("every other cluster is sound: no budget, Pod, webhook, volume or API stands in the way of an update", async () => {
    const sound = allShoots()
      .filter(({ metadata }) => metadata.annotations?.[workloadAnnotation] === undefined)
      .filter(({ status }) => status?.lastOperation?.state === "Succeeded" && status.hibernated !== true)
      .filter(({ status }) => status?.conditions?.every((condition) => condition?.status === "True"));
    expect(sound.length).toBeGreaterThan(10);
    for (const shoot of sound.slice(0, 12)) {
      expect([shoot.metadata.name, obstaclesIn(await contentsOf(shoot))]).toEqual([shoot.metadata.name, []]);
    }
  });

  test("a workload is the same each time that the same cluster is opened", async () => {
    const first = await contentsOf(shootWith("budget-now"));
    const other = await contentsOf(shootWith("budget-now"));
    expect(other.pods.map(({ metadata }) => metadata.uid)).toEqual(first.pods.map(({ metadata }) => metadata.uid));
    expect(new Set(first.pods.map(({ metadata }) => metadata.uid)).size).toBe(first.pods.length);
  });

  test("all Pods are on Nodes that exist, and owned ones belong to an object that exists", async () => {
    const { pods, nodes, statefulSets, jobs } = await contentsOf(shootWith("zonal-volumes"));
    const names = new Set(nodes.map(({ metadata }) => metadata.name));
    expect(pods.filter((pod) => !names.has(stringAt(pod, "spec", "nodeName") ?? ""))).toEqual([]);
    expect(pods.filter(own).every(isReady)).toBe(true);
    const owners = new Set([...statefulSets, ...jobs].map(({ metadata }) => metadata.uid));
    const stateful = pods.filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === "StatefulSet");
    expect(stateful.every(({ metadata }) => owners.has(metadata.ownerReferences?.[0]?.uid))).toBe(true);
  });
});

describe("what is read", { timeout }, () => {
  test("metadata alone, and page by page, as an API server does", async () => {
    const config = await configOf(shootWith("budget-never"), "viewer");
    const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
    const all = await sendToShoot(config, paths.pods, { headers: { accept } });
    expect(fieldAt(all.json, "kind")).toBe("PartialObjectMetadataList");
    expect(listAt(all.json, "items").every((item) => fieldAt(item, "spec") === undefined)).toBe(true);
    const names: unknown[] = [];
    let token = "";
    do {
      const page = await sendToShoot(config, `${paths.pods}?limit=7&continue=${encodeURIComponent(token)}`);
      expect(listAt(page.json, "items").length).toBeLessThanOrEqual(7);
      names.push(...listAt(page.json, "items").map((item) => fieldAt(item, "metadata", "uid")));
      token = stringAt(page.json, "metadata", "continue") ?? "";
    } while (token !== "");
    expect(names).toEqual(listAt(all.json, "items").map((item) => fieldAt(item, "metadata", "uid")));
  });

  test("requested deprecated APIs stand in the metrics, for admins only", async () => {
    const shoot = shootWith("removed-api");
    const answer = await sendToShoot(await configOf(shoot), "/metrics");
    const series =
      'apiserver_requested_deprecated_apis{group="admissionregistration.k8s.io",removed_release="1.34",resource="validatingadmissionpolicies",subresource="",version="v1beta1"} 1';
    expect(answer.text.split("\n")).toContain(series);
    expect((await sendToShoot(await configOf(shoot, "viewer"), "/metrics")).status).toBe(403);
    expect((await sendToShoot(await configOf(shoot, "viewer"), "/version")).status).toBe(200);
  });

  test("viewers do not read what the Shoot has encrypted, nor a Secret", async () => {
    const shoot = allShoots().find(({ spec }) =>
      spec.kubernetes.kubeAPIServer?.encryptionConfig?.resources?.includes("configmaps"),
    );
    if (!shoot) throw new Error("no demo cluster encrypts ConfigMaps");
    const viewer = await configOf(shoot, "viewer");
    const codes = await Promise.all(
      ["/api/v1/configmaps", paths.deployments, "/api/v1/secrets", paths.pods].map(
        async (path) => (await sendToShoot(viewer, path)).status,
      ),
    );
    expect(codes).toEqual([403, 403, 403, 200]);
    expect((await sendToShoot(await configOf(shoot), "/api/v1/configmaps")).status).toBe(200);
  });

  test("5,000 Pods more, where the annotation asks for them", async () => {
    const shoot = allShoots().find(({ metadata }) => metadata.name === "ledger-eu");
    if (!shoot) throw new Error("there is no ledger-eu");
    const { namespace = "", name } = shoot.metadata;
    const annotations = { [workloadAnnotation]: "pods=5000" };
    server.garden.api.patch<Shoot>({ resource: shoots, namespace, name }, { metadata: { annotations } });
    const pods = await listInShoot(await configOf(shoot), "/api/v1/namespaces/load/pods");
    expect(pods).toHaveLength(5000);
    expect(pods.every(isReady)).toBe(true);
  });
});

describe("what users write", { timeout }, () => {
  test("a budget that is changed allows evictions at once, and Pods come again under other names", async () => {
    const config = await configOf(shootWith("budget-never"));
    const budget = "/apis/policy/v1/namespaces/orders/poddisruptionbudgets/order-service";
    const pods = async () =>
      await listInShoot(config, "/api/v1/namespaces/orders/pods?labelSelector=app=order-service");
    const [first] = await pods();
    const evict = () =>
      sendToShoot(config, `/api/v1/namespaces/orders/pods/${first?.metadata.name}/eviction`, {
        method: "POST",
        body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: first?.metadata.name } },
      });
    const refused = await evict();
    expect(refused.status).toBe(429);
    expect(stringAt(refused.json, "message")).toBe("Cannot evict pod as it would violate the pod's disruption budget.");
    await sendToShoot(config, budget, { method: "PATCH", body: { spec: { maxUnavailable: 1 } } });
    expect(fieldAt((await sendToShoot(config, budget)).json, "status")).toMatchObject({
      disruptionsAllowed: 1,
      expectedPods: 3,
      desiredHealthy: 2,
    });
    expect((await evict()).status).toBe(201);
    const after = await pods();
    expect(after).toHaveLength(3);
    expect(after.map(({ metadata }) => metadata.name)).not.toContain(first?.metadata.name);
  });

  test("a Pod with two budgets cannot be evicted until one of them is deleted", async () => {
    const config = await configOf(shootWith("budgets-overlap"));
    const [pod] = await listInShoot(config, "/api/v1/namespaces/checkout/pods");
    const eviction = `/api/v1/namespaces/checkout/pods/${pod?.metadata.name}/eviction`;
    const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: pod?.metadata.name } };
    expect((await sendToShoot(config, eviction, { method: "POST", body })).status).toBe(500);
    const budget = "/apis/policy/v1/namespaces/checkout/poddisruptionbudgets/everything";
    expect((await sendToShoot(config, budget, { method: "DELETE" })).status).toBe(200);
    expect((await sendToShoot(config, eviction, { method: "POST", body })).status).toBe(201);
  });

  test("a Deployment that is scaled up answers for its webhook, and its API becomes available", async () => {
    const shoot = shootWith("api-unavailable");
    const config = await configOf(shoot);
    const scale = "/apis/apps/v1/namespaces/tenants/deployments/tenant-api/scale";
    expect(fieldAt((await sendToShoot(config, scale)).json, "spec")).toEqual({ replicas: 0 });
    const bad = await sendToShoot(config, scale, { method: "PATCH", body: { spec: { replicas: -1 } } });
    expect(bad.status).toBe(422);
    const scaled = await sendToShoot(config, scale, { method: "PATCH", body: { spec: { replicas: 2 } } });
    expect(fieldAt(scaled.json, "spec")).toEqual({ replicas: 2 });
    expect(obstaclesIn(await contentsOf(shoot))).not.toContain("api-unavailable");
  });

  test("a dry run of a write changes nothing, and what Gardener owns comes back", async () => {
    const config = await configOf(shootWith("webhook-dead"));
    const webhook = `${paths.validating}/image-policy`;
    await sendToShoot(config, `${webhook}?dryRun=All`, { method: "DELETE" });
    expect((await sendToShoot(config, webhook)).status).toBe(200);
    await sendToShoot(config, webhook, { method: "DELETE" });
    expect((await sendToShoot(config, webhook)).status).toBe(404);
    const dns = "/apis/apps/v1/namespaces/kube-system/deployments/coredns";
    await sendToShoot(config, dns, { method: "PATCH", body: { spec: { replicas: 0 } } });
    expect(fieldAt((await sendToShoot(config, dns)).json, "spec", "replicas")).toBe(2);
  });

  test("a Job whose Pod is deleted tries again, or has failed if it must not", async () => {
    const config = await configOf(shootWith("job-running"));
    const job = "/apis/batch/v1/namespaces/batch/jobs/year-end-closing";
    const pods = "/api/v1/namespaces/batch/pods";
    for (const { metadata } of await listInShoot(config, pods)) {
      await sendToShoot(config, `${pods}/${metadata.name}`, { method: "DELETE" });
    }
    expect(fieldAt((await sendToShoot(config, job)).json, "status")).toMatchObject({ failed: 1 });
    const left = await listInShoot(config, pods);
    expect(left.map(({ metadata }) => metadata.labels?.["job-name"])).toEqual(["rebuild-index"]);
  });
});
