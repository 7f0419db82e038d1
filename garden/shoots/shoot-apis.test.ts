import { CoreV1Api, VersionApi, Watch } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { createShootApiClient, rejectionCodeOf } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { shoots } from "#lib/kube/resource.ts";

/** Keep-alive is disabled, because each request of the official client opens a connection. */
const timeout = 30_000;
const server = startRawGardenForTests({ now: new Date("2026-08-10T09:30:00Z"), speed: 0 });

const ledger = "garden-payments/ledger-eu";
const operation = "gardener.cloud/operation";
const seconds = (count: number) => server.garden.clock.advance(count * 1000);

function shootOf(key: string): Shoot {
  const [namespace = "", name = ""] = key.split("/");
  const found = server.garden.api.get<Shoot>({ resource: shoots, namespace, name });
  if (!found) throw new Error(`there is no Shoot ${key}`);
  return found;
}

function patch(key: string, change: object): void {
  const { namespace = "", name } = shootOf(key).metadata;
  server.garden.api.patch<Shoot>({ resource: shoots, namespace, name }, change);
}

const ask = (key: string, wanted: string) => patch(key, { metadata: { annotations: { [operation]: wanted } } });

/** A Shoot with an API address that tests can share. */
function oneOfEachKind(): readonly string[] {
  const all = server.garden.api
    .list<Shoot>({ resource: shoots })
    .filter(({ status }) => status?.advertisedAddresses?.length);
  const byKind = Map.groupBy(all, ({ status }) => {
    const { type, state } = status?.lastOperation ?? {};
    return `${type} ${state} ${status?.hibernated}`;
  });
  return [...byKind.values()].flatMap(([first]) =>
    first ? [`${first.metadata.namespace}/${first.metadata.name}`] : [],
  );
}

describe("the API of a Shoot", { timeout }, () => {
  test("says the Shoot's version and shows its nodes, page by page", async () => {
    const { config, core } = await createShootApiClient(server.garden, ledger);
    const version = await config.makeApiClient(VersionApi).getCode();
    expect(version.gitVersion).toBe(`v${shootOf(ledger).spec.kubernetes.version}`);
    const { items } = await core.listNode();
    const first = await core.listNode({ limit: 2 });
    const rest = await core.listNode({ limit: 500, _continue: first.metadata?._continue ?? "" });
    const names = (list: typeof items) => list.map(({ metadata }) => metadata?.name);
    expect(names([...first.items, ...rest.items])).toEqual(names(items));
    expect(items.length).toBeGreaterThan(2);
  });

  test("shows every pool between its minimum and maximum, with versions and labels as the pool has them", async () => {
    const nodes = await (await createShootApiClient(server.garden, ledger)).nodes();
    const { provider, kubernetes } = shootOf(ledger).spec;
    for (const { name, minimum = 0, maximum = 0, machine } of provider.workers ?? []) {
      const own = nodes.filter(({ labels }) => labels["worker.gardener.cloud/pool"] === name);
      expect(own.length).toBeGreaterThanOrEqual(minimum);
      expect(own.length).toBeLessThanOrEqual(maximum);
      for (const { labels, kubelet } of own) {
        expect(kubelet).toBe(`v${kubernetes.version}`);
        expect(labels).toMatchObject({
          "worker.gardener.cloud/kubernetes-version": kubernetes.version,
          "worker.gardener.cloud/image-version": machine.image?.version,
          "node.kubernetes.io/instance-type": machine.type,
        });
      }
    }
  });

  test("runs a critical Pod of kube-system on every node, and lists the Pods of one node", async () => {
    const { core, nodes } = await createShootApiClient(server.garden, ledger);
    const [first] = await nodes();
    const all = await core.listNamespacedPod({ namespace: "kube-system" });
    const proxies = all.items.filter(({ metadata }) => metadata?.labels?.app === "kube-proxy");
    expect(proxies).toHaveLength((await nodes()).length);
    const own = await core.listPodForAllNamespaces({ fieldSelector: `spec.nodeName=${first?.name}` });
    expect(new Set(own.items.map(({ spec }) => spec?.nodeName))).toEqual(new Set([first?.name]));
  });

  test("answers whatever the Shoot goes through, or says that it does not run, and no two show the same node", async () => {
    const names: string[] = [];
    const answers = new Set<number | undefined>();
    for (const key of oneOfEachKind()) {
      const client = await createShootApiClient(server.garden, key);
      const code = await rejectionCodeOf(client.nodes());
      answers.add(code);
      if (code === undefined) names.push(...(await client.nodes()).map(({ name }) => name));
    }
    expect(answers).toEqual(new Set([undefined, 503]));
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("who may do what", { timeout }, () => {
  test("an admin writes, a viewer reads all but secrets", async () => {
    const admin = await createShootApiClient(server.garden, ledger);
    const viewer = await createShootApiClient(server.garden, ledger, { role: "viewer" });
    const [node] = await viewer.nodes();
    const change = { metadata: { labels: { "example.com/seen": "yes" } } };
    expect(await rejectionCodeOf(viewer.patchNode(node?.name ?? "", change))).toBe(403);
    expect(await rejectionCodeOf(viewer.core.listSecretForAllNamespaces())).toBe(403);
    expect(await rejectionCodeOf(admin.core.listSecretForAllNamespaces())).toBeUndefined();
    await admin.patchNode(node?.name ?? "", change);
    expect((await viewer.nodes())[0]?.labels).toMatchObject({ "example.com/seen": "yes" });
  });

  test("nobody comes in without a certificate, or with that of another Shoot, or with a token of the garden", async () => {
    const { config } = await createShootApiClient(server.garden, ledger);
    const other = await createShootApiClient(server.garden, "garden-platform/identity");
    const [cluster, strange] = [config.getCurrentCluster(), other.config.getCurrentCluster()];
    if (!cluster || !strange) throw new Error("a kubeconfig without a cluster");
    other.config.clusters = [{ ...strange, server: cluster.server }];
    expect(await rejectionCodeOf(other.config.makeApiClient(CoreV1Api).listNode())).toBe(401);
    const path = `/shoots/${ledger}/api/v1/nodes`;
    expect((await server.client.send({ path, as: "operator" })).status).toBe(401);
    expect((await server.client.send({ path, as: "" })).status).toBe(401);
  });

  test("a kubeconfig ends when its time is over", async () => {
    const short = await createShootApiClient(server.garden, "garden-shop/catalogue", { seconds: 600 });
    expect(await rejectionCodeOf(short.nodes())).toBeUndefined();
    await seconds(601);
    expect(await rejectionCodeOf(short.nodes())).toBe(401);
  });

  test("a kubeconfig of the old authority is good until the rotation is completed, and a new one afterwards", async () => {
    const key = "garden-platform/identity";
    const lifetime = { seconds: 86_400 };
    const old = await createShootApiClient(server.garden, key, lifetime);
    ask(key, "rotate-ca-start");
    await seconds(90);
    expect(shootOf(key).status?.credentials?.rotation?.certificateAuthorities?.phase).toBe("Prepared");
    expect(await rejectionCodeOf(old.nodes())).toBeUndefined();
    const young = await createShootApiClient(server.garden, key, lifetime);
    expect(await rejectionCodeOf(young.nodes())).toBeUndefined();
    ask(key, "rotate-ca-complete");
    await seconds(30);
    expect(shootOf(key).status?.credentials?.rotation?.certificateAuthorities?.phase).toBe("Completed");
    expect(await rejectionCodeOf(old.nodes())).toBe(401);
    expect(await rejectionCodeOf(young.nodes())).toBeUndefined();
  });
});

describe("what a flow does to the nodes", { timeout }, () => {
  test("a roll replaces them one after the other within maxSurge, and what somebody wrote on a node goes with it", async () => {
    const key = "garden-shop/storefront-eu";
    const { nodes, patchNode } = await createShootApiClient(server.garden, key, { seconds: 86_400 });
    const before = await nodes();
    await patchNode(before[0]?.name ?? "", { metadata: { labels: { mine: "yes" } } });
    ask(key, "rollout-workers=*");
    const seen = new Set<string>();
    for (let step = 0; step < 30; step += 1) {
      await seconds(2);
      const present = await nodes();
      for (const { name } of present) seen.add(name);
      expect(present.filter(({ ready, cordoned }) => ready && !cordoned).length).toBeGreaterThanOrEqual(
        before.length - 1,
      );
    }
    const after = await nodes();
    const old = new Set(before.map(({ name }) => name));
    expect(after).toHaveLength(before.length);
    expect(after.filter(({ name }) => old.has(name))).toEqual([]);
    expect(after.filter(({ labels }) => labels.mine !== undefined)).toEqual([]);
    expect(seen.size).toBe(before.length * 2);
  });

  test("an asleep Shoot has no API; when it wakes, nodes come up", async () => {
    const key = "garden-shop/preview-apps";
    const { nodes } = await createShootApiClient(server.garden, key, { seconds: 86_400 });
    const before = await nodes();
    patch(key, { spec: { hibernation: { enabled: true } } });
    await seconds(60);
    expect(shootOf(key).status?.hibernated).toBe(true);
    expect(await rejectionCodeOf(nodes())).toBe(503);
    patch(key, { spec: { hibernation: { enabled: false } } });
    await seconds(60);
    expect(shootOf(key).status?.hibernated).toBe(false);
    const after = await nodes();
    expect(after).toHaveLength(before.length);
    expect(after.every(({ ready }) => ready)).toBe(true);
  });

  test("a new Shoot gets an address and then its nodes", async () => {
    // The DNS domain must be unique.
    const { dns: _dns, ...spec } = shootOf("garden-shop/catalogue").spec;
    const fresh = {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Shoot",
      metadata: { name: "fresh", namespace: "garden-shop" },
      spec,
    };
    server.garden.api.create({ resource: shoots, namespace: "garden-shop" }, fresh);
    await seconds(40);
    expect(shootOf("garden-shop/fresh").status?.lastOperation).toMatchObject({ type: "Create", state: "Succeeded" });
    const nodes = await (await createShootApiClient(server.garden, "garden-shop/fresh")).nodes();
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes[0]?.name).toMatch(/^shoot--shop--fresh-/);
  });

  test("a watch shows the nodes that go and come", async () => {
    const key = "garden-payments/vault";
    const { config, core } = await createShootApiClient(server.garden, key, { seconds: 86_400 });
    const { metadata, items } = await core.listNode();
    const types: string[] = [];
    const all = Promise.withResolvers<void>();
    const watch = await new Watch(config).watch(
      "/api/v1/nodes",
      { resourceVersion: metadata?.resourceVersion },
      (type, node: unknown) => {
        types.push(`${type} ${stringAt(node, "metadata", "name")}`);
        if (types.filter((text) => text.startsWith("DELETED")).length === items.length) all.resolve();
      },
      () => all.reject(new Error(`the watch ended after ${types.join(", ")}`)),
    );
    ask(key, "rollout-workers=*");
    await seconds(60);
    await all.promise;
    watch.abort();
    const count = (wanted: string) => types.filter((text) => text.startsWith(wanted)).length;
    expect([count("ADDED"), count("DELETED")]).toEqual([items.length, items.length]);
  });
});
