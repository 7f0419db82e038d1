import type { ChangeSubject } from "#lib/contract/act.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { callsMoveBack } from "#lib/policy/status/seed-move.ts";
import { utcClock } from "#lib/words/clock.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

const changeLabels: Readonly<Record<ChangeSubject, Message>> = {
  "kubernetes-version": message("change the Kubernetes version"),
  "pool-versions": message("change the Kubernetes versions of pools"),
  "machine-images": message("change machine images"),
  "pool-settings": message("change settings of pools"),
  "maintenance-window": message("change the maintenance window"),
  "auto-update": message("change automatic updates"),
  "auto-rotation": message("change automatic rotations"),
  "spec-update-rollout": message("change when changes are rolled out"),
  hibernation: message("change hibernation"),
  "hibernation-schedules": message("change the hibernation schedules"),
  "deletion-clean-up": message("change how the cluster is cleaned up when it is deleted"),
  lifetime: message("move the end of the lifetime"),
  "credentials-binding": message("move to a CredentialsBinding"),
  seed: message("move to another Seed"),
  manifest: message("change the manifest"),
};

interface PoolPair {
  readonly name: string;
  readonly before: Worker;
  readonly after: Worker;
}

function pairs(before: ShootSpec, after: ShootSpec): readonly PoolPair[] {
  const known = new Map(workerPoolsOf(before).map((pool) => [pool.name, pool]));
  return workerPoolsOf(after).flatMap((pool) => {
    const old = known.get(pool.name);
    return old === undefined ? [] : [{ name: pool.name, before: old, after: pool }];
  });
}

const own = (pool: Worker) => pool.kubernetes?.version || undefined;

function ofControlPlane(before: ShootSpec, after: ShootSpec): readonly string[] {
  const [from, to] = [before.kubernetes.version, after.kubernetes.version];
  if (from === to) return [];
  const none = text("(none)");
  return [text("update control plane {from} to {to}", { from: from || none, to: to || none })];
}

/** Returns one clause per distinct change, which names all pools that it applies to. */
function grouped(steps: readonly { readonly name: string; readonly words: ChangeClauses }[]) {
  const groups = Map.groupBy(steps, ({ words }) => words(""));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [first.words(poolsLabel(group.map(({ name }) => name)))];
  });
}

type ChangeClauses = (pools: string) => string;

function ofPoolVersions(pools: readonly PoolPair[], before: ShootSpec, after: ShootSpec): readonly string[] {
  return grouped(
    pools.flatMap(({ name, before: old, after: pool }) => {
      const [from, to] = [own(old), own(pool)];
      if (from === to) return [];
      if (to === undefined) {
        const next = after.kubernetes.version;
        const words: ChangeClauses =
          from === next
            ? (named) => text("unpin {pools}", { pools: named })
            : (named) => text("unpin {pools} ({from} to {to})", { pools: named, from: from ?? "", to: next });
        return [{ name, words }];
      }
      if (from === undefined) {
        const was = before.kubernetes.version;
        const words: ChangeClauses =
          to === was
            ? (named) => text("pin {pools} to {to}", { pools: named, to })
            : (named) => text("pin {pools} to {to}, from {from}", { pools: named, to, from: was });
        return [{ name, words }];
      }
      return [{ name, words: (named) => text("update {pools} {from} to {to}", { pools: named, from, to }) }];
    }),
  );
}

function ofImages(pools: readonly PoolPair[]): readonly string[] {
  return grouped(
    pools.flatMap(({ name, before, after }) => {
      const [was, is] = [before.machine.image, after.machine.image];
      const same = was?.name === is?.name && (was?.version ?? "") === (is?.version ?? "");
      if (same) return [];
      if (was?.name === is?.name) {
        const image = `${is?.name}`;
        const from = was?.version ?? text("(none)");
        const to = is?.version ?? text("(chosen by the garden)");
        const words: ChangeClauses = (named) =>
          text("update the image of {pools}: {image} {from} to {to}", { pools: named, image, from, to });
        return [{ name, words }];
      }
      const from = `${was?.name ?? ""} ${was?.version ?? ""}`.trim();
      const to = `${is?.name ?? ""} ${is?.version ?? ""}`.trim();
      const words: ChangeClauses = (named) =>
        text("update the image of {pools}: {from} to {to}", { pools: named, from, to });
      return [{ name, words }];
    }),
  );
}

function ofPools(before: ShootSpec, after: ShootSpec): readonly string[] {
  const names = (spec: ShootSpec) => new Set(workerPoolsOf(spec).map(({ name }) => name));
  const [was, is] = [names(before), names(after)];
  const gone = [...was].filter((name) => !is.has(name));
  const come = [...is].filter((name) => !was.has(name));
  return [
    ...(come.length > 0 ? [text("add {pools}", { pools: poolsLabel(come) })] : []),
    ...(gone.length > 0 ? [text("remove {pools}", { pools: poolsLabel(gone) })] : []),
  ];
}

function ofHibernation(before: ShootSpec, after: ShootSpec): readonly string[] {
  const [slept, sleeps] = [before.hibernation?.enabled === true, after.hibernation?.enabled === true];
  if (slept === sleeps) return [];
  return [sleeps ? text("hibernate the cluster") : text("wake the cluster up")];
}

function ofLifetime(before: Shoot, after: Shoot): readonly string[] {
  const [was, is] = [readLifetime(before), readLifetime(after)];
  if (is.state !== "ends" || (was.state === "ends" && was.endsAt === is.endsAt)) return [];
  const to = formatDateTime(is.endsAt, utcClock);
  if (was.state !== "ends") return [text("set the end of the lifetime to {to}", { to })];
  return [text("move the end of the lifetime from {from} to {to}", { from: formatDateTime(was.endsAt, utcClock), to })];
}

function ofBinding(before: ShootSpec, after: ShootSpec): readonly string[] {
  const [from, to] = [credentialsBindingOf(before), credentialsBindingOf(after)];
  if (from?.kind !== "SecretBinding" || to?.kind !== "CredentialsBinding") return [];
  return [text("move from the SecretBinding {from} to the CredentialsBinding {to}", { from: from.name, to: to.name })];
}

function ofSeed(before: Shoot, after: Shoot): readonly string[] {
  const [from, to] = [before.spec.seedName, after.spec.seedName];
  if (!from || !to || from === to) return [];
  if (callsMoveBack(before, to)) return [text("call the move to the Seed {from} back", { from })];
  return [text("move the control plane from the Seed {from} to {to}", { from, to })];
}

/** Describes a change of a Shoot in clauses such as "update the control plane", without a time. */
export function changeClauses(before: Shoot, after: Shoot, about: ChangeSubject): readonly string[] {
  const [old, next] = [toWellTypedSpec(before.spec), toWellTypedSpec(after.spec)];
  const pools = pairs(old, next);
  const told = [
    ...ofControlPlane(old, next),
    ...ofPoolVersions(pools, old, next),
    ...ofImages(pools),
    ...ofPools(old, next),
    ...ofHibernation(old, next),
    ...ofLifetime(before, after),
    ...ofBinding(old, next),
    ...(about === "seed" ? ofSeed(before, after) : []),
  ];
  return told.length > 0 ? told : [text(changeLabels[about])];
}

/** Returns the clause about which pools follow the control plane's version and which keep their own. */
export function followingPoolsClause(before: Shoot, after: Shoot): string | undefined {
  const [old, next] = [toWellTypedSpec(before.spec), toWellTypedSpec(after.spec)];
  const pools = pairs(old, next);
  if (semanticallyEqual(old.kubernetes.version, next.kubernetes.version) || pools.length === 0) return undefined;
  const follow = pools.filter((pool) => own(pool.before) === undefined && own(pool.after) === undefined);
  const stay = pools.filter((pool) => own(pool.after) !== undefined && own(pool.before) === own(pool.after));
  const pinned = stay.map(({ name, after: pool }) => `${name} (${own(pool)})`);
  const stays =
    pinned.length === 0
      ? undefined
      : text("{count, plural, one {{pools} stays, being pinned} other {{pools} stay, being pinned}}", {
          count: pinned.length,
          pools: poolsLabel(pinned),
        });
  if (follow.length === 0) return stays;
  const follows =
    follow.length === pools.length
      ? text("pools follow because they are not pinned")
      : text(
          "{count, plural, one {{pools} follows because it is not pinned} other {{pools} follow because they are not pinned}}",
          { count: follow.length, pools: poolsLabel(follow.map(({ name }) => name)) },
        );
  return stays === undefined ? follows : text("{follows}, and {stays}", { follows, stays });
}

/** Number of nodes: `14 nodes`, `1 node`, `3 to 14 nodes`. */
export function formatNodeCount({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most
    ? text("{most, plural, one {{most} node} other {{most} nodes}}", { most })
    : text("{most, plural, one {{least} to {most} node} other {{least} to {most} nodes}}", { least, most });
}
