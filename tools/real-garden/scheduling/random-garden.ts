import { namespaceObject, secretObject } from "#garden/api/core/core-objects.ts";
import { buildMachineTypes } from "#garden/landscape/profiles/profile-data.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { RegionStrategy } from "#lib/policy/scheduling/region-choice.ts";
import type { Random } from "#lib/random.ts";
import { type RandomJson, randomlyOmitted, randomSubset } from "../next/draw.ts";
import {
  anySeedToChoose,
  anySelector,
  anyShootToSchedule,
  namedRegions,
  schedulingRegions,
  schedulingRestrictions,
  schedulingTaints,
  schedulingZones,
} from "../next/schedule-areas.ts";
import { newestGardenerBuild } from "../release.ts";

const restrictions = [...new Set(schedulingRestrictions)].map((name) => ({ name }));

export const schedulingProject = "plan";
const namespace = `garden-${schedulingProject}`;
const group = "core.gardener.cloud/v1beta1";
const account = { name: "account", namespace };

/** Seeds, a CloudProfile and Shoots that the real scheduler is asked about, one Shoot after the other. */
export interface SchedulingRound {
  readonly strategy: RegionStrategy;
  readonly seeds: readonly (KubeObject & { readonly status: unknown })[];
  /** Names of the Seeds that are being deleted. */
  readonly inDeletion: ReadonlySet<string>;
  readonly profile: KubeObject;
  /** Distances to other regions, by the Shoot's region. */
  readonly distances: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
  readonly shoots: readonly KubeObject[];
}

/** The project with its namespace and account, in which all Shoots are created. */
export const schedulingFrame: readonly KubeObject[] = [
  namespaceObject({
    name: namespace,
    labels: { "gardener.cloud/role": "project", "project.gardener.cloud/name": schedulingProject },
  }),
  {
    apiVersion: group,
    kind: "Project",
    metadata: { name: schedulingProject },
    ...{
      spec: {
        namespace,
        owner: { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "olga.brandt@harborline.example" },
        tolerations: { whitelist: [...new Set(schedulingTaints)].map((key) => ({ key })) },
      },
    },
  },
  secretObject(account, { account: "not-a-real-key" }),
  {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata: account,
    ...{ provider: { type: "local" }, credentialsRef: { apiVersion: "v1", kind: "Secret", ...account }, quotas: [] },
  },
];

/** Draws a round; its Seeds, its profile and its Shoots have names that no other round has. */
export function randomSchedulingRound(random: Random, number: number, shoots: number): SchedulingRound {
  const name = `round-${number}`;
  const now = Date.now();
  // Fields that few Seeds and Shoots have would leave almost no Seed in every second round.
  const wideness = {
    rare: random.pick([0.05, 0.2]),
    regions: random.pick([schedulingRegions, namedRegions, ["eu-1"]] as const),
  };
  // Of Seeds that take almost all Shoots several have equally few.
  const isOpen = random.chance(0.4);
  const drawn = Array.from({ length: random.int(3, 8) }, (_, at) =>
    anySeedToChoose(random, now, `${name}-seed-${at}`, wideness),
  );
  return {
    strategy: random.pick(["SameRegion", "MinimalDistance"]),
    seeds: drawn.map((seed) => completeSeed(seed, isOpen)),
    inDeletion: new Set(
      drawn.filter((seed) => fieldAt(seed, "metadata", "deletionTimestamp") !== undefined).map(nameOf),
    ),
    profile: profileOf(random, name, wideness.regions),
    distances: randomlyOmitted(random, 0.5, () => distancesOf(random, wideness.regions)),
    shoots: Array.from({ length: shoots }, (_, at) =>
      completeShoot(anyShootToSchedule(random, now, wideness), name, `r${number}-c${at}`),
    ),
  };
}

function nameOf(object: RandomJson): string {
  return String(fieldAt(object, "metadata", "name"));
}

const credentialsRef = { apiVersion: "v1", kind: "Secret", name: "seed-dns", namespace: "garden" };

/** The Seed with what the API server requires and the scheduler does not look at. */
function completeSeed(seed: RandomJson, isOpen: boolean): SchedulingRound["seeds"][number] {
  const name = nameOf(seed);
  const { spec } = seed;
  const fields = isRecord(spec) ? spec : {};
  const defaults = listAt(spec, "dns", "defaults").map((entry) => ({
    ...(isRecord(entry) && entry),
    type: "aws-route53",
    credentialsRef,
  }));
  const annotations = fieldAt(seed, "metadata", "annotations");
  const labels = fieldAt(seed, "metadata", "labels");
  return {
    apiVersion: group,
    kind: "Seed",
    metadata: {
      name,
      ...(isTexts(labels) && { labels }),
      ...(isTexts(annotations) && { annotations }),
    },
    ...{
      spec: {
        ...fields,
        taints: isOpen ? [] : withoutRepetition(listAt(spec, "taints"), "key"),
        accessRestrictions: isOpen ? restrictions : withoutRepetition(listAt(spec, "accessRestrictions"), "name"),
        ...(isRecord(fields.backup) && {
          backup: { provider: "local", region: "eu-1", credentialsRef: { ...credentialsRef, name: "seed-backup" } },
        }),
        ingress: { domain: `ingress.${name}.harborline.example`, controller: { kind: "nginx" } },
        dns: {
          provider: { type: "aws-route53", credentialsRef },
          internal: { type: "aws-route53", domain: `internal.${name}.harborline.example`, credentialsRef },
          ...(defaults.length > 0 && { defaults }),
        },
      },
    },
    status: {
      ...(isRecord(seed.status) && seed.status),
      gardener: { id: "gardenlet", name: "gardenlet", version: newestGardenerBuild.version },
      kubernetesVersion: "v1.34.4",
    },
  };
}

/** The first entry of each name: the API server refuses repetitions. */
function withoutRepetition(entries: readonly unknown[], by: string): readonly unknown[] {
  return [...Map.groupBy(entries, (entry) => stringAt(entry, by)).values()].map(([first]) => first);
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}

/** The Shoot with what the API server requires and the scheduler does not look at. */
function completeShoot({ spec }: RandomJson, profile: string, name: string): KubeObject {
  const fields = isRecord(spec) ? spec : {};
  const pools = listAt(spec, "provider", "workers").flatMap((pool) => (isRecord(pool) ? [pool] : []));
  const hasPools = pools.length > 0;
  const networking = isRecord(fields.networking) ? fields.networking : {};
  const { domain } = isRecord(fields.dns) ? fields.dns : {};
  const { seedName: _seed, schedulerName: _scheduler, dns: _dns, ...others } = fields;
  const lists = {
    tolerations: withoutRepetition(listAt(spec, "tolerations"), "key"),
    accessRestrictions: withoutRepetition(listAt(spec, "accessRestrictions"), "name"),
  };
  return {
    apiVersion: group,
    kind: "Shoot",
    metadata: { name, namespace },
    ...{
      spec: {
        ...others,
        ...lists,
        cloudProfile: { kind: "CloudProfile", name: profile },
        kubernetes: { version: "1.34.1" },
        ...(typeof domain === "string" && {
          dns: { domain: domain.replace(/^one\.dev\./, `${name}.plan.`).replace(/^(one|two)\./, `${name}.`) },
        }),
        networking: hasPools ? { type: "calico", ...networking } : { services: networking.services },
        ...(hasPools && { credentialsBindingName: "account" }),
        provider: {
          type: "local",
          workers: pools.map(({ controlPlane: _self, ...pool }) => ({
            ...pool,
            maximum: schedulingZones.length,
            maxSurge: 1,
            maxUnavailable: 0,
            machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } },
          })),
        },
      },
    },
  };
}

function profileOf(random: Random, name: string, regions: readonly string[]): KubeObject {
  return {
    apiVersion: group,
    kind: "CloudProfile",
    metadata: { name },
    ...{
      spec: {
        type: "local",
        controlPlane: { allowZonePinning: true },
        kubernetes: { versions: [{ version: "1.34.1" }] },
        machineImages: [
          {
            name: "gardenlinux",
            updateStrategy: "major",
            versions: [{ version: "1.0.0", cri: [{ name: "containerd" }] }],
          },
        ],
        machineTypes: buildMachineTypes([["m", 4, 8]]),
        regions: [...new Set(regions)].map((region) => ({
          name: region,
          zones: schedulingZones.map((zone) => ({ name: zone })),
          accessRestrictions: restrictions,
        })),
        seedSelector: randomlyOmitted(random, 0.3, () => ({
          ...anySelector(random),
          providerTypes: randomlyOmitted(random, 0.5, () => random.pick([["local"], ["aws"], ["*"]])),
        })),
      },
    },
  };
}

function distancesOf(random: Random, regions: readonly string[]): NonNullable<SchedulingRound["distances"]> {
  return Object.fromEntries(
    randomSubset(random, [...new Set(regions)], 0.7).map((region) => [
      region,
      Object.fromEntries(randomSubset(random, [...new Set(regions)], 0.6).map((to) => [to, random.int(-1, 3)])),
    ]),
  );
}
