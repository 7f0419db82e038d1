import {
  AuthorizationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rejectionCodeOf } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { type EmbeddedGarden, startEmbeddedGarden } from "./start-embedded-garden.ts";

let garden: EmbeddedGarden;

beforeAll(async () => {
  garden = await startEmbeddedGarden({ life: false });
});
afterAll(async () => {
  await garden.stop();
});

const shop = { group: "core.gardener.cloud", version: "v1beta1", plural: "shoots", namespace: "garden-shop" };

function configOf(identity: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(garden.kubeconfigFor(identity));
  return config;
}

test("reads the version and the lists of Gardener's kinds, page by page", async () => {
  expect((await configOf("viewer").makeApiClient(VersionApi).getCode()).gitVersion).toMatch(/^v1\.\d+/);
  const api = configOf("operator").makeApiClient(CustomObjectsApi);
  const whole: unknown = await api.listNamespacedCustomObject(shop);
  const first: unknown = await api.listNamespacedCustomObject({ ...shop, limit: 3 });
  const token = stringAt(first, "metadata", "_continue") ?? stringAt(first, "metadata", "continue") ?? "";
  const second: unknown = await api.listNamespacedCustomObject({ ...shop, limit: 500, _continue: token });
  expect([...listAt(first, "items"), ...listAt(second, "items")]).toEqual(listAt(whole, "items"));
});

test("creates, replaces, patches and deletes config maps and secrets", async () => {
  const api = configOf("owner-commerce").makeApiClient(CoreV1Api);
  const namespace = shop.namespace;
  const made = await api.createNamespacedConfigMap({
    namespace,
    body: { metadata: { name: "by-client" }, data: { a: "1" } },
  });
  expect(made.metadata?.uid).toBeDefined();
  const replaced = await api.replaceNamespacedConfigMap({
    namespace,
    name: "by-client",
    body: { ...made, data: { a: "2" } },
  });
  expect(replaced.data).toEqual({ a: "2" });
  expect(
    await rejectionCodeOf(
      api.replaceNamespacedConfigMap({ namespace, name: "by-client", body: { ...made, data: {} } }),
    ),
  ).toBe(409);
  const patched = await api.patchNamespacedConfigMap(
    { namespace, name: "by-client", body: { data: { b: "3" } } },
    setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
  );
  expect(patched.data).toEqual({ a: "2", b: "3" });
  await api.deleteNamespacedConfigMap({ namespace, name: "by-client" });
  expect(await rejectionCodeOf(api.readNamespacedConfigMap({ namespace, name: "by-client" }))).toBe(404);
  const secret = await api.createNamespacedSecret({
    namespace,
    body: { metadata: { name: "s" }, stringData: { key: "text" } },
  });
  expect(secret.data).toEqual({ key: Buffer.from("text").toString("base64") });
  expect(secret.stringData).toBeUndefined();
});

test("finds resources by their kind through discovery", async () => {
  const api = KubernetesObjectApi.makeApiClient(configOf("operator"));
  const header = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot" };
  const shoot = await api.read({ ...header, metadata: { name: "storefront-eu", namespace: shop.namespace } });
  expect(stringAt(shoot, "metadata", "name")).toBe("storefront-eu");
  const profiles = await api.list("core.gardener.cloud/v1beta1", "CloudProfile");
  expect(profiles.items.length).toBeGreaterThan(2);
});

test("asks for access, and is refused what the person may not", async () => {
  const resourceAttributes = { ...shop, resource: "shoots", verb: "patch" };
  const body = { spec: { resourceAttributes } };
  const ask = (identity: string) =>
    configOf(identity).makeApiClient(AuthorizationV1Api).createSelfSubjectAccessReview({ body });
  expect((await ask("owner-commerce")).status?.allowed).toBe(true);
  expect((await ask("viewer")).status?.allowed).toBe(false);
  const viewer = configOf("viewer").makeApiClient(CustomObjectsApi);
  expect(await rejectionCodeOf(viewer.deleteNamespacedCustomObject({ ...shop, name: "catalogue" }))).toBe(403);
  const stranger = configOf("stranger").makeApiClient(CustomObjectsApi);
  expect(await rejectionCodeOf(stranger.listNamespacedCustomObject(shop))).toBe(403);
});

test("watches: what is there, what changes, and the bookmark in between", async () => {
  const config = configOf("operator");
  const api = config.makeApiClient(CoreV1Api);
  const namespace = shop.namespace;
  await api.createNamespacedConfigMap({ namespace, body: { metadata: { name: "watched", labels: { seen: "yes" } } } });
  const seen: string[] = [];
  const queue = Promise.withResolvers<void>();
  const stop = await new Watch(config).watch(
    `/api/v1/namespaces/${namespace}/configmaps`,
    {
      labelSelector: "seen=yes",
      allowWatchBookmarks: true,
      sendInitialEvents: true,
      resourceVersionMatch: "NotOlderThan",
    },
    (phase, object: unknown) => {
      seen.push(phase);
      if (phase === "BOOKMARK") void api.deleteNamespacedConfigMap({ namespace, name: "watched" });
      if (phase === "DELETED" && fieldAt(object, "metadata", "name") === "watched") queue.resolve();
    },
    () => queue.reject(new Error(`the watch ended after ${seen.join(", ")}`)),
  );
  await queue.promise;
  stop.abort();
  expect(seen).toEqual(["ADDED", "BOOKMARK", "DELETED"]);
});
