import { describe, expect, test } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import { toWellTypedSpec } from "../changes/to-well-typed-spec.ts";
import { storedShootSpec } from "../spec-validation/settings.fixture.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { findReferenceAdmissionErrors, type ReferencedGardenObjects } from "./find-reference-admission-errors.ts";

const named = (name: string, more: object = {}) => ({ metadata: { name }, ...more });
const profile = prepareProfile({
  type: "aws",
  machineTypes: [{ name: "m" }],
  machineImages: [{ name: "gl", versions: [{ version: "1.0.0" }] }],
});

function found(old: object, next: object, references: ReferencedGardenObjects, of = profile): readonly string[] {
  const sides = {
    old: toWellTypedSpec({ ...storedShootSpec, ...old }),
    new: toWellTypedSpec({ ...storedShootSpec, ...next }),
  };
  return findReferenceAdmissionErrors({ ...sides, profile: of, references }).map(({ path, code }) => `${path} ${code}`);
}

test("what nobody looked for, and what stays, is not judged", () => {
  expect(found({}, { credentialsBindingName: "other", exposureClassName: "inside" }, {})).toEqual([]);
  expect(found({}, {}, { credentialsBinding: { binding: null }, exposureClass: null })).toEqual([]);
});

test.each<[string, object, ReferencedGardenObjects]>([
  ["credentialsBindingName", { credentialsBindingName: "nobody" }, { credentialsBinding: { binding: null } }],
  ["secretBindingName", { secretBindingName: "nobody" }, { secretBinding: { binding: null } }],
  ["exposureClassName", { exposureClassName: "nobody" }, { exposureClass: null }],
])("%s must be there", (field, next, references) => {
  expect(found({}, next, references)).toEqual([`spec.${field} REFERENCE_NOT_FOUND`]);
});

test("an empty name is one of no object", () => {
  expect(found({}, { credentialsBindingName: "" }, {})).toEqual(["spec.credentialsBindingName REFERENCE_NOT_FOUND"]);
  expect(found({ secretBindingName: "" }, { secretBindingName: "" }, {})).toEqual([]);
  expect(found({ secretBindingName: "a" }, { secretBindingName: null }, {})).toEqual([]);
});

describe("the account", () => {
  const reference = { apiVersion: "v1", kind: "Secret", namespace: "garden-a", name: "account" };
  const binding = named("new", { provider: { type: "aws" }, credentialsRef: reference });
  const other = { credentialsBindingName: "new" };
  const path = "spec.credentialsBindingName";

  test("changes only for who may read the credentials on both sides", () => {
    const sides = (before: boolean | undefined, after: boolean | undefined) => ({
      oldCredentialsBinding: { binding: named("old", { credentialsRef: reference }), readable: before },
      credentialsBinding: { binding, readable: after },
    });
    expect(found({}, other, sides(true, true))).toEqual([]);
    expect(found({}, other, sides(undefined, undefined))).toEqual([]);
    expect(found({}, other, sides(false, true))).toEqual([`${path} CREDENTIALS_NOT_READABLE`]);
    expect(found({}, other, sides(true, false))).toEqual([`${path} CREDENTIALS_NOT_READABLE`]);
  });

  test("stays the same Secret where a CredentialsBinding comes for a SecretBinding", () => {
    const before = { credentialsBindingName: null, secretBindingName: "old" };
    const old = (name: string) => ({ binding: named("old", { secretRef: { namespace: "garden-a", name } }) });
    expect(found(before, other, { oldSecretBinding: old("account"), credentialsBinding: { binding } })).toEqual([]);
    expect(found(before, other, { oldSecretBinding: old("another"), credentialsBinding: { binding } })).toEqual([
      `${path} BINDING_OF_OTHER_SECRET`,
    ]);
  });

  test("is of the Shoot's provider", () => {
    const foreign = named("new", { provider: { type: "gcp" } });
    expect(found({}, other, { credentialsBinding: { binding: foreign } })).toEqual([
      "spec.provider.type PROVIDER_DIFFERS",
    ]);
  });

  test("of several providers, which only a SecretBinding can be, fits the Shoots of each", () => {
    const ofTypes = (type: string) => ({ binding: named("old", { provider: { type } }) });
    expect(found({}, {}, { secretBinding: ofTypes("gcp,aws") })).toEqual([]);
    expect(found({}, {}, { secretBinding: ofTypes("gcp,azure") })).toEqual(["spec.provider.type PROVIDER_DIFFERS"]);
    expect(found({}, {}, { credentialsBinding: ofTypes("gcp,aws") })).toEqual(["spec.provider.type PROVIDER_DIFFERS"]);
  });
});

describe("tolerations", () => {
  const project = (whitelist: readonly object[]): Project => {
    const spec: Project["spec"] = JSON.parse(JSON.stringify({ tolerations: { whitelist } }));
    return { metadata: { name: "a" }, spec };
  };

  test("are those that the project may use, counted among the new ones", () => {
    const tolerations = [{ key: "old" }, { key: "may" }, { key: "may-not", value: "b" }];
    const before = { tolerations: [{ key: "old" }] };
    expect(found(before, { tolerations }, { project: project([{ key: "may" }]) })).toEqual([
      "spec.tolerations[1] TOLERATION_NOT_ALLOWED",
    ]);
    expect(found(before, { tolerations }, {})).toEqual([]);
  });
});

test("extensions are of types that somebody serves, where the registrations can be read", () => {
  const extensions = [{ type: "dns" }, { type: "nobody" }];
  const registered = { metadata: { name: "dns" }, spec: { resources: [{ kind: "Extension", type: "dns" }] } };
  const errors = found({}, { extensions }, { registrations: [registered] });
  expect(errors.filter((error) => error.startsWith("spec.extensions"))).toEqual([
    "spec.extensions[1].type EXTENSION_NOT_REGISTERED",
  ]);
  expect(found({}, { extensions }, {})).toEqual([]);
});

describe("another profile", () => {
  const step = (more: Partial<NonNullable<ReferencedGardenObjects["profiles"]>> = {}) => ({
    profiles: {
      from: { kind: "CloudProfile", name: "aws" },
      to: { kind: "NamespacedCloudProfile", name: "own" },
      roots: { from: "aws", to: "aws" },
      exists: true,
      before: profile,
      ...more,
    },
  });
  const path = "spec.cloudProfile";

  test("is there", () => {
    expect(found({}, {}, step())).toEqual([]);
    expect(found({}, {}, step({ exists: false }))).toEqual([`${path} REFERENCE_NOT_FOUND`]);
  });

  test("ends at the same CloudProfile", () => {
    expect(found({}, {}, step({ roots: { from: "aws", to: "gcp" } }))).toEqual([`${path} PROFILE_OF_OTHER_ROOT`]);
    expect(found({}, {}, step({ roots: { from: "aws", to: undefined } }))).toEqual([]);
  });

  test.each<[string, object]>([
    ["images", { machineTypes: [{ name: "m" }] }],
    ["machines", { machineImages: [{ name: "gl", versions: [{ version: "1.0.0" }] }] }],
  ])("has the %s in use", (_what, spec) => {
    expect(found({}, {}, step(), prepareProfile({ type: "aws", ...spec }))).toEqual([`${path} PROFILE_LACKS`]);
  });
});
