import type { ChangeSubject } from "#lib/contract/act.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { soundSpec } from "#lib/policy/changes/sound-spec.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { nounFor } from "#lib/words/count.ts";
import { poolList } from "#lib/words/words.ts";

const subjectWords: Readonly<Record<ChangeSubject, string>> = {
  "kubernetes-version": "the Kubernetes version",
  "pool-versions": "the Kubernetes versions of pools",
  "machine-images": "machine images",
  "pool-settings": "settings of pools",
  "maintenance-window": "the maintenance window",
  "auto-update": "automatic updates",
  "auto-rotation": "automatic rotations",
  "spec-update-rollout": "when changes are rolled out",
  hibernation: "hibernation",
  "hibernation-schedules": "the hibernation schedules",
  "deletion-clean-up": "how the cluster is cleaned up when it is deleted",
  manifest: "the manifest",
};

interface PoolPair {
  readonly name: string;
  readonly before: Worker;
  readonly after: Worker;
}

function pairs(before: ShootSpec, after: ShootSpec): readonly PoolPair[] {
  const known = new Map(poolsOf(before).map((pool) => [pool.name, pool]));
  return poolsOf(after).flatMap((pool) => {
    const old = known.get(pool.name);
    return old === undefined ? [] : [{ name: pool.name, before: old, after: pool }];
  });
}

const own = (pool: Worker) => pool.kubernetes?.version || undefined;

function ofControlPlane(before: ShootSpec, after: ShootSpec): readonly string[] {
  const [from, to] = [before.kubernetes.version, after.kubernetes.version];
  return from === to ? [] : [`update control plane ${from || "(none)"} to ${to || "(none)"}`];
}

/** Pools with the same step are named together. */
function grouped(steps: readonly { readonly name: string; readonly words: (pools: string) => string }[]) {
  const groups = new Map<string, { names: string[]; words: (pools: string) => string }>();
  for (const { name, words } of steps) {
    const key = words("");
    const group = groups.get(key) ?? { names: [], words };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ names, words }) => words(poolList(names)));
}

function ofPoolVersions(pools: readonly PoolPair[], before: ShootSpec, after: ShootSpec): readonly string[] {
  return grouped(
    pools.flatMap(({ name, before: old, after: pool }) => {
      const [from, to] = [own(old), own(pool)];
      if (from === to) return [];
      if (to === undefined) {
        const step = from === after.kubernetes.version ? "" : ` (${from} to ${after.kubernetes.version})`;
        return [{ name, words: (text: string) => `unpin ${text}${step}` }];
      }
      if (from === undefined) {
        const step = to === before.kubernetes.version ? "" : `, from ${before.kubernetes.version}`;
        return [{ name, words: (text: string) => `pin ${text} to ${to}${step}` }];
      }
      return [{ name, words: (text: string) => `update ${text} ${from} to ${to}` }];
    }),
  );
}

function ofImages(pools: readonly PoolPair[]): readonly string[] {
  return grouped(
    pools.flatMap(({ name, before, after }) => {
      const [was, is] = [before.machine.image, after.machine.image];
      const same = was?.name === is?.name && (was?.version ?? "") === (is?.version ?? "");
      if (same) return [];
      const from = was?.name === is?.name ? `${was?.version ?? "(none)"}` : `${was?.name ?? ""} ${was?.version ?? ""}`;
      const to =
        was?.name === is?.name ? (is?.version ?? "(chosen by the garden)") : `${is?.name ?? ""} ${is?.version ?? ""}`;
      const image = was?.name === is?.name ? `${is?.name} ` : "";
      return [{ name, words: (text: string) => `update the image of ${text}: ${image}${from.trim()} to ${to.trim()}` }];
    }),
  );
}

function ofPools(before: ShootSpec, after: ShootSpec): readonly string[] {
  const names = (spec: ShootSpec) => new Set(poolsOf(spec).map(({ name }) => name));
  const [was, is] = [names(before), names(after)];
  const gone = [...was].filter((name) => !is.has(name));
  const come = [...is].filter((name) => !was.has(name));
  return [
    ...(come.length > 0 ? [`add ${poolList(come)}`] : []),
    ...(gone.length > 0 ? [`remove ${poolList(gone)}`] : []),
  ];
}

function ofHibernation(before: ShootSpec, after: ShootSpec): readonly string[] {
  const [slept, sleeps] = [before.hibernation?.enabled === true, after.hibernation?.enabled === true];
  if (slept === sleeps) return [];
  return [sleeps ? "hibernate the cluster" : "wake the cluster up"];
}

/** What a change does, in the words of what is changed; each an order without its time. */
export function changeClauses(before: Shoot, after: Shoot, about: ChangeSubject): readonly string[] {
  const [old, next] = [soundSpec(before.spec), soundSpec(after.spec)];
  const pools = pairs(old, next);
  const told = [
    ...ofControlPlane(old, next),
    ...ofPoolVersions(pools, old, next),
    ...ofImages(pools),
    ...ofPools(old, next),
    ...ofHibernation(old, next),
  ];
  return told.length > 0 ? told : [`change ${subjectWords[about]}`];
}

/** Who goes along with the control plane, and who stays behind. */
export function followClause(before: Shoot, after: Shoot): string | undefined {
  const [old, next] = [soundSpec(before.spec), soundSpec(after.spec)];
  const pools = pairs(old, next);
  if (semanticallyEqual(old.kubernetes.version, next.kubernetes.version) || pools.length === 0) return undefined;
  const follow = pools.filter((pool) => own(pool.before) === undefined && own(pool.after) === undefined);
  const stay = pools.filter((pool) => own(pool.after) !== undefined && own(pool.before) === own(pool.after));
  const pinned = stay.map(({ name, after: pool }) => `${name} (${own(pool)})`);
  const stays =
    pinned.length === 0
      ? ""
      : `${poolList(pinned)} ${pinned.length === 1 ? "stays, being pinned" : "stay, being pinned"}`;
  if (follow.length === 0) return stays === "" ? undefined : stays;
  const all = follow.length === pools.length;
  const who = all ? "pools" : poolList(follow.map(({ name }) => name));
  const one = !all && follow.length === 1;
  const follows = `${who} ${one ? "follows because it is" : "follow because they are"} not pinned`;
  return stays === "" ? follows : `${follows}, and ${stays}`;
}

/** `14 nodes`, `1 node`, `3 to 14 nodes`. */
export function nodeCount({ least, most }: { readonly least: number; readonly most: number }): string {
  const count = least === most ? `${most}` : `${least} to ${most}`;
  return `${count} ${nounFor(most, "node")}`;
}
