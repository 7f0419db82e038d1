import { beforeAll, describe, expect, test } from "vitest";
import { makeClusterAdmin } from "#garden/testing/make-cluster-admin.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";

const server = startRawGardenForTests();

const gardener = "/apis/core.gardener.cloud/v1beta1";
const shopShoots = `${gardener}/namespaces/garden-shop/shoots`;
const ravi = "ravi.menon@harborline.example";
const tomas = "tomas.ortega@harborline.example";

const review = (as: string, path: string, spec: object) =>
  server.client.send({ method: "POST", path: `/apis/${path}`, body: { spec }, as });

describe("RBAC stands behind every request", () => {
  test.each([
    ["operator", "GET", `${gardener}/shoots`, 200],
    ["owner-commerce", "GET", `${gardener}/shoots`, 403],
    ["owner-commerce", "GET", shopShoots, 200],
    ["owner-commerce", "GET", `${shopShoots}?watch=true&timeoutSeconds=1`, 200],
    ["owner-commerce", "GET", `${gardener}/namespaces/garden-ml/shoots`, 403],
    ["owner-commerce", "GET", "/api/v1/namespaces/garden-shop/secrets", 200],
    ["owner-commerce", "GET", "/api/v1/namespaces/garden-shop", 200],
    ["owner-commerce", "GET", "/api/v1/namespaces", 403],
    ["owner-commerce", "GET", `${gardener}/projects/shop`, 200],
    ["owner-commerce", "GET", `${gardener}/projects/ml`, 403],
    ["owner-data", "GET", `${gardener}/namespaces/garden-ml/shoots`, 200],
    ["owner-data", "GET", shopShoots, 403],
    ["viewer", "GET", shopShoots, 200],
    ["viewer", "GET", "/api/v1/namespaces/garden-shop/secrets", 403],
    ["viewer", "DELETE", `${shopShoots}/catalogue`, 403],
    ["viewer", "DELETE", shopShoots, 403],
    ["stranger", "GET", shopShoots, 403],
    ["stranger", "GET", `${gardener}/cloudprofiles`, 200],
    ["stranger", "GET", `${gardener}/seeds`, 200],
    ["stranger", "GET", `${gardener}/controllerregistrations`, 200],
    ["stranger", "GET", "/apis/core.gardener.cloud/v1", 200],
    ["stranger", "GET", "/apis/seedmanagement.gardener.cloud/v1alpha1/managedseeds", 403],
    ["stranger", "GET", "/api/v1/namespaces/kube-system/configmaps/cluster-identity", 200],
    ["stranger", "GET", "/api/v1/namespaces/gardener-system-public/configmaps/gardener-info", 200],
    ["stranger", "GET", "/api/v1/namespaces/gardener-system-public/configmaps", 403],
    ["stranger", "GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles", 403],
    ["stranger", "POST", "/almanac/clock", 403],
    ["", "GET", shopShoots, 401],
  ])("%s: %s %s is %i", async (as, method, path, status) => {
    expect((await server.client.send({ method, path, as })).status).toBe(status);
  });

  test("a write to the status is a right of its own", async () => {
    const patch = { method: "PATCH", path: `${shopShoots}/catalogue/status`, body: {}, as: "owner-commerce" };
    const { status, json } = await server.client.send({
      ...patch,
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(status).toBe(403);
    expect(stringAt(json, "message")).toContain('cannot patch resource "shoots/status"');
  });

  test.each(["Bearer wrong", "Bearer", "Basic b3BlcmF0b3I6eA==", ""])(
    "the credential %j is 401",
    async (authorization) => {
      const answer = await server.client.send({ path: shopShoots, as: "", headers: { authorization } });
      expect(answer.json).toMatchObject({ kind: "Status", code: 401, reason: "Unauthorized" });
    },
  );
});

describe("reviews", () => {
  test.each([
    ["operator", { verb: "delete", group: "core.gardener.cloud", resource: "shoots" }, true],
    [
      "owner-commerce",
      { verb: "patch", group: "core.gardener.cloud", resource: "shoots", namespace: "garden-shop" },
      true,
    ],
    [
      "owner-commerce",
      { verb: "patch", group: "core.gardener.cloud", resource: "shoots", namespace: "garden-ml" },
      false,
    ],
    ["owner-commerce", { verb: "list", group: "core.gardener.cloud", resource: "shoots" }, false],
    ["viewer", { verb: "get", group: "core.gardener.cloud", resource: "shoots", namespace: "garden-shop" }, true],
    ["viewer", { verb: "patch", group: "core.gardener.cloud", resource: "shoots", namespace: "garden-shop" }, false],
    [
      "viewer",
      {
        verb: "create",
        group: "core.gardener.cloud",
        resource: "shoots",
        subresource: "adminkubeconfig",
        namespace: "garden-shop",
      },
      false,
    ],
    ["stranger", { verb: "list", group: "core.gardener.cloud", resource: "cloudprofiles" }, true],
    ["stranger", { verb: "get", group: "", resource: "secrets", namespace: "garden-shop", name: "any" }, false],
  ])("SelfSubjectAccessReview of %s for %j is %s", async (as, resourceAttributes, allowed) => {
    const { status, json } = await review(as, "authorization.k8s.io/v1/selfsubjectaccessreviews", {
      resourceAttributes,
    });
    expect(status).toBe(201);
    expect(fieldAt(json, "status", "allowed")).toBe(allowed);
  });

  test("SelfSubjectAccessReview answers for paths, and refuses to answer for nothing", async () => {
    const path = "authorization.k8s.io/v1/selfsubjectaccessreviews";
    const asked = { nonResourceAttributes: { verb: "get", path: "/apis/core.gardener.cloud" } };
    expect((await review("stranger", path, asked)).json).toMatchObject({ status: { allowed: true } });
    const refused = await review("stranger", path, {});
    expect([refused.status, stringAt(refused.json, "message")]).toEqual([
      422,
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ]);
  });

  test("SelfSubjectRulesReview lists the rights of a person in a namespace", async () => {
    const { json } = await review("viewer", "authorization.k8s.io/v1/selfsubjectrulesreviews", {
      namespace: "garden-shop",
    });
    const rules = listAt(json, "status", "resourceRules");
    const verbs = rules
      .filter((rule) => listAt(rule, "resources").includes("shoots"))
      .flatMap((rule) => listAt(rule, "verbs"));
    expect(new Set(verbs)).toEqual(new Set(["get", "list", "watch"]));
  });

  test("SelfSubjectReview says who asks", async () => {
    const { json } = await review("viewer", "authentication.k8s.io/v1/selfsubjectreviews", {});
    expect(json).toMatchObject({
      status: { userInfo: { username: tomas, groups: ["harborline:support", "system:authenticated"] } },
    });
  });

  test("TokenReview says whose token it is, to whoever is signed in: the role user-auth lets everybody ask", async () => {
    const token = server.garden.identities.find(({ name }) => name === "viewer")?.token;
    const path = "authentication.k8s.io/v1/tokenreviews";
    const known = await review("operator", path, { token });
    expect(known.json).toMatchObject({ status: { authenticated: true, user: { username: tomas } } });
    const unknown = await review("operator", path, { token: "nobody's" });
    expect(fieldAt(unknown.json, "status", "authenticated")).not.toBe(true);
    expect((await review("stranger", path, { token })).status).toBe(201);
  });
});

describe("of a cluster-admin", () => {
  beforeAll(() => makeClusterAdmin(server.garden, "operator"));

  test("what the garden does not serve is not found, which others are not told", async () => {
    const asked = { path: "/api/v1/nodes" };
    expect((await server.client.send({ ...asked, as: "operator" })).status).toBe(404);
    const { status, json } = await server.client.send({ ...asked, as: "viewer" });
    expect([status, stringAt(json, "message")]).toEqual([
      403,
      `nodes is forbidden: User "${tomas}" cannot list resource "nodes" in API group "" at the cluster scope`,
    ]);
    expect((await server.client.send({ path: "/nothing", as: "operator" })).status).toBe(404);
  });

  test.each([
    [ravi, "delete", true],
    [tomas, "delete", false],
    [tomas, "get", true],
  ])("SubjectAccessReview of %s for %s is %s", async (user, verb, allowed) => {
    const resourceAttributes = { verb, group: "core.gardener.cloud", resource: "shoots", namespace: "garden-shop" };
    const path = "authorization.k8s.io/v1/subjectaccessreviews";
    const { json } = await review("operator", path, { user, resourceAttributes });
    expect(fieldAt(json, "status", "allowed")).toBe(allowed);
    expect((await review("viewer", path, { user, resourceAttributes })).status).toBe(403);
  });

  const as = (who: string, headers: Readonly<Record<string, string>>, path = shopShoots) =>
    server.client.send({ path, as: who, headers });

  test("impersonation gives the rights of the other person, no more and no less", async () => {
    expect((await as("operator", { "impersonate-user": tomas })).status).toBe(200);
    expect((await as("operator", { "impersonate-user": tomas }, `${gardener}/shoots`)).status).toBe(403);
    expect((await as("operator", { "impersonate-user": "nobody@harborline.example" })).status).toBe(403);
  });

  test("impersonation of groups needs a user, and the group counts", async () => {
    const masters = { "impersonate-user": "anybody", "impersonate-group": "system:masters" };
    expect((await as("operator", masters, `${gardener}/shoots`)).status).toBe(200);
    expect((await as("operator", { "impersonate-group": "system:masters" })).status).toBe(400);
  });

  test.each(["owner-commerce", "viewer", "stranger"])("impersonation is not for %s", async (who) => {
    const { status, json } = await as(who, { "impersonate-user": ravi });
    expect(status).toBe(403);
    expect(stringAt(json, "message")).toContain('cannot impersonate resource "users"');
  });
});
