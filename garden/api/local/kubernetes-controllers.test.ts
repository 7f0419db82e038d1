import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createRawClient, type RawClient } from "#garden/testing/raw-client.ts";
import { createSmallGarden, rejectionStatusOf, smallGardenRegistry } from "#garden/testing/small-garden.fixture.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps, namespaces, resourceQuotas, secrets, serviceAccounts } from "#lib/kube/resource.ts";
import type { PolicyRule, ResourceQuota, Role } from "../core/core-objects.ts";
import { namespaceObject, roleObject } from "../core/core-objects.ts";
import { clusterRoles } from "../rbac/rbac-resources.ts";
import { startKubernetesControllers } from "./kubernetes-controllers.ts";

const namespace = "garden-plot";

function plant(objects: readonly KubeObject[] = []) {
  const garden = createSmallGarden(new Date("2026-03-02T12:00:00Z"), [
    namespaceObject({ name: namespace, uid: "plot" }),
    ...objects,
  ]);
  startKubernetesControllers({ ...garden, registry: smallGardenRegistry });
  return garden;
}

describe("the ServiceAccount default", () => {
  const target = { resource: serviceAccounts, namespace, name: "default" };

  it("is in every namespace, and comes back as another one when it is deleted", () => {
    const { api } = plant();
    const first = api.get(target)?.metadata.uid;
    expect(first).toBeDefined();
    api.delete(target);
    const second = api.get(target)?.metadata.uid;
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  });

  it("goes with its namespace", () => {
    const { api } = plant();
    api.delete({ resource: namespaces, name: namespace });
    expect(api.get(target)).toBeUndefined();
    expect(api.get({ resource: namespaces, name: namespace })).toBeUndefined();
  });
});

describe("a ResourceQuota", () => {
  const quota = (hard: Readonly<Record<string, string>>): ResourceQuota => ({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "few", namespace, uid: "few" },
    spec: { hard },
  });
  const usage = ({ api }: ReturnType<typeof plant>) =>
    api.get<ResourceQuota>({ resource: resourceQuotas, namespace, name: "few" })?.status?.used;

  it("counts objects as they come and go", () => {
    const garden = plant([quota({ "count/configmaps": "5", secrets: "3", "limits.cpu": "4" })]);
    const used = { "count/configmaps": "0", secrets: "0", "limits.cpu": "0" };
    expect(usage(garden)).toEqual(used);
    garden.api.create({ resource: configMaps, namespace }, { metadata: { name: "a" } });
    garden.api.create({ resource: secrets, namespace }, { metadata: { name: "a" } });
    expect(usage(garden)).toEqual({ ...used, "count/configmaps": "1", secrets: "1" });
    garden.api.delete({ resource: configMaps, namespace, name: "a" });
    expect(usage(garden)).toEqual({ ...used, secrets: "1" });
  });

  it("refuses what is beyond it, in Kubernetes's words, and only that", () => {
    const garden = plant([quota({ "count/configmaps": "1" })]);
    const create = (name: string) =>
      rejectionStatusOf(() => garden.api.create({ resource: configMaps, namespace }, { metadata: { name } }));
    expect(create("a")).toBeUndefined();
    expect(create("b")).toMatchObject({
      code: 403,
      reason: "Forbidden",
      message:
        'configmaps "b" is forbidden: exceeded quota: few, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
    });
    expect(
      rejectionStatusOf(() => garden.api.create({ resource: secrets, namespace }, { metadata: { name: "b" } })),
    ).toBeUndefined();
    garden.api.delete({ resource: configMaps, namespace, name: "a" });
    expect(create("b")).toBeUndefined();
  });
});

it("an aggregated ClusterRole has the rules of all that its selector finds, now and later", () => {
  const rule = (verb: string): PolicyRule => ({ verbs: [verb], apiGroups: ["x"], resources: ["y"] });
  const part = (name: string, verb: string) => roleObject({ name, labels: { part: "of-it" } }, [rule(verb)]);
  const whole: Role = {
    ...roleObject({ name: "whole", uid: "whole" }, []),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "of-it" } }] },
  };
  const { api } = plant([part("a", "get"), whole]);
  const rules = () => api.get<Role>({ resource: clusterRoles, name: "whole" })?.rules;
  expect(rules()).toEqual([rule("get")]);
  api.create({ resource: clusterRoles }, part("b", "list"));
  expect(rules()).toEqual([rule("get"), rule("list")]);
  api.delete({ resource: clusterRoles, name: "a" });
  expect(rules()).toEqual([rule("list")]);
});

describe("over HTTP", () => {
  let garden: EmbeddedGarden;
  let client: RawClient;
  beforeAll(async () => {
    garden = await startEmbeddedGarden({ life: false, pace: 100_000 });
    client = createRawClient(garden);
  });
  afterAll(async () => {
    client.close();
    await garden.stop();
  });
  const accounts = "/api/v1/namespaces/garden-shop/serviceaccounts";
  const askToken = (as: string, name: string, expirationSeconds: number) =>
    client.send({
      method: "POST",
      path: `${accounts}/${name}/token`,
      body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds } },
      as,
    });
  const send = (method: string, path: string, body?: object) =>
    client.send({ method, path, as: "owner-commerce", ...(body && { body }) });

  it("an owner makes an account and a token, which dies with the account", async () => {
    expect((await send("POST", accounts, { metadata: { name: "robot" } })).status).toBe(201);
    const { status, json, headers } = await askToken("owner-commerce", "robot", 90 * 86_400);
    expect(status).toBe(201);
    expect(String(headers.warning)).toContain("requested expiration of 7776000 seconds shortened to 2592000 seconds");
    const expiresAt = Date.parse(stringAt(json, "status", "expirationTimestamp") ?? "");
    expect(Math.round((expiresAt - garden.clock.now().getTime()) / 86_400_000)).toBe(30);
    const token = stringAt(json, "status", "token") ?? "";
    const whoAmI = async () => {
      const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      const answer = await client.send({
        method: "POST",
        path,
        body: {},
        headers: { authorization: `Bearer ${token}` },
      });
      return [answer.status, stringAt(answer.json, "status", "userInfo", "username")];
    };
    expect(await whoAmI()).toEqual([201, "system:serviceaccount:garden-shop:robot"]);
    await send("DELETE", `${accounts}/robot`);
    await send("POST", accounts, { metadata: { name: "robot" } });
    expect((await whoAmI())[0]).toBe(401);
  });

  it("a viewer reads accounts, and makes neither an account nor a token", async () => {
    expect((await client.send({ path: accounts, method: "GET", as: "viewer" })).status).toBe(200);
    const created = await client.send({
      method: "POST",
      path: accounts,
      body: { metadata: { name: "x" } },
      as: "viewer",
    });
    expect(created.status).toBe(403);
    expect((await askToken("viewer", "default", 3600)).status).toBe(403);
  });

  it("the demo project ml has room for one more cluster", () => {
    const quota = garden.api.get<ResourceQuota>({ resource: resourceQuotas, namespace: "garden-ml", name: "gardener" });
    const shootCount = "count/shoots.core.gardener.cloud";
    expect([quota?.status?.hard[shootCount], quota?.status?.used[shootCount]]).toEqual(["7", "6"]);
  });
});
