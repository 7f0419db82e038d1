import { createGardenClock, type GardenClock } from "#garden/api/clock/garden-clock.ts";
import { namespaceObject, type Secret, secretObject } from "#garden/api/core/core-objects.ts";
import { ApiError } from "#garden/api/errors/api-error.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import { createLocalGardenApi } from "#garden/api/local/local-garden-api.ts";
import { createObjectWriter, type ObjectWriter } from "#garden/api/registry/object-writer.ts";
import { collectionKeyOf, createObjectStore, type ObjectStore } from "#garden/api/store/store.ts";
import { controllerWriteIdentity } from "#garden/gardener/controllers/client/controller-write-identity.ts";
import type { CredentialsBinding, SecretBinding } from "#garden/gardener/kinds/bindings.ts";
import { createGardenResourceRegistry } from "#garden/gardener/resources/garden-registry.ts";
import { landscapeGardenerRules } from "#garden/landscape/garden/landscape-gardener-rules.ts";
import { currentGardenerRelease } from "#garden/landscape/garden/seeds.ts";
import type { CloudProfile, CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject, KubeStatus } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { applyProfileDefaults } from "#lib/policy/profiles/default-profile.ts";

/** Gardener release of the garden and its gardenlets. */
export const smallGardenRelease = currentGardenerRelease;
export const smallGardenRegistry = createGardenResourceRegistry(landscapeGardenerRules);
export const projectNamespace = "garden-orchard";

/** A store with API for unit tests, whose clock stands still until a test advances it. */
export interface SmallGarden {
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly api: GardenApi;
  readonly clock: GardenClock;
  shoot(name: string): Shoot;
  patch(name: string, patch: object): Shoot;
}

/** A garden with one project, one seed and the given objects. */
export function createSmallGarden(now: Date, objects: readonly KubeObject[]): SmallGarden {
  const clock = createGardenClock({ startAt: now, speed: 0 });
  const store = createObjectStore({ now: () => clock.now().getTime() });
  const byKind = Map.groupBy([...frame(), ...objects], ({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  for (const members of byKind.values()) {
    const definition = smallGardenRegistry.ofKind(members[0]?.apiVersion, members[0]?.kind);
    if (!definition) throw new Error(`the garden does not serve ${members[0]?.kind}`);
    store.load(collectionKeyOf(definition.resource), members);
  }
  const writer = createObjectWriter(store);
  const api = createLocalGardenApi({
    store,
    writer,
    clock,
    registry: smallGardenRegistry,
    system: controllerWriteIdentity,
  });
  const target = (name: string) => ({ resource: shoots, namespace: projectNamespace, name });
  return {
    store,
    writer,
    api,
    clock,
    shoot(name) {
      const found = api.get<Shoot>(target(name));
      if (!found) throw new Error(`there is no Shoot ${name}`);
      return found;
    },
    patch: (name, patch) => api.patch<Shoot>(target(name), patch),
  };
}

/** The metav1.Status of a call that fails; undefined if it succeeds. */
export function rejectionStatusOf(attempt: () => unknown): KubeStatus | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

function frame(): readonly KubeObject[] {
  const project: Project = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: { name: "orchard", uid: "project" },
    spec: { namespace: projectNamespace },
    status: { phase: "Ready" },
  };
  const labels = { "gardener.cloud/role": "project", "project.gardener.cloud/name": "orchard" };
  const namespaces = [
    namespaceObject({ name: "default", uid: "default" }),
    namespaceObject({ name: projectNamespace, uid: "namespace", labels }),
  ];
  return [...namespaces, project, readySeed("seed-a")];
}

const dns = { type: "local", credentialsRef: { apiVersion: "v1", kind: "Secret", name: "dns", namespace: "garden" } };

/** A Seed that is ready for Shoots. */
export function readySeed(name: string): Seed {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Seed",
    metadata: { name, uid: name },
    spec: {
      provider: { type: "local", region: "here" },
      networks: { shootDefaults: { pods: "100.96.0.0/11", services: "100.64.0.0/13" } },
      ingress: { domain: `ingress.${name}` },
      dns: { provider: dns, internal: { domain: "internal", ...dns } },
    },
    status: {
      gardener: { id: `gardenlet-${name}`, name: `gardenlet-${name}`, version: smallGardenRelease },
      lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100 },
      conditions: ["GardenletReady", "SeedSystemComponentsHealthy"].map((type) => ({ type, status: "True" })),
    },
  };
}

/** The Secret with cloud credentials that both bindings refer to. */
export const accountSecret: Secret = secretObject({ name: "account", namespace: projectNamespace, uid: "account" }, {});

/** CredentialsBinding that refers to the Secret `account`. */
export const accountCredentialsBinding: CredentialsBinding = {
  apiVersion: "security.gardener.cloud/v1alpha1",
  kind: "CredentialsBinding",
  metadata: { name: "account", namespace: projectNamespace, uid: "credentials" },
  provider: { type: "local" },
  credentialsRef: { apiVersion: "v1", kind: "Secret", namespace: projectNamespace, name: "account" },
  quotas: [],
};

/** SecretBinding that refers to the Secret `account`. */
export const accountSecretBinding: SecretBinding = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "SecretBinding",
  metadata: { name: "account", namespace: projectNamespace, uid: "binding" },
  provider: { type: "local" },
  secretRef: { name: "account", namespace: projectNamespace },
  quotas: [],
};

export function cloudProfileWith(spec: CloudProfileSpec, name = "meadow"): CloudProfile {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name, uid: `profile-${name}` },
    spec: applyProfileDefaults({ type: "local", regions: [{ name: "here" }], ...spec }),
  };
}

export interface ReconciledShootInput {
  readonly name: string;
  readonly spec: Shoot["spec"];
  readonly status?: Shoot["status"];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A Shoot that gardenlet has successfully reconciled. */
export function reconciledShoot({ name, spec, status, annotations }: ReconciledShootInput): Shoot {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: {
      name,
      namespace: projectNamespace,
      uid: `shoot-${name}`,
      generation: 1,
      creationTimestamp: "2026-01-05T08:00:00Z",
      finalizers: ["gardener"],
      ...(annotations && { annotations }),
    },
    spec: { seedName: "seed-a", cloudProfile: { kind: "CloudProfile", name: "meadow" }, ...spec },
    status: {
      uid: `shoot-${name}`,
      technicalID: `shoot--orchard--${name}`,
      seedName: "seed-a",
      observedGeneration: 1,
      hibernated: false,
      gardener: { id: "gardenlet-seed-a", name: "gardenlet-seed-a", version: smallGardenRelease },
      lastOperation: {
        type: "Reconcile",
        state: "Succeeded",
        progress: 100,
        description: "Shoot cluster has been successfully reconciled.",
        lastUpdateTime: "2026-02-28T08:00:00Z",
      },
      ...status,
    },
  };
}
