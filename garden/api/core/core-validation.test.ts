import { describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  validateClusterRole,
  validateRoleBinding,
  validateRoleBindingUpdate,
  validateSecretOrConfigMap,
  validateSecretOrConfigMapUpdate,
} from "./core-validation.ts";

const secret = (fields: object): KubeObject => ({ kind: "Secret", metadata: { name: "x", namespace: "a" }, ...fields });
const fields = (causes: readonly { readonly field?: string }[]) => causes.map(({ field }) => field);

describe("the keys of Secrets and ConfigMaps", () => {
  test.each(["a", "ca.crt", "tls_key", "A-1", ".hidden", "__proto__", "constructor"])("%s is one", (key) => {
    expect(validateSecretOrConfigMap(secret({ data: Object.fromEntries([[key, ""]]) }))).toEqual([]);
  });

  test.each(["", ".", "..", "..a", "a/b", "a b", "ä", "a".repeat(254)])("%s is none", (key) => {
    expect(fields(validateSecretOrConfigMap(secret({ data: { [key]: "" } })))).toEqual([`data[${key}]`]);
    expect(fields(validateSecretOrConfigMap(secret({ binaryData: { [key]: "" } })))).toEqual([`binaryData[${key}]`]);
  });
});

test("data of more than one mebibyte in all is too long", () => {
  const half = "x".repeat(512 * 1024);
  expect(validateSecretOrConfigMap(secret({ data: { a: half, b: half } }))).toEqual([]);
  expect(fields(validateSecretOrConfigMap(secret({ data: { a: half }, binaryData: { b: `${half}x` } })))).toEqual([
    "data",
  ]);
});

describe("the finalizers of a Secret", () => {
  const withFinalizers = (...finalizers: readonly string[]): KubeObject => ({ metadata: { name: "x", finalizers } });

  test("are standard ones or have a prefix, and an update tells each bad one twice", () => {
    expect(validateSecretOrConfigMap(withFinalizers("kubernetes", "orphan", "example.com/mine"))).toEqual([]);
    const bad = withFinalizers("example.com/mine", "gardener");
    expect(fields(validateSecretOrConfigMap(bad))).toEqual(["metadata.finalizers[1]"]);
    expect(fields(validateSecretOrConfigMapUpdate(secret({}), bad))).toEqual(["metadata.finalizers[1]"]);
  });
});

test("a Secret for basic authentication has a user name or a password", () => {
  const type = "kubernetes.io/basic-auth";
  expect(fields(validateSecretOrConfigMap(secret({ type })))).toEqual(["data[username]", "data[password]"]);
  expect(validateSecretOrConfigMap(secret({ type, data: { password: "" } }))).toEqual([]);
});

describe("an update of a Secret", () => {
  const before = { type: "Opaque", data: { a: "YQ==" } };
  test.each([
    ["may change its data", before, { ...before, data: { a: "Yg==" } }, []],
    ["may make it immutable", before, { ...before, immutable: true }, []],
    ["may not change its type", before, { ...before, type: "kubernetes.io/tls" }, ["type"]],
    [
      "may not change immutable data",
      { ...before, immutable: true },
      { ...before, data: {}, immutable: true },
      ["data"],
    ],
    ["may not make it mutable again", { ...before, immutable: true }, before, ["immutable"]],
    ["may label an immutable one", { ...before, immutable: true }, { ...before, immutable: true }, []],
  ])("%s", (_name, from, to, expected) => {
    expect(fields(validateSecretOrConfigMapUpdate(secret(from), secret(to)))).toEqual(expected);
  });
});

describe("a binding", () => {
  const binding = (namespace: string | undefined, roleRef: unknown): KubeObject => ({
    metadata: { name: "x", ...(namespace === undefined ? {} : { namespace }) },
    ...{ roleRef },
  });

  test.each([
    ["names a Role in its namespace", "a", { kind: "Role", name: "r" }, []],
    ["names a ClusterRole", "a", { kind: "ClusterRole", name: "r" }, []],
    ["of the cluster names no Role", undefined, { kind: "Role", name: "r" }, ["roleRef.kind"]],
    ["names something", "a", { kind: "Role" }, ["roleRef.name"]],
    ["needs a role", "a", undefined, ["roleRef.kind", "roleRef.name"]],
  ])("%s", (_name, namespace, roleRef, expected) => {
    expect(fields(validateRoleBinding(binding(namespace, roleRef)))).toEqual(expected);
  });

  test("keeps its role", () => {
    const before = binding("a", { kind: "Role", name: "r" });
    expect(fields(validateRoleBindingUpdate(before, binding("a", { kind: "Role", name: "s" })))).toEqual(["roleRef"]);
    expect(validateRoleBindingUpdate(before, binding("a", { name: "r", kind: "Role" }))).toEqual([]);
  });
});

test("a ClusterRole gathers the rules of others by labels", () => {
  const role = (value: string): KubeObject => ({
    metadata: { name: "r" },
    ...{ aggregationRule: { clusterRoleSelectors: [{ matchLabels: { "a/b": value } }] } },
  });
  expect(validateClusterRole(role("builder"))).toEqual([]);
  expect(fields(validateClusterRole(role("a b")))).toEqual(["aggregationRule.clusterRoleSelectors[0].matchLabels"]);
});
