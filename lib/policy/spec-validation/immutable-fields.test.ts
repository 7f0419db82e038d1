import { describe, expect, test } from "vitest";
import { specChangeErrors, storedShootSpec, workerlessSpecChangeErrors } from "./settings.fixture.ts";

const { provider } = storedShootSpec;
const secret = { secretBindingName: "old", credentialsBindingName: null };
const tolerance = (type: string) => ({ highAvailability: { failureTolerance: { type } } });

describe("where a Shoot lives", () => {
  test.each<[string, object, readonly string[]]>([
    ["is its region", { region: "us" }, ["spec.region IMMUTABLE"]],
    ["is its provider", { provider: { ...provider, type: "gcp" } }, ["spec.provider.type IMMUTABLE"]],
    ["is the default scheduler's choice", { schedulerName: "default-scheduler" }, []],
    ["is nobody else's choice", { schedulerName: "mine" }, ["spec.schedulerName IMMUTABLE"]],
    [
      "is chosen by something with a name",
      { schedulerName: "Mine!" },
      ["spec.schedulerName IMMUTABLE", "spec.schedulerName NAME_INVALID"],
    ],
    [
      "is paid for",
      { credentialsBindingName: "" },
      ["spec.credentialsBindingName CANNOT_BE_UNSET", "spec.secretBindingName BINDING_REQUIRED"],
    ],
    ["may be paid for by another account", { credentialsBindingName: "other" }, []],
    [
      "is paid for once",
      { secretBindingName: "old" },
      ["spec.secretBindingName IMMUTABLE", "spec.secretBindingName BINDINGS_EXCLUDE_EACH_OTHER"],
    ],
  ])("%s", (_rule, change, expected) => {
    expect(specChangeErrors({}, change)).toEqual(expected);
  });

  test("a scheduler that was chosen stays, and leaving it out is choosing the default", () => {
    const chosen = { schedulerName: "mine" };
    expect(specChangeErrors(chosen, chosen)).toEqual([]);
    expect(specChangeErrors(chosen, {})).toEqual(["spec.schedulerName IMMUTABLE"]);
  });

  test("a SecretBinding gives way to a CredentialsBinding only", () => {
    expect(specChangeErrors(secret, {})).toEqual([]);
    expect(specChangeErrors(secret, { ...secret, secretBindingName: "new" })).toEqual([
      "spec.secretBindingName IMMUTABLE",
    ]);
    expect(specChangeErrors(secret, { ...secret, secretBindingName: null })).toEqual([
      "spec.secretBindingName IMMUTABLE",
      "spec.secretBindingName BINDING_REQUIRED",
    ]);
  });

  test("a Shoot without workers has no account at all", () => {
    expect(workerlessSpecChangeErrors({ credentialsBindingName: "account" })).toEqual([
      "spec.credentialsBindingName WORKERLESS_FIELD",
    ]);
  });
});

describe("the domain of a Shoot", () => {
  const primary = { type: "aws-route53", primary: true };
  const dns = { domain: "a.example.org", providers: [primary] };
  const at = (change: object) => ({ dns: { ...dns, ...change } });

  test.each<[string, object, readonly string[]]>([
    ["stays", at({ domain: "b.example.org" }), ["spec.dns.domain IMMUTABLE"]],
    ["is not forgotten", { dns: null }, ["spec.dns IMMUTABLE"]],
    ["keeps its primary provider", at({ providers: [] }), ["spec.dns.providers DNS_PRIMARY_PROVIDER"]],
    [
      "keeps the provider's type",
      at({ providers: [{ ...primary, type: "google-clouddns" }] }),
      ["spec.dns.providers DNS_PRIMARY_PROVIDER"],
    ],
    ["may have its provider exchanged before there is a Seed", { ...at({ providers: [] }), seedName: null }, []],
    ["may come later", { dns }, []],
  ])("%s", (_rule, change, expected) => {
    expect(specChangeErrors({ dns }, change)).toEqual(expected);
  });
});

describe("the control plane", () => {
  const typePath = "spec.controlPlane.highAvailability.failureTolerance.type";

  test.each<[string, object, object, readonly string[]]>([
    ["keeps its tolerance", tolerance("node"), tolerance("zone"), [`${typePath} IMMUTABLE`]],
    ["keeps having one", tolerance("node"), {}, [`${typePath} IMMUTABLE`]],
    ["may get one", {}, tolerance("zone"), []],
    ["gets one that is known", {}, tolerance("region"), [`${typePath} VALUE_UNKNOWN`]],
    ["may lose its pin", { zones: ["a"] }, {}, []],
    ["cannot be pinned later", {}, { zones: ["a"] }, ["spec.controlPlane.zones IMMUTABLE"]],
    ["cannot be pinned elsewhere", { zones: ["a"] }, { zones: ["b"] }, ["spec.controlPlane.zones IMMUTABLE"]],
    ["may grow with its tolerance", { zones: ["a"] }, { zones: ["a", "b", "c"], ...tolerance("zone") }, []],
    [
      "keeps its zone when it grows",
      { zones: ["a"] },
      { zones: ["b", "c", "d"], ...tolerance("zone") },
      ["spec.controlPlane.zones CONTROL_PLANE_ZONE_REMOVED"],
    ],
    [
      "grows to three zones",
      { zones: ["a"] },
      { zones: ["a", "b", "b"], ...tolerance("zone") },
      ["spec.controlPlane.zones[2] VALUE_DUPLICATE", "spec.controlPlane.zones CONTROL_PLANE_ZONES_COUNT"],
    ],
  ])("%s", (_rule, before, after, expected) => {
    expect(specChangeErrors({ controlPlane: before }, { controlPlane: after })).toEqual(expected);
  });

  test("may change its tolerance before there is a Seed", () => {
    const before = { controlPlane: tolerance("node"), seedName: null };
    expect(specChangeErrors(before, { controlPlane: tolerance("zone"), seedName: null })).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["sleeps", { hibernation: { enabled: true } }, {}],
    ["wakes up", {}, { hibernated: true }],
  ])("gets no tolerance while the Shoot %s", (_state, spec, status) => {
    const after = { ...spec, controlPlane: tolerance("zone") };
    expect(specChangeErrors(spec, after, status)).toEqual([`${typePath} HIBERNATED_HIGH_AVAILABILITY`]);
  });
});
