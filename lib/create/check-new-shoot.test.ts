import { describe, expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { checkNewShoot, completeDraft, type NewShootFacts, uncheckedParts } from "./check-new-shoot.ts";
import { meadow, offerOf, profileNow } from "./cluster-profile.fixture.ts";
import { startingShoot } from "./starting-shoot.ts";

type Profile = Result<CloudProfileSpec, "PROFILE_NOT_FOUND" | "PROFILE_FORBIDDEN">;

const facts: NewShootFacts = { project: "p", takenNames: [] };
const binding = { metadata: { name: "account" }, ...{ provider: { type: "aws" } } };
const seen: NewShootFacts = { ...facts, references: { credentialsBinding: { binding } } };

function draftOf(patch: object = {}, profile: Profile = ok(meadow)) {
  const choices = { project: "p", namespace: "garden-p", name: "ash", account: "account", networking: "calico" };
  const start = startingShoot({ ...choices, profile: offerOf(meadow), region: "here", now: profileNow });
  const shoot: Shoot = JSON.parse(JSON.stringify(applyMergePatch(start, patch)));
  return { shoot, profile, rules: newestRules, now: profileNow };
}

function errorsOf(patch: object = {}, more: { facts?: NewShootFacts; profile?: Profile } = {}) {
  const draft = draftOf(patch, more.profile);
  return checkNewShoot(draft, completeDraft(draft), more.facts ?? facts);
}

function uncheckedOf(patch: object = {}, more: { facts?: NewShootFacts; profile?: Profile } = {}) {
  const draft = draftOf(patch, more.profile);
  return uncheckedParts(draft, completeDraft(draft), more.facts ?? seen).map(({ field }) => field);
}

describe("the errors of a draft", () => {
  test("are none for the Shoot with which a new cluster starts", () => {
    expect(errorsOf()).toEqual([]);
  });

  test.each([
    ["", ["This field must be set."]],
    ["Ash", ["Ash is not a valid name here."]],
    ["a--b", ["The name a--b must not have two hyphens in a row."]],
    ["a".repeat(21), ["A name in the project p has at most 20 characters."]],
    ["elm", ["The project has a cluster elm already."]],
    ["a".repeat(20), []],
  ])("are those of the name %j", (name, messages) => {
    const errors = errorsOf({ metadata: { name } }, { facts: { ...facts, takenNames: ["elm"] } });
    expect(errors).toEqual(messages.map((message) => ({ field: "metadata.name", message })));
  });

  test("are none for a name that the server makes up, unless it gets too long", () => {
    const unnamed = (generateName: string) => errorsOf({ metadata: { name: "", generateName } });
    expect(unnamed("ash-")).toEqual([]);
    expect(unnamed("sixteen-letters-").map(({ message }) => message)).toEqual([
      "A name in the project p has at most 15 characters.",
    ]);
  });

  test("are those of labels and annotations whose keys or values the API server does not take", () => {
    const labelled = (metadata: object) => errorsOf({ metadata }).map(({ field }) => field);
    expect(labelled({ labels: { team: "blue" }, annotations: { "Example.org/Note": "any text" } })).toEqual([]);
    expect(labelled({ labels: { "a b": "c" } })).toEqual(["metadata.labels"]);
    expect(labelled({ labels: { team: "no value" } })).toEqual(["metadata.labels"]);
    expect(labelled({ annotations: { "a/b/c": "" } })).toEqual(["metadata.annotations"]);
  });

  test("are those of a profile that is named in two fields, even if both name the same", () => {
    expect(errorsOf({ spec: { cloudProfileName: "meadow" } }).map(({ field }) => field)).toContain(
      "spec.cloudProfileName",
    );
    const alone = errorsOf({ spec: { cloudProfile: null, cloudProfileName: "meadow" } });
    expect(alone.map(({ message }) => message).join()).not.toContain("once");
  });

  test("are those of pools without an image if no profile can offer one", () => {
    const machine = { type: "small" };
    const workers = [{ ...draftOf().shoot.spec.provider.workers?.[0], machine }];
    const fieldsFor = (profile: Profile) =>
      errorsOf({ spec: { provider: { workers } } }, { profile }).map(({ field }) => field);
    expect(fieldsFor(fail("PROFILE_NOT_FOUND"))).toContain("spec.provider.workers[0].machine.image");
    expect(fieldsFor(ok({ ...meadow, machineImages: meadow.machineImages?.slice(1) ?? [] }))).toEqual([]);
    // The profile is to blame then, which is told at the pool.
    const withoutImages = fieldsFor(ok({ ...meadow, machineImages: [] }));
    expect(withoutImages).toContain("spec.provider.workers[0]");
    expect(withoutImages).not.toContain("spec.provider.workers[0].machine.image");
  });

  test("are none for a Seed that exists, and one for a Seed that does not, if Seeds can be read", () => {
    const named = (seeds: NewShootFacts["seeds"]) =>
      errorsOf({ spec: { seedName: "one" } }, { facts: { ...facts, seeds } });
    const seed = { metadata: { name: "one" }, spec: { provider: { type: "aws", region: "here" } } };
    expect(named([])).toEqual([{ field: "spec.seedName", message: "The garden has no Seed one." }]);
    expect(named([seed]).map(({ field }) => field)).not.toContain("spec.seedName");
    expect(named(undefined)).toEqual([]);
  });

  test("come from every stage at once, so that nobody fixes one to hear of the next", () => {
    const fields = errorsOf({
      metadata: { name: "a--b" },
      spec: {
        kubernetes: { version: "1.99.0" },
        networking: { services: "10.250.0.0/20" },
        maintenance: { timeWindow: { begin: "220000+0000", end: "221000+0000" } },
        provider: { infrastructureConfig: { networks: { vpc: { cidr: "10.251.0.0/16" } } } },
      },
    }).map(({ field }) => field);
    expect(new Set(fields)).toEqual(
      new Set([
        "metadata.name",
        "spec.kubernetes.version",
        "spec.maintenance.timeWindow",
        "spec.networking.services",
        "spec.networking.nodes",
        "spec.provider.infrastructureConfig.networks.zones[0].workers",
        "spec.provider.infrastructureConfig.networks.zones[0].public",
        "spec.provider.infrastructureConfig.networks.zones[0].internal",
      ]),
    );
  });

  test("name the CredentialsBinding where the API server asks for the deprecated SecretBinding", () => {
    expect(errorsOf({ spec: { credentialsBindingName: null } })).toEqual([
      { field: "spec.credentialsBindingName", message: "A cluster with workers needs a CredentialsBinding." },
    ]);
  });

  test("name what the version that was chosen does not take any more", () => {
    const addons = { kubernetesDashboard: { enabled: true } };
    const profile = ok({ ...meadow, kubernetes: { versions: [{ version: "1.35.1" }] } });
    const fields = errorsOf({ spec: { kubernetes: { version: "1.35.1" }, addons } }, { profile }).map(
      ({ field }) => field,
    );
    expect(fields).toContain("spec.addons");
  });

  test("accept short versions and images without one, which the API server completes", () => {
    const [pool] = draftOf().shoot.spec.provider.workers ?? [];
    const workers = [{ ...pool, machine: { type: "small", image: { name: "gardenlinux" } } }];
    const patch = { spec: { kubernetes: { version: "1.34" }, provider: { workers } } };
    expect(errorsOf(patch)).toEqual([]);
    const { shoot } = completeDraft(draftOf(patch));
    expect(shoot.spec.kubernetes.version).toBe("1.34.2");
    expect(shoot.spec.provider.workers?.[0]?.machine.image).toEqual({ name: "gardenlinux", version: "1.2.0" });
  });

  test("say that the profile does not exist, and find what does not depend on it", () => {
    const errors = errorsOf({ metadata: { name: "a--b" } }, { profile: fail("PROFILE_NOT_FOUND") });
    expect(errors).toContainEqual({
      field: "spec.cloudProfile.name",
      message: "The cluster's profile does not exist.",
    });
    expect(errors.map(({ field }) => field)).toContain("metadata.name");
  });

  test("are few even if a rule is broken very often", () => {
    const [pool] = draftOf().shoot.spec.provider.workers ?? [];
    const workers = Array.from({ length: 200 }, () => pool);
    expect(errorsOf({ spec: { provider: { workers } } }).length).toBeLessThan(20);
  });
});

describe("what cannot be checked", () => {
  test("is nothing if everything can be read", () => {
    expect(uncheckedOf()).toEqual([]);
  });

  test("is named by its field: the profile, the name, the account and objects that are not readable", () => {
    const auditConfig = { auditPolicy: { configMapRef: { name: "audit" } } };
    const patch = { spec: { kubernetes: { kubeAPIServer: { auditConfig } } } };
    const objects = new Map([["ConfigMap/audit", "forbidden"]] as const);
    const hidden = { project: "p", takenNames: undefined, references: { objects } };
    expect(uncheckedOf(patch, { facts: hidden, profile: fail("PROFILE_FORBIDDEN") })).toEqual([
      "spec.cloudProfile.name",
      "metadata.name",
      "spec.credentialsBindingName",
      "spec.kubernetes.kubeAPIServer.auditConfig.auditPolicy.configMapRef.name",
    ]);
  });
});
