import { expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { storedShootSpec, workerlessShootSpec } from "../spec-validation/settings.fixture.ts";
import { validateChange } from "./validate-change.ts";

const refusalsOf = (old: ShootSpec, next: ShootSpec) =>
  validateChange({ old, new: next })
    .filter(({ path }) => !path.startsWith("spec.provider"))
    .map(({ path, code }) => `${path} ${code}`);

test("from 1.34 on a SecretBinding is refused, also beside a CredentialsBinding", () => {
  const { version } = storedShootSpec.kubernetes;
  expect(version).toBe("1.34.1");
  const both = { ...storedShootSpec, secretBindingName: "old" };
  expect(refusalsOf(both, both)).toEqual([
    "spec.secretBindingName BINDINGS_EXCLUDE_EACH_OTHER",
    "spec.secretBindingName FIELD_NOT_SUPPORTED",
  ]);
  const before = { ...both, kubernetes: { ...storedShootSpec.kubernetes, version: "1.33.1" } };
  expect(refusalsOf(before, before)).toEqual(["spec.secretBindingName BINDINGS_EXCLUDE_EACH_OTHER"]);
});

test("the SecretBinding of a self-hosted Shoot is not looked at", () => {
  const workers = (storedShootSpec.provider.workers ?? []).map((pool) => ({ ...pool, controlPlane: {} }));
  const own = { ...storedShootSpec, secretBindingName: "old", provider: { ...storedShootSpec.provider, workers } };
  expect(refusalsOf(own, own).filter((refusal) => refusal.includes("BindingName"))).toEqual([]);
});

test("a version that is not there is no step, and one that goes is", () => {
  const none = { ...workerlessShootSpec, kubernetes: { version: "" } };
  expect(refusalsOf(none, none)).toEqual([]);
  expect(refusalsOf(workerlessShootSpec, none)).toEqual(["spec.kubernetes.version K8S_VERSION_UNSET"]);
});
