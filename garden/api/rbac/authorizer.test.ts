import { describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { createObjectStore } from "../store/store.ts";
import { createAuthorizer, type ResourceRequest } from "./authorizer.ts";
import type { User } from "./user.ts";

const ada: User = { name: "ada", groups: ["gardeners", "system:authenticated"] };
const robot: User = { name: "system:serviceaccount:garden-a:robot", groups: ["system:serviceaccounts"] };
const shoots: ResourceRequest = {
  verb: "get",
  group: "core.gardener.cloud",
  resource: "shoots",
  namespace: "garden-a",
};

interface Rule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const readShoots: Rule = { verbs: ["get"], apiGroups: ["core.gardener.cloud"], resources: ["shoots"] };
const adaHerself = { kind: "User", name: "ada" };

/** A garden in which a subject is bound to a role with the given rule, in namespace garden-a or cluster-wide. */
function gardenWith(rule: Rule, { subject = adaHerself, namespace = "garden-a", role = "ClusterRole" } = {}) {
  const store = createObjectStore({ now: () => 0 });
  const bound = role === "Role" ? { namespace } : {};
  const definition: KubeObject & { rules: readonly Rule[] } = { metadata: { name: "r", ...bound }, rules: [rule] };
  const binding: KubeObject & { roleRef: object; subjects: readonly object[] } = {
    metadata: { name: "b", ...(namespace === "" ? {} : { namespace }) },
    roleRef: { kind: role, name: "r" },
    subjects: [subject],
  };
  const group = "rbac.authorization.k8s.io";
  store.put(role === "Role" ? `roles.${group}` : `clusterroles.${group}`, definition);
  store.put(namespace === "" ? `clusterrolebindings.${group}` : `rolebindings.${group}`, binding);
  return createAuthorizer(store);
}

describe("a rule", () => {
  test.each<[string, Rule, Partial<ResourceRequest>, boolean]>([
    ["covers what it names", readShoots, {}, true],
    ["does not cover another verb", readShoots, { verb: "list" }, false],
    ["does not cover another group", readShoots, { group: "" }, false],
    ["does not cover another resource", readShoots, { resource: "secrets" }, false],
    ["does not cover a subresource", readShoots, { subresource: "status" }, false],
    ["covers every verb with *", { ...readShoots, verbs: ["*"] }, { verb: "patch" }, true],
    ["covers every group with *", { ...readShoots, apiGroups: ["*"] }, { group: "other" }, true],
    ["covers every resource with *", { ...readShoots, resources: ["*"] }, { resource: "seeds" }, true],
    ["covers subresources with *", { ...readShoots, resources: ["*"] }, { subresource: "status" }, true],
    [
      "covers the subresource it names",
      { ...readShoots, resources: ["shoots/status"] },
      { subresource: "status" },
      true,
    ],
    ["of a subresource does not cover the object", { ...readShoots, resources: ["shoots/status"] }, {}, false],
    ["covers one subresource of all", { ...readShoots, resources: ["*/status"] }, { subresource: "status" }, true],
    ["covers the name it names", { ...readShoots, resourceNames: ["web"] }, { name: "web" }, true],
    ["does not cover another name", { ...readShoots, resourceNames: ["web"] }, { name: "db" }, false],
    ["with names does not cover a list", { ...readShoots, resourceNames: ["web"] }, {}, false],
    ["without verbs covers nothing", { ...readShoots, verbs: [] }, {}, false],
    ["that is empty covers nothing", {}, {}, false],
  ])("%s", (_name, rule, request, allowed) => {
    expect(gardenWith(rule).mayResource(ada, { ...shoots, ...request }).allowed).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ["/apis", "/apis", true],
    ["/apis/*", "/apis/apps/v1", true],
    ["/apis/*", "/apis", false],
    ["*", "/anything", true],
    ["/readyz", "/readyz/ping", false],
  ])("for the path %s and the request %s: %s", (url, path, allowed) => {
    const authorizer = gardenWith({ verbs: ["get"], nonResourceURLs: [url] }, { namespace: "" });
    expect(authorizer.mayPath(ada, { verb: "get", path }).allowed).toBe(allowed);
    expect(authorizer.mayPath(ada, { verb: "post", path }).allowed).toBe(false);
  });
});

describe("a binding", () => {
  test.each<[string, object, User, boolean]>([
    ["its user", adaHerself, ada, true],
    ["no other user", { kind: "User", name: "bob" }, ada, false],
    ["a member of its group", { kind: "Group", name: "gardeners" }, ada, true],
    ["no group of the user's name", { kind: "Group", name: "ada" }, ada, false],
    ["its service account", { kind: "ServiceAccount", name: "robot", namespace: "garden-a" }, robot, true],
    [
      "no service account of another namespace",
      { kind: "ServiceAccount", name: "robot", namespace: "garden-b" },
      robot,
      false,
    ],
    ["nobody with a kind that does not exist", { kind: "Robot", name: "ada" }, ada, false],
  ])("holds for %s", (_name, subject, user, allowed) => {
    const authorizer = gardenWith(readShoots, { subject: Object.assign({ kind: "", name: "" }, subject) });
    expect(authorizer.mayResource(user, shoots).allowed).toBe(allowed);
  });

  test.each([
    ["in a namespace holds there", "garden-a", "garden-a", true],
    ["in a namespace does not hold in another", "garden-a", "garden-b", false],
    ["in a namespace does not hold for the whole cluster", "garden-a", undefined, false],
    ["of the cluster holds in every namespace", "", "garden-b", true],
    ["of the cluster holds for the whole cluster", "", undefined, true],
  ])("%s", (_name, bound, asked, allowed) => {
    const authorizer = gardenWith(readShoots, { namespace: bound });
    expect(authorizer.mayResource(ada, { ...shoots, namespace: asked }).allowed).toBe(allowed);
  });

  test("to a Role takes the one of its namespace", () => {
    expect(gardenWith(readShoots, { role: "Role" }).mayResource(ada, shoots).allowed).toBe(true);
  });

  test("of the whole cluster to a Role gives nothing, also where a ClusterRole has its name", () => {
    const store = createObjectStore({ now: () => 0 });
    const group = "rbac.authorization.k8s.io";
    const role: KubeObject & { rules: readonly Rule[] } = { metadata: { name: "r" }, rules: [readShoots] };
    const binding: KubeObject & { roleRef: object; subjects: readonly object[] } = {
      metadata: { name: "b" },
      roleRef: { kind: "Role", name: "r" },
      subjects: [adaHerself],
    };
    store.put(`clusterroles.${group}`, role);
    store.put(`clusterrolebindings.${group}`, binding);
    expect(createAuthorizer(store).mayResource(ada, shoots).allowed).toBe(false);
  });

  test("to a role that is not there gives nothing", () => {
    const store = createObjectStore({ now: () => 0 });
    const binding: KubeObject & { roleRef: object; subjects: readonly object[] } = {
      metadata: { name: "b" },
      roleRef: { kind: "ClusterRole", name: "gone" },
      subjects: [adaHerself],
    };
    store.put("clusterrolebindings.rbac.authorization.k8s.io", binding);
    expect(createAuthorizer(store).mayResource(ada, shoots)).toEqual({ allowed: false, reason: "" });
  });
});

test("the masters may everything, with no rule at all", () => {
  const authorizer = createAuthorizer(createObjectStore({ now: () => 0 }));
  const master: User = { name: "root", groups: ["system:masters"] };
  expect(authorizer.mayResource(master, { ...shoots, verb: "delete" }).allowed).toBe(true);
  expect(authorizer.mayPath(master, { verb: "post", path: "/almanac/clock" }).allowed).toBe(true);
});

test("a verdict names the binding, and the rules of a namespace are those that decide there", () => {
  const authorizer = gardenWith(readShoots);
  expect(authorizer.mayResource(ada, shoots).reason).toMatch(/RoleBinding "b\/garden-a"/);
  expect(authorizer.rulesFor(ada, "garden-a")).toMatchObject([readShoots]);
  expect(authorizer.rulesFor(ada, "garden-b")).toEqual([]);
});
