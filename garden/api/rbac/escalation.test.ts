import { beforeAll, describe, expect, test } from "vitest";
import { makeClusterAdmin } from "#garden/testing/make-cluster-admin.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { stringAt } from "#lib/kube/field.ts";

const server = startRawGardenForTests({ speed: 0 });

const group = "/apis/rbac.authorization.k8s.io/v1";
const inProject = `${group}/namespaces/garden-shop`;
const subject = (name: string) => ({ kind: "User", apiGroup: "rbac.authorization.k8s.io", name });
const rule = (verbs: readonly string[], resources: readonly string[], apiGroups: readonly string[] = [""]) => ({
  verbs,
  apiGroups,
  resources,
});
const roleRef = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });

function create(path: string, name: string, rest: object, as: string) {
  return server.client.send({ method: "POST", path, body: { metadata: { name }, ...rest }, as });
}

/** Creates a role, and binds a demo user to it. */
async function engage(identity: string, name: string, verbs: readonly string[]): Promise<void> {
  const person = server.garden.identities.find((each) => each.name === identity);
  if (person === undefined) throw new Error(`the demo has no ${identity}`);
  const rules = [
    rule(verbs, ["roles", "rolebindings"], ["rbac.authorization.k8s.io"]),
    rule(["get", "list"], ["configmaps"]),
  ];
  await create(`${inProject}/roles`, name, { rules }, "operator");
  const binding = { subjects: [subject(person.username)], roleRef: roleRef("Role", name) };
  await create(`${inProject}/rolebindings`, name, binding, "operator");
}

// User who can write roles and bindings and read ConfigMaps in one namespace, with all verbs or without bind/escalate.
const clerk = "viewer";
const narrowClerk = "stranger";

beforeAll(async () => {
  makeClusterAdmin(server.garden, "operator");
  await engage(clerk, "clerk", ["*"]);
  await engage(narrowClerk, "narrow-clerk", ["create", "update", "patch", "get"]);
});

describe("who may write roles may still not grant more than what they have", () => {
  test("a cluster-admin may grant anything", async () => {
    const { status } = await create(`${group}/clusterroles`, "all", { rules: [rule(["*"], ["*"], ["*"])] }, "operator");
    expect(status).toBe(201);
  });

  test("a person with every verb on roles may escalate and bind: the wildcard holds those verbs, too", async () => {
    const answer = await create(`${inProject}/roles`, "granted", { rules: [rule(["get"], ["secrets"])] }, clerk);
    expect(answer.status, answer.text).toBe(201);
  });

  describe("without the verbs bind and escalate", () => {
    test("what one has oneself can be granted", async () => {
      const own = { rules: [rule(["get"], ["configmaps"])] };
      expect((await create(`${inProject}/roles`, "own", own, narrowClerk)).status).toBe(201);
      const binding = { subjects: [subject("somebody")], roleRef: roleRef("Role", "own") };
      expect((await create(`${inProject}/rolebindings`, "own", binding, narrowClerk)).status).toBe(201);
    });

    test.each([
      ["another resource", rule(["get"], ["secrets"])],
      ["another verb", rule(["get", "delete"], ["configmaps"])],
      ["every resource", rule(["get"], ["*"])],
      [
        "a million rights",
        rule(
          Array.from({ length: 1_000 }, (_, at) => `v${at}`),
          Array.from({ length: 1_000 }, (_, at) => `r${at}`),
        ),
      ],
    ])("a role with %s cannot", async (_name, wanted) => {
      const { status, json } = await create(`${inProject}/roles`, "more", { rules: [wanted] }, narrowClerk);
      expect(status).toBe(403);
      expect(stringAt(json, "message")).toContain(
        "is attempting to grant RBAC permissions not currently held:\n{APIGroups:",
      );
    });

    test("a role cannot be made stronger by a patch or by applying either", async () => {
      const name = "weak";
      await create(`${inProject}/roles`, name, { rules: [rule(["get"], ["configmaps"])] }, narrowClerk);
      const path = `${inProject}/roles/${name}`;
      const rules = [rule(["*"], ["secrets"])];
      const merged = {
        method: "PATCH",
        path,
        body: { rules },
        headers: { "content-type": "application/merge-patch+json" },
        as: narrowClerk,
      };
      expect((await server.client.send(merged)).status).toBe(403);
      const body = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name }, rules };
      const headers = { "content-type": "application/apply-patch+yaml" };
      const applied = { method: "PATCH", path: `${path}?fieldManager=x&force=true`, body, headers, as: narrowClerk };
      expect((await server.client.send(applied)).status).toBe(403);
    });

    test("a stronger role cannot be bound to, and one that does not exist is not found", async () => {
      await create(`${inProject}/roles`, "strong", { rules: [rule(["*"], ["secrets"])] }, "operator");
      const bind = (name: string) =>
        create(
          `${inProject}/rolebindings`,
          `to-${name}`,
          { subjects: [subject("x")], roleRef: roleRef("Role", name) },
          narrowClerk,
        );
      expect((await bind("strong")).status).toBe(403);
      expect((await bind("nowhere")).status).toBe(404);
    });
  });

  test("owners of projects get no further", async () => {
    const { status } = await create(
      `${group}/clusterrolebindings`,
      "mine",
      { subjects: [subject("x")], roleRef: roleRef("ClusterRole", "cluster-admin") },
      "owner-commerce",
    );
    expect(status).toBe(403);
  });
});
