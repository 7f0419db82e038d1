import { describe, expect, it } from "vitest";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { newestGardenerRelease, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { findProviderConfigurationErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";
import { constraintTypesAt, isConstraintType } from "#lib/policy/status/constraints.ts";
import { statusLabel, statusLabelKey } from "#lib/policy/status/status-label.ts";
import { createDemoLandscape } from "./create-demo-landscape.ts";
import { currentGardenerRelease, rollOutOf } from "./garden/seeds.ts";
import { offeredProviders } from "./plan/shoot-plan.ts";

const now = new Date("2026-08-10T09:30:00Z");
const { objects, identities } = createDemoLandscape({ now, seed: 7, shoots: 0 });

const isShoot = (object: KubeObject): object is Shoot => object.kind === "Shoot";
const isSeed = (object: KubeObject): object is Seed => object.kind === "Seed";
const isNamespacedProfile = (object: KubeObject): object is NamespacedCloudProfile =>
  object.kind === "NamespacedCloudProfile";
const isProfile = (object: KubeObject): object is CloudProfile => object.kind === "CloudProfile";

const shoots = objects.filter(isShoot);
const seeds = objects.filter(isSeed);
const profiles = objects.filter(isProfile);

describe("the demo landscape", () => {
  it("is the same for the same seed and day, and another for another seed", () => {
    expect(createDemoLandscape({ now, seed: 7, shoots: 30 })).toEqual(
      createDemoLandscape({ now, seed: 7, shoots: 30 }),
    );
    expect(createDemoLandscape({ now, seed: 8, shoots: 0 })).not.toEqual({ objects, identities });
  });

  it("has nine projects, some eighty Shoots, a profile per provider, and a Seed for each that takes any Shoot", () => {
    expect(objects.filter(({ kind }) => kind === "Project")).toHaveLength(9);
    expect(shoots.length).toBeGreaterThanOrEqual(60);
    expect(profiles.map(({ spec }) => spec.type)).toEqual([...offeredProviders]);
    expect(objects.filter(({ kind }) => kind === "NamespacedCloudProfile")).toHaveLength(1);
    const isOpen = ({ spec, status }: Seed) =>
      spec.settings?.scheduling?.visible === true &&
      (spec.taints ?? []).length === 0 &&
      (status?.conditions ?? []).every((condition) => condition?.status === "True");
    const open = new Set(seeds.filter(isOpen).map(({ spec }) => spec.provider.type));
    expect([...open].sort()).toEqual([...offeredProviders].sort());
  });

  it("runs the garden's release on most seeds, one release less on one, and something else on few", () => {
    const releases = seeds.map(({ status }) => status?.gardener?.version);
    const current = releases.filter((release) => release === currentGardenerRelease);
    expect(current.length).toBeGreaterThan(releases.length / 2);
    expect(releases.filter((release) => release === "v1.149.3")).toHaveLength(1);
    expect(parseGardenerRelease(currentGardenerRelease)).toEqual(newestGardenerRelease);
  });

  it("has the release of its seed's gardenlet in every Shoot that this one reconciled, and none of its constraints else", () => {
    const releaseOf = new Map(seeds.map(({ metadata, status }) => [metadata.name, status?.gardener?.version]));
    const generated = createDemoLandscape({ now, seed: 7, shoots: 600 }).objects.filter(isShoot);
    const wrong = generated.flatMap(({ metadata, status }) => {
      if (!status?.seedName) return [];
      const release = status.gardener?.version;
      const edition = parseGardenerRelease(release) ?? newestGardenerRelease;
      const foreign = (status.constraints ?? []).filter((constraint) => {
        const type = constraint?.type ?? "";
        return isConstraintType(type) && !constraintTypesAt(edition).includes(type);
      });
      const { before, sinceMinutes = 0 } = rollOutOf(status.seedName) ?? {};
      const beganAt = now.getTime() - sinceMinutes * 60_000;
      const isWaiting = before !== undefined && Date.parse(status.lastOperation?.lastUpdateTime ?? "") < beganAt;
      const expected = isWaiting ? before : releaseOf.get(status.seedName);
      return expected === release && foreign.length === 0 ? [] : [metadata.name];
    });
    expect(wrong).toEqual([]);
  });

  it("has as many Seeds as asked for, over which the Shoots are spread", () => {
    const { objects: more } = createDemoLandscape({ now, seed: 7, shoots: 600, seeds: 100 });
    const names = more.filter(isSeed).map(({ metadata }) => metadata.name);
    expect(new Set(names).size).toBe(100);
    const usage = countShootsBySeed(more.filter(isShoot));
    expect([...usage.keys()].filter((name) => !names.includes(name))).toEqual([]);
    expect(usage.size).toBeGreaterThan(80);
    const few = createDemoLandscape({ now, seed: 7, shoots: 0, seeds: 1 }).objects;
    expect(few.filter(isSeed)).toEqual(seeds);
  });

  it("names every object validly and only once", () => {
    const keys = objects.map(({ kind, metadata }) => `${kind}/${metadata.namespace ?? ""}/${metadata.name}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(objects.map(({ metadata }) => metadata.uid)).size).toBe(keys.length);
    for (const { kind, metadata } of objects) {
      if (kind?.endsWith("Role") || kind?.endsWith("Binding")) continue; // RBAC names may hold colons
      expect(isDns1123Subdomain(metadata.name), `${kind} ${metadata.name}`).toBe(true);
    }
    for (const { metadata } of shoots) expect(isDns1123Label(metadata.name)).toBe(true);
  });

  it("puts every namespaced object after its namespace", () => {
    const seen = new Set<string>();
    for (const { kind, metadata } of objects) {
      if (kind === "Namespace") seen.add(metadata.name);
      if (metadata.namespace !== undefined) expect(seen, `${kind} ${metadata.name}`).toContain(metadata.namespace);
    }
  });

  it("writes only instants that exist, none after today but those meant to be", () => {
    for (const object of objects) {
      for (const [path, text] of instantsOf(object)) {
        expect(parseInstant(text), `${object.kind} ${object.metadata.name} ${path}: ${text}`).toBeDefined();
        const ahead =
          path.endsWith("expiration-timestamp") ||
          path.endsWith("expirationDate") ||
          path.endsWith("startTime") ||
          path.endsWith("staleAutoDeleteTimestamp") ||
          path.endsWith("clientCertificateExpirationTimestamp") ||
          text.startsWith("9999-");
        if (!ahead) expect(Date.parse(text), `${object.metadata.name} ${path}`).toBeLessThanOrEqual(now.getTime());
      }
    }
  });

  it("refers only to profiles, seeds and bindings that exist", () => {
    const bindings = new Set(
      objects.filter(({ kind }) => kind?.endsWith("sBinding") || kind === "SecretBinding").map(keyOf),
    );
    for (const { metadata, spec } of shoots) {
      if (spec.seedName) expect(seeds.map((seed) => seed.metadata.name)).toContain(spec.seedName);
      const names = objects.filter(({ kind }) => kind === spec.cloudProfile?.kind).map((entry) => entry.metadata.name);
      expect(names).toContain(spec.cloudProfile?.name);
      const { credentialsBindingName, secretBindingName } = spec;
      const namespace = metadata.namespace ?? "";
      if (credentialsBindingName)
        expect(bindings).toContain(`CredentialsBinding/${namespace}/${credentialsBindingName}`);
      if (secretBindingName) expect(bindings).toContain(`SecretBinding/${namespace}/${secretBindingName}`);
    }
  });

  it("has Shoots that the admission of their provider's extension would take today, also after a change", () => {
    const lookup = (kind: string, name: string, namespace?: string) =>
      objects.find(
        ({ kind: is, metadata }) => is === kind && metadata.name === name && metadata.namespace === namespace,
      );
    const generated = createDemoLandscape({ now, seed: 7, shoots: 100 }).objects.filter(isShoot);
    const refused = generated.flatMap((shoot) => {
      const profile = effectiveProfile(shoot, {
        cloudProfile: (name) => profiles.find(({ metadata }) => metadata.name === name),
        namespacedCloudProfile: (namespace, name) => {
          const found = lookup("NamespacedCloudProfile", name, namespace);
          return found && isNamespacedProfile(found) ? found : undefined;
        },
      });
      if (!profile.ok) return [`${shoot.metadata.name} ${profile.error}`];
      const input = { shoot, profile: profile.value, domain: "harborline" };
      const errors = [undefined, shoot].flatMap((before) => findProviderConfigurationErrors({ ...input, before }));
      return errors.map(({ path }) => `${shoot.metadata.name} ${path}`);
    });
    expect(refused).toEqual([]);
  });

  it("never ends the newest Kubernetes version of a profile and supports one patch per minor", () => {
    for (const { metadata, spec } of profiles) {
      const versions = spec.kubernetes?.versions ?? [];
      expect(versions[0]?.expirationDate, metadata.name).toBeUndefined();
      expect(versions[0]?.lifecycle?.at(-1)?.classification).not.toBe("expired");
      const supported = versions.filter(({ classification }) => classification === "supported");
      const minors = supported.map(({ version }) => version.split(".")[1]);
      expect(new Set(minors).size, metadata.name).toBe(minors.length);
    }
  });

  it("labels every Shoot that has a status as Gardener would", () => {
    for (const { metadata, status } of shoots) {
      const label = metadata.labels?.[statusLabelKey];
      expect(label).toBe(status ? statusLabel(status.lastOperation, status.lastErrors, status.conditions) : undefined);
    }
  });

  it("knows an operator, two owners of several projects, a viewer and a stranger", () => {
    expect(identities.map(({ name }) => name)).toEqual([
      "operator",
      "owner-commerce",
      "owner-data",
      "viewer",
      "stranger",
    ]);
    const bound = (role: string, name: string): number =>
      objects.filter((object) => object.metadata.name === role && JSON.stringify(object).includes(name)).length;
    const [, commerce, data, viewer, stranger] = identities.map(({ username }) => username);
    expect(bound("gardener.cloud:system:project-member", commerce ?? "")).toBe(3);
    expect(bound("gardener.cloud:system:project-member", data ?? "")).toBe(3);
    expect(bound("gardener.cloud:system:project-viewer", viewer ?? "")).toBe(4);
    expect(JSON.stringify(objects)).not.toContain(stranger);
  });
});

describe("a generated fleet", () => {
  const generated = createDemoLandscape({ now, seed: 7, shoots: 2000 }).objects.filter(isShoot).slice(shoots.length);

  it("has exactly as many Shoots as asked for, in projects of different sizes", () => {
    expect(generated).toHaveLength(2000);
    const sizes = new Map<string, number>();
    for (const { metadata } of generated) {
      sizes.set(metadata.namespace ?? "", (sizes.get(metadata.namespace ?? "") ?? 0) + 1);
    }
    expect(sizes.size).toBe(40);
    expect(Math.max(...sizes.values())).toBeGreaterThan(10 * Math.min(...sizes.values()));
  });

  it("is healthy for the most part, and its objects are as large as real ones", () => {
    const healthy = generated.filter(({ metadata }) => metadata.labels?.[statusLabelKey] === "healthy");
    expect(healthy.length / generated.length).toBeGreaterThan(0.93);
    expect(healthy.length / generated.length).toBeLessThan(0.985);
    const sizes = generated.map((shoot) => JSON.stringify(shoot).length).sort((a, b) => a - b);
    expect(sizes[1000]).toBeGreaterThan(8_000);
    expect(sizes[1900]).toBeLessThan(14_500);
  });

  it("leaves the handwritten Shoots as they are", () => {
    const [first] = createDemoLandscape({ now, seed: 7, shoots: 10 }).objects.filter(isShoot);
    expect(first).toEqual(shoots[0]);
  });
});

function keyOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** All texts in an object that look like dates, with their paths. */
function instantsOf(value: unknown, path = ""): readonly (readonly [path: string, text: string])[] {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\dT/.test(value) ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => instantsOf(entry, `${path}.${key}`));
}
