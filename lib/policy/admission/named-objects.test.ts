import { describe, expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { storedShootSpec } from "../spec-validation/settings.fixture.ts";
import {
  findReferencedObjectErrors,
  newlyReferencedObjects,
  objectsOfUnknownState,
  type ReferencedObjectState,
} from "./named-objects.ts";

type Change = Partial<ShootSpec> | object;

const sides = (next: Change, old: Change = {}) => ({
  old: { ...storedShootSpec, ...old },
  new: { ...storedShootSpec, ...next },
});
const told = (next: Change, old: Change = {}) =>
  newlyReferencedObjects(sides(next, old)).map(({ kind, name, path }) => `${kind} ${name} ${path}`);
const refersTo = (kind: string, name: string, apiVersion = "v1") => [
  { name: "mine", resourceRef: { apiVersion, kind, name } },
];
const kubernetesWith = (kubeAPIServer: object, version = storedShootSpec.kubernetes.version) => ({
  kubernetes: { ...storedShootSpec.kubernetes, version, kubeAPIServer },
});
const at = "spec.kubernetes.kubeAPIServer";
const audit = { auditConfig: { auditPolicy: { configMapRef: { name: "audit" } } } };

describe("a change names", () => {
  test.each<[string, Change, readonly string[]]>([
    ["a Secret among its resources", { resources: refersTo("Secret", "one") }, ["Secret one spec.resources[0]"]],
    ["a ConfigMap there", { resources: refersTo("ConfigMap", "one") }, ["ConfigMap one spec.resources[0]"]],
    [
      "things of other kinds",
      { resources: refersTo("WorkloadIdentity", "one", "security.gardener.cloud/v1alpha1") },
      [],
    ],
    [
      "credentials of DNS",
      { dns: { providers: [{ type: "x", credentialsRef: { apiVersion: "v1", kind: "Secret", name: "one" } }] } },
      ["Secret one spec.dns.providers[0].credentialsRef"],
    ],
    [
      "credentials of DNS by the older field",
      { dns: { providers: [{ type: "x", secretName: "one" }] } },
      ["Secret one spec.dns.providers[0].credentialsRef"],
    ],
    [
      "the kubeconfig of an admission plugin",
      kubernetesWith({ admissionPlugins: [{ name: "A" }, { name: "B", kubeconfigSecretName: "one" }] }),
      [`Secret one ${at}.admissionPlugins[1].kubeconfigSecretName`],
    ],
    [
      "files of the API server",
      kubernetesWith({
        ...audit,
        structuredAuthentication: { configMapName: "authn" },
        structuredAuthorization: { configMapName: "authz", kubeconfigs: [{ authorizerName: "a", secretName: "one" }] },
      }),
      [
        `ConfigMap authn ${at}.structuredAuthentication.configMapName`,
        `ConfigMap authz ${at}.structuredAuthorization.configMapName`,
        `ConfigMap audit ${at}.auditConfig.auditPolicy.configMapRef.name`,
        `Secret one ${at}.structuredAuthorization.kubeconfigs[0].secretName`,
      ],
    ],
  ])("%s", (_what, next, expected) => {
    expect(told(next)).toEqual(expected);
    // An unchanged reference is not checked again when something else changes.
    expect(told({ ...next, purpose: "testing" }, next)).toEqual([]);
  });

  test("its audit policy again with another version of Kubernetes", () => {
    expect(told(kubernetesWith(audit, "1.35.9"), kubernetesWith(audit))).toHaveLength(1);
  });
});

describe("what is named", () => {
  const change = sides({
    resources: refersTo("Secret", "one"),
    ...kubernetesWith({ structuredAuthentication: { configMapName: "authn" } }),
  });
  const states = (secret: ReferencedObjectState, configMap: ReferencedObjectState) =>
    new Map([
      ["Secret/one", secret],
      ["ConfigMap/authn", configMap],
    ]);
  const codes = (...given: Parameters<typeof states>) =>
    findReferencedObjectErrors(change, states(...given)).map(({ code, path }) => `${code} ${path}`);

  test("must be there", () => {
    expect(codes("there", "there")).toEqual([]);
    expect(codes("missing", "missing")).toEqual([
      "OBJECT_NOT_FOUND spec.resources[0]",
      `OBJECT_NOT_FOUND ${at}.structuredAuthentication.configMapName`,
    ]);
  });

  test("must be readable among the resources; of anything else that may not be read nobody knows", () => {
    expect(codes("forbidden", "forbidden")).toEqual(["OBJECT_NOT_READABLE spec.resources[0]"]);
    expect(objectsOfUnknownState(change, states("forbidden", "forbidden")).map(({ name }) => name)).toEqual(["authn"]);
  });

  test("is not known where it was not looked for, and nothing is where nobody looked at all", () => {
    expect(objectsOfUnknownState(change, new Map()).map(({ name }) => name)).toEqual(["one", "authn"]);
    expect(objectsOfUnknownState(change, undefined)).toEqual([]);
    expect(findReferencedObjectErrors(change, undefined)).toEqual([]);
  });
});
