import { describe, expect, test } from "vitest";
import { createRandom } from "#lib/random.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import type { CredentialsBinding, SecretBinding } from "../rotations/cloud-credentials.ts";
import { opensTheSame, replacementOfSecretBinding, updateThatReplacesSecretBinding } from "./migration.ts";

const namespace = "garden-shop";
const shoot = { namespace, secretBindingName: "account", providerType: "aws" };

interface Differs {
  readonly secret?: string;
  readonly home?: string;
  readonly namespace?: string;
  readonly provider?: string;
  readonly quotas?: readonly { readonly name: string }[];
  readonly kind?: string;
}

function secretBinding(name: string, differs: Differs = {}): SecretBinding {
  const more = { provider: { type: "aws" }, quotas: differs.quotas ?? [] };
  const secretRef = { name: differs.secret ?? "key", namespace: differs.home ?? namespace };
  return {
    metadata: { name, namespace: differs.namespace ?? namespace, labels: { team: "shop" } },
    secretRef,
    ...more,
  };
}

function credentialsBinding(name: string, differs: Differs = {}): CredentialsBinding {
  const { secret = "key", home = namespace, provider = "aws", kind = "Secret" } = differs;
  const more = { provider: { type: provider }, ...(differs.quotas && { quotas: differs.quotas }) };
  const credentialsRef = { apiVersion: "v1", kind, name: secret, namespace: home };
  return { metadata: { name, namespace: differs.namespace ?? namespace }, credentialsRef, ...more };
}

function replace(old: SecretBinding, ...credentialsBindings: readonly CredentialsBinding[]) {
  return replacementOfSecretBinding(shoot, { secretBindings: [old], credentialsBindings });
}

describe("the CredentialsBinding that replaces a SecretBinding", () => {
  test("is one that exists for the same Secret", () => {
    const secret = { namespace, name: "key" };
    const other = credentialsBinding("account", { secret: "other" });
    expect(replace(secretBinding("account"), other, credentialsBinding("second"))).toEqual({
      name: "second",
      secret,
      creates: undefined,
    });
  });

  test("is the one of the same name, then the one that a maintenance run has created, then the first by name", () => {
    const [own, forced, other] = ["account", "force-migrated-account", "a"].map((name) => credentialsBinding(name));
    if (!own || !forced || !other) throw new Error("three bindings");
    expect(replace(secretBinding("account"), other, forced, own)?.name).toBe("account");
    expect(replace(secretBinding("account"), other, forced)?.name).toBe("force-migrated-account");
    expect(replace(secretBinding("account"), credentialsBinding("b"), other)?.name).toBe("a");
  });

  test.each<[string, Differs]>([
    ["leads to another Secret", { secret: "other" }],
    ["leads to the Secret of that name elsewhere", { home: "garden-other" }],
    ["leads to a WorkloadIdentity", { kind: "WorkloadIdentity" }],
    ["is for another provider", { provider: "gcp" }],
    ["brings other quotas", { quotas: [{ name: "trial" }] }],
    ["is of another project", { namespace: "garden-other" }],
  ])("is a new one if one that exists %s", (_, differs) => {
    const replacement = replace(secretBinding("account"), credentialsBinding("account", differs));
    expect(replacement?.creates).toMatchObject({ kind: "CredentialsBinding", metadata: { namespace } });
  });

  test("has a name of its own if the name of the SecretBinding is taken, with the same Secret, quotas and labels", () => {
    const quotas = [{ name: "trial" }];
    const taken = [credentialsBinding("account"), credentialsBinding("account-2")];
    expect(replace(secretBinding("account", { quotas, home: "garden-infra" }), ...taken)?.creates).toEqual({
      apiVersion: "security.gardener.cloud/v1alpha1",
      kind: "CredentialsBinding",
      metadata: { name: "account-3", namespace, labels: { team: "shop" } },
      provider: { type: "aws" },
      credentialsRef: { apiVersion: "v1", kind: "Secret", name: "key", namespace: "garden-infra" },
      quotas,
    });
  });

  test("does not exist if the SecretBinding is not there or names no Secret", () => {
    expect(replace(secretBinding("other"))).toBeUndefined();
    expect(replace(secretBinding("account", { namespace: "garden-other" }))).toBeUndefined();
    expect(replace(secretBinding("account", { secret: "" }))).toBeUndefined();
  });

  test("always opens the same, and is new only if no other does", () => {
    const random = createRandom(7, "bindings");
    const pick = <Value>(...values: readonly [Value, ...Value[]]) => random.pick(values);
    for (let round = 0; round < caseCount(300, 5_000); round += 1) {
      const differs = (): Differs => ({
        secret: pick("key", "other"),
        home: pick(namespace, "garden-other"),
        provider: pick("aws", "gcp"),
        quotas: pick([], [{ name: "trial" }]),
        kind: pick("Secret", "Secret", "WorkloadIdentity"),
      });
      const { kind: _, provider: __, ...ofOld } = differs();
      const old = secretBinding("account", ofOld);
      const others = ["a", "account", "account-2", "force-migrated-account"].filter(() => random.chance(0.6));
      const existing = others.map((name) => credentialsBinding(name, differs()));
      const replacement = replace(old, ...existing);
      const chosen = replacement?.creates ?? existing.find(({ metadata }) => metadata.name === replacement?.name);
      expect(chosen && opensTheSame(old, chosen)).toBe(true);
      expect(chosen).toMatchObject({ provider: { type: "aws" } });
      const fitting = existing.filter((each) => opensTheSame(old, each)).map((each) => JSON.stringify(each));
      const isNew = replacement?.creates !== undefined;
      expect(isNew).toBe(!fitting.some((each) => each.includes('"provider":{"type":"aws"}')));
      if (isNew) expect(others).not.toContain(replacement.name);
    }
  });
});

test("the update that replaces a SecretBinding is the first that cleans it up", () => {
  const replaces = { field: "secretBindingName" } as const;
  const steps = [
    { earliestAt: 3, cleanups: [replaces] },
    { earliestAt: 1, cleanups: [{ field: "addons" } as const] },
    { earliestAt: 2, cleanups: [{ field: "addons" } as const, replaces] },
  ];
  expect(updateThatReplacesSecretBinding(steps)).toBe(steps[2]);
  expect(updateThatReplacesSecretBinding(steps.slice(1, 2))).toBeUndefined();
});
