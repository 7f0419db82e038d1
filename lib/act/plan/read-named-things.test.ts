import { expect, test } from "vitest";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { maxReferencedObjects, type ReferenceReader, readReferencedObjects } from "./read-named-things.ts";

const spec: ShootSpec = {
  cloudProfile: { kind: "CloudProfile", name: "aws" },
  credentialsBindingName: "old",
  seedName: "seed-a",
  kubernetes: { version: "1.34.1" },
  provider: { type: "aws" },
};
const before: Shoot = { metadata: { name: "one", namespace: "garden-a" }, spec };

const secretOf = (name: string) => ({ apiVersion: "v1", kind: "Secret", namespace: "garden-b", name });
const objects: Readonly<Record<string, object>> = {
  "seeds/seed-a": { spec: { provider: { type: "aws", region: "eu" }, dns: { defaults: [{ domain: "k8s.example" }] } } },
  "projects/a": { spec: { tolerations: { whitelist: [] } } },
  "credentialsbindings/garden-a/old": { credentialsRef: secretOf("one"), quotas: [{ name: "trial", namespace: "x" }] },
  "credentialsbindings/garden-a/new": { credentialsRef: secretOf("two") },
  "quotas/x/trial": { spec: { metrics: { cpu: "1" } } },
  "namespacedcloudprofiles/garden-a/own": { spec: { parent: { name: "gcp" } }, status: { cloudProfileSpec: {} } },
};

/** A fake reader of the objects above that records requests and is allowed to read only the first Secret. */
function reading(next: Partial<ShootSpec> | object, metadata: Partial<Shoot["metadata"]> = {}) {
  const asked: string[] = [];
  const reader: ReferenceReader = {
    get: async <Thing extends KubeObject>({ resource, namespace, name }: Parameters<ReferenceReader["get"]>[0]) => {
      const key = [resource.plural, ...(namespace ? [namespace] : []), name].join("/");
      asked.push(key);
      const found: unknown = objects[key] && { metadata: { name, namespace }, ...objects[key] };
      return isKubeObject<Thing>(found) ? found : null;
    },
    list: async () => undefined,
    stateOf: async ({ resource, name }) => {
      asked.push(`${resource.plural}/${name}`);
      return name === "mine" ? "there" : name === "theirs" ? "forbidden" : "missing";
    },
    any: async (resource, { namespace }) => {
      asked.push(`${resource.plural}/${namespace}`);
      return false;
    },
    holderOf: async (domain) => ({ domain, cluster: "b/two" }),
    may: async ({ name }) => name === "one",
  };
  const after = { metadata: { ...before.metadata, ...metadata }, spec: { ...spec, ...next } };
  return readReferencedObjects(reader, { before, after, project: "a" }, undefined).then((named) => ({ named, asked }));
}

test("nothing is asked for where the spec stays", async () => {
  expect((await reading({})).asked).toEqual([]);
});

test("a longer life asks for the quotas of the account, although the spec stays", async () => {
  const metadata = { annotations: { "shoot.gardener.cloud/expiration-timestamp": "2027-01-01T00:00:00Z" } };
  const { named, asked } = await reading({}, metadata);
  expect(asked).toEqual(["credentialsbindings/garden-a/old", "quotas/x/trial"]);
  expect(named.references.quotas).toHaveLength(1);
});

test("a managed issuer asks whether the landscape has one", async () => {
  const metadata = { annotations: { "authentication.gardener.cloud/issuer": "managed" } };
  const { named, asked } = await reading({}, metadata);
  expect(asked).toEqual(["secrets/garden"]);
  expect(named.references.hasIssuer).toBe(false);
});

test("a change asks for the Seed, and for what it names anew", async () => {
  const { asked, named } = await reading({ purpose: "testing" });
  expect(asked).toEqual(["seeds/seed-a"]);
  expect(named.seed?.metadata.name).toBe("seed-a");
  expect((await reading({ tolerations: [{ key: "a" }] })).asked).toContain("projects/a");
  const { named: exposed } = await reading({ exposureClassName: "nobody" });
  expect(exposed.references.exposureClass).toBeNull();
});

test("a name that no object can have is not asked for", async () => {
  const { asked, named } = await reading({ exposureClassName: "../secrets" });
  expect(asked).toEqual(["seeds/seed-a"]);
  expect(named.references.exposureClass).toBeNull();
});

test("another account is read with whether its credentials, and the old ones, may be", async () => {
  const { references } = (await reading({ credentialsBindingName: "new" })).named;
  expect(references.oldCredentialsBinding?.readable).toBe(true);
  expect(references.credentialsBinding?.readable).toBe(false);
  expect((await reading({ credentialsBindingName: "nobody" })).named.references.credentialsBinding?.binding).toBeNull();
});

test("another profile is read to its root", async () => {
  const { references } = (await reading({ cloudProfile: { kind: "NamespacedCloudProfile", name: "own" } })).named;
  expect(references.profiles).toMatchObject({ exists: true, roots: { from: "aws", to: "gcp" } });
  const missing = (await reading({ cloudProfile: { kind: "CloudProfile", name: "nobody" } })).named;
  expect(missing.references.profiles?.exists).toBe(false);
  expect(missing.profile).toBeUndefined();
});

test("a cluster that grows is held against the quotas of its account", async () => {
  const { references } = (
    await reading({ provider: { type: "aws", workers: [{ name: "a", machine: { type: "m" } }] } })
  ).named;
  expect(references.quotas?.map(({ metadata }) => metadata.name)).toEqual(["trial"]);
});

test("a cluster with a domain is held against the domains of the others, and against those of its Seed", async () => {
  expect((await reading({ purpose: "testing" })).named.references.domains).toMatchObject({ holder: undefined });
  const { domains } = (await reading({ dns: { domain: "one.example" } })).named.references;
  expect(domains).toEqual({
    shoot: "one",
    project: "a",
    defaults: ["k8s.example"],
    holder: { domain: "one.example", cluster: "b/two" },
  });
});

test("ConfigMaps and Secrets are looked for once each, and no more than a preview looks for", async () => {
  const refer = (...names: readonly string[]) =>
    names.map((name) => ({ name, resourceRef: { apiVersion: "v1", kind: "Secret", name } }));
  const { asked, named } = await reading({ resources: refer("mine", "theirs", "mine", "Nobody's") });
  expect(asked).toEqual(["seeds/seed-a", "secrets/mine", "secrets/theirs"]);
  expect(named.references.objects).toEqual(
    new Map([
      ["Secret/mine", "there"],
      ["Secret/theirs", "forbidden"],
      ["Secret/Nobody's", "missing"],
    ]),
  );
  const many = await reading({ resources: refer(...Array.from({ length: 5_000 }, (_, index) => `s${index}`)) });
  expect(many.asked).toHaveLength(1 + maxReferencedObjects);
});

test("registrations that may not be listed say nothing of extensions", async () => {
  expect((await reading({ extensions: [{ type: "dns" }] })).named.references.registrations).toBeUndefined();
});
