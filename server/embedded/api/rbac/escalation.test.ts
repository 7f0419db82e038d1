import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textAt } from "#lib/kube/field.ts";
import { type EmbeddedGarden, startEmbeddedGarden } from "../../start-embedded-garden.ts";
import { createRawClient, type RawClient } from "../../testing/raw-client.ts";

let garden: EmbeddedGarden;
let client: RawClient;

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
  return client.send({ method: "POST", path, body: { metadata: { name }, ...rest }, as });
}

const clerk = "clerk";

beforeAll(async () => {
  garden = await startEmbeddedGarden({ life: false, speed: 0 });
  client = createRawClient(garden);
  // A person who may write roles and bindings, and read config maps, in one namespace.
  const person = garden.identities.find(({ name }) => name === "viewer");
  if (person === undefined) throw new Error("the demo has a viewer");
  await create(
    `${inProject}/roles`,
    clerk,
    {
      rules: [
        rule(["*"], ["roles", "rolebindings"], ["rbac.authorization.k8s.io"]),
        rule(["get", "list"], ["configmaps"]),
      ],
    },
    "operator",
  );
  await create(
    `${inProject}/rolebindings`,
    clerk,
    { subjects: [subject(person.username)], roleRef: roleRef("Role", clerk) },
    "operator",
  );
  await create(
    `${inProject}/roles`,
    "narrow-clerk",
    {
      rules: [
        rule(["create", "update", "patch", "get"], ["roles", "rolebindings"], ["rbac.authorization.k8s.io"]),
        rule(["get", "list"], ["configmaps"]),
      ],
    },
    "operator",
  );
  await create(`${inProject}/roles`, "strong", { rules: [rule(["*"], ["secrets"])] }, "operator");
});
afterAll(async () => {
  client.close();
  await garden.stop();
});

describe("who may write roles may still not grant more than what they have", () => {
  const asClerk = "owner-commerce";

  test("the operator may grant anything", async () => {
    const { status } = await create(`${group}/clusterroles`, "all", { rules: [rule(["*"], ["*"], ["*"])] }, "operator");
    expect(status).toBe(201);
  });

  test("a person with every verb on roles may escalate and bind: the wildcard holds those verbs, too", async () => {
    const answer = await create(`${inProject}/roles`, "granted", { rules: [rule(["get"], ["secrets"])] }, "viewer");
    expect(answer.status, answer.text).toBe(201);
  });

  describe("without the verbs bind and escalate", () => {
    beforeAll(async () => {
      const path = `${inProject}/rolebindings/${clerk}`;
      await client.send({ method: "DELETE", path, as: "operator" });
      const person = garden.identities.find(({ name }) => name === "viewer");
      const subjects = [subject(person?.username ?? "")];
      await create(
        `${inProject}/rolebindings`,
        clerk,
        { subjects, roleRef: roleRef("Role", "narrow-clerk") },
        "operator",
      );
    });

    test("what one has oneself can be granted", async () => {
      const { status } = await create(
        `${inProject}/roles`,
        "own",
        { rules: [rule(["get"], ["configmaps"])] },
        "viewer",
      );
      expect(status).toBe(201);
      const binding = { subjects: [subject("somebody")], roleRef: roleRef("Role", "own") };
      expect((await create(`${inProject}/rolebindings`, "own", binding, "viewer")).status).toBe(201);
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
      const { status, json } = await create(`${inProject}/roles`, "more", { rules: [wanted] }, "viewer");
      expect(status).toBe(403);
      expect(textAt(json, "message")).toContain(
        "is attempting to grant RBAC permissions not currently held:\n{APIGroups:",
      );
    });

    test("a role cannot be made stronger by a patch or by applying either", async () => {
      const path = `${inProject}/roles/own`;
      const rules = [rule(["*"], ["secrets"])];
      const merged = {
        method: "PATCH",
        path,
        body: { rules },
        headers: { "content-type": "application/merge-patch+json" },
        as: "viewer",
      };
      expect((await client.send(merged)).status).toBe(403);
      const body = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "own" }, rules };
      const headers = { "content-type": "application/apply-patch+yaml" };
      const applied = { method: "PATCH", path: `${path}?fieldManager=x&force=true`, body, headers, as: "viewer" };
      expect((await client.send(applied)).status).toBe(403);
    });

    test("a stronger role cannot be bound to, and one that does not exist is not found", async () => {
      const bind = (name: string) =>
        create(
          `${inProject}/rolebindings`,
          `to-${name}`,
          { subjects: [subject("x")], roleRef: roleRef("Role", name) },
          "viewer",
        );
      expect((await bind("strong")).status).toBe(403);
      expect((await bind("nowhere")).status).toBe(404);
    });
  });

  test("owners of projects get no further", async () => {
    const { status } = await create(
      `${group}/clusterrolebindings`,
      "mine",
      { subjects: [subject("x")], roleRef: roleRef("ClusterRole", "all") },
      asClerk,
    );
    expect(status).toBe(403);
  });
});
