import type { ClusterProfile, NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { stringAt } from "#lib/kube/field.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { DraftEdit, DraftPath } from "./draft-document.ts";
import { withZones } from "./provider-blocks.ts";
import { type StartingChoices, startingPool, startingShoot } from "./starting-shoot.ts";

/** Returns the smallest edits that make one value of another, so that comments and the order of fields survive. */
export function editsBetween(before: unknown, after: unknown, path: DraftPath): readonly DraftEdit[] {
  if (isSameJson(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => editsBetween(before[key], after[key], [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && after.every(isRecord)) {
    return after.flatMap((item, index) => editsBetween(before[index], item, [...path, index]));
  }
  return [{ path, value: after }];
}

/** Edits of the draft by a change of the Shoot; none for a draft that is no Shoot. */
function editsOf(draft: JsonObject, change: (shoot: Shoot) => Shoot): readonly DraftEdit[] {
  const shoot = parseShoot(draft);
  // Both sides are parsed, so that fields that parsing completes are no edits.
  return shoot === undefined ? [] : editsBetween(shoot.spec, change(shoot).spec, ["spec"]);
}

/** Region of a profile in which a new cluster can be placed: one with a Seed, if there is one. */
export function startingRegion({ regions }: ClusterProfile): string {
  return (regions.find(({ seeds }) => seeds === undefined || seeds > 0) ?? regions[0])?.name ?? "";
}

/** What the form proposes for a profile, apart from the name. */
export function startingChoicesFor(
  profile: ClusterProfile,
  { project, namespace, accounts, extensionTypes, operatorDefaults }: NewClusterChoices,
  now: number,
): StartingChoices {
  const networks = extensionTypes?.Network ?? [];
  const usual = [operatorDefaults?.networkingType, "calico"].find((type) => type && networks.includes(type));
  return {
    ...{ project, namespace, profile, now, name: "" },
    region: startingRegion(profile),
    account: accounts.find(({ type }) => type === profile.type)?.name,
    networking: usual ?? networks[0] ?? operatorDefaults?.networkingType ?? "calico",
    ...(operatorDefaults && { defaults: operatorDefaults }),
  };
}

/** Applies to a draft what differs between two proposals, so that everything that was written by hand survives. */
function withProposal(shoot: Shoot, from: { readonly spec: object }, to: Shoot): Shoot {
  const changed = applyMergePatch(shoot, { spec: mergePatchBetween(from.spec, to.spec) ?? {} });
  return (isRecord(changed) && parseShoot(changed)) || shoot;
}

/** Edits that move a draft to another CloudProfile, with the region, account and pools that the form proposes for it. */
export function editsForProfile(
  draft: JsonObject,
  chosen: ClusterProfile,
  choices: NewClusterChoices,
  now: number,
): readonly DraftEdit[] {
  return editsOf(draft, (shoot) => {
    const start = startingChoicesFor(chosen, choices, now);
    const current = choices.profiles.find(
      ({ kind, name }) =>
        name === stringAt(draft, "spec", "cloudProfile", "name") &&
        kind === (stringAt(draft, "spec", "cloudProfile", "kind") ?? "CloudProfile"),
    );
    const workerless = current !== undefined && workerPoolsOf(shoot.spec).length === 0;
    const proposed = startingShoot({ ...start, workerless });
    // A profile that is not offered has proposed nothing, so everything of the new proposal is written.
    const before = current ? startingShoot({ ...startingChoicesFor(current, choices, now), workerless }) : { spec: {} };
    const moved = withProposal(shoot, before, proposed);
    // A list that differs is replaced as a whole; region and account are always those of the new profile.
    const { region, credentialsBindingName, cloudProfile, kubernetes, provider } = proposed.spec;
    return {
      ...moved,
      spec: {
        ...moved.spec,
        ...(region !== undefined && { region }),
        ...(cloudProfile && { cloudProfile }),
        kubernetes: { ...moved.spec.kubernetes, version: kubernetes.version },
        ...(credentialsBindingName !== undefined && { credentialsBindingName }),
        provider:
          chosen.type === current?.type
            ? { ...moved.spec.provider, ...(provider.workers && { workers: provider.workers }) }
            : provider,
      },
    };
  });
}

/** Edits that move a draft to another region: zones, and provider settings that depend on the region. */
export function editsForRegion(draft: JsonObject, profile: ClusterProfile, region: string, now: number) {
  return editsOf(draft, (shoot) => {
    const own = { profile, namespace: "", project: "", name: "", account: undefined, networking: "calico", now };
    const workerless = workerPoolsOf(shoot.spec).length === 0;
    const proposalIn = (place: string) => startingShoot({ ...own, workerless, region: place });
    const [from, to] = [proposalIn(shoot.spec.region ?? ""), proposalIn(region)];
    const [first] = workerPoolsOf(to.spec);
    const providerOf = ({ spec }: Shoot) => ({
      infrastructureConfig: spec.provider.infrastructureConfig,
      controlPlaneConfig: spec.provider.controlPlaneConfig,
    });
    const provider = applyMergePatch(shoot.spec.provider, mergePatchBetween(providerOf(from), providerOf(to)) ?? {});
    const moved = {
      ...shoot,
      spec: {
        ...shoot.spec,
        region,
        provider: {
          ...shoot.spec.provider,
          ...(isRecord(provider) && provider),
          ...(!workerless && {
            workers: workerPoolsOf(shoot.spec).map((pool) => withZonesOf(pool, first?.zones ?? undefined)),
          }),
        },
      },
    };
    return withZones(moved, profile);
  });
}

function withZonesOf({ zones: _zones, ...pool }: Worker, zones: readonly string[] | undefined): Worker {
  return { ...pool, ...(zones !== undefined && { zones: [...zones] }) };
}

interface WorkerlessChange {
  readonly profile: ClusterProfile | undefined;
  readonly choices: NewClusterChoices;
  readonly workerless: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Edits that take from a draft what the form proposes for nodes, or give it back. */
export function editsForWorkerless(
  draft: JsonObject,
  { profile, choices, workerless, now }: WorkerlessChange,
): readonly DraftEdit[] {
  if (profile === undefined) return [];
  return editsOf(draft, (shoot) => {
    const start = { ...startingChoicesFor(profile, choices, now), region: shoot.spec.region ?? "" };
    const withNodes = startingShoot({ ...start, workerless: false });
    const withoutNodes = startingShoot({ ...start, workerless: true });
    const [from, to] = workerless ? [withNodes, withoutNodes] : [withoutNodes, withNodes];
    return withProposal(shoot, from, to);
  });
}

function withPools(shoot: Shoot, workers: readonly Worker[]): Shoot {
  return { ...shoot, spec: { ...shoot.spec, provider: { ...shoot.spec.provider, workers: [...workers] } } };
}

/** Edits that add a pool with the form's proposals, under the first free name. */
export function editsForNewPool(draft: JsonObject, profile: ClusterProfile, now: number): readonly DraftEdit[] {
  return editsOf(draft, (shoot) => {
    const pools = workerPoolsOf(shoot.spec);
    const names = new Set(pools.map(({ name }) => name));
    let number = pools.length + 1;
    while (names.has(`worker-${number}`)) number += 1;
    const { version } = shoot.spec.kubernetes;
    const pool = startingPool(
      { profile, region: shoot.spec.region ?? "", now },
      { name: `worker-${number}`, kubelet: version },
    );
    return withZones(withPools(shoot, [...pools, pool]), profile);
  });
}

export function editsForRemovedPool(draft: JsonObject, index: number): readonly DraftEdit[] {
  return editsOf(draft, (shoot) => withPools(shoot, workerPoolsOf(shoot.spec).toSpliced(index, 1)));
}

interface PoolZones {
  readonly profile: ClusterProfile;
  readonly zones: readonly string[];
}

/** Edits that change the zones of a pool, with the entries that the provider wants for new zones. */
export function editsForZones(draft: JsonObject, index: number, { profile, zones }: PoolZones): readonly DraftEdit[] {
  return editsOf(draft, (shoot) =>
    withZones(
      withPools(
        shoot,
        workerPoolsOf(shoot.spec).map((pool, place) => (place === index ? withZonesOf(pool, zones) : pool)),
      ),
      profile,
    ),
  );
}

interface PoolMachine {
  readonly profile: ClusterProfile;
  /** Name of the machine type. */
  readonly type: string;
}

/** Edits that change the machine type of a pool, and its architecture and disk where the type decides them. */
export function editsForMachineType(draft: JsonObject, index: number, { profile, type }: PoolMachine) {
  const machine = profile.machineTypes.find(({ name }) => name === type);
  return editsOf(draft, (shoot) => {
    const pools = workerPoolsOf(shoot.spec).map((pool, place) => {
      if (place !== index) return pool;
      const next = {
        ...pool,
        machine: { ...pool.machine, type, ...(machine && { architecture: machine.architecture }) },
      };
      const { volume, ...rest } = next;
      if (machine?.storage !== undefined) return rest;
      return volume ? next : { ...next, ...proposedVolume(profile) };
    });
    return withPools(shoot, pools);
  });
}

const usualVolumeSize = "50Gi";

/** Volume for a machine type without a disk of its own. */
function proposedVolume({ volumeTypes }: ClusterProfile): Pick<Worker, "volume"> {
  const type = volumeTypes.find(({ class: each }) => each === "standard") ?? volumeTypes[0];
  return type === undefined ? {} : { volume: { type: type.name, size: type.minSize ?? usualVolumeSize } };
}
