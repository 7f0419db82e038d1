import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import type { PoolImpact, PoolImpactKind } from "#lib/policy/changes/compute-pool-impacts.ts";
import { estimateRollout } from "#lib/policy/changes/estimate-rollout.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { impactDescriptions } from "#lib/words/impact-descriptions.ts";
import { describeStepNodeEffect } from "#lib/words/step-descriptions.ts";

const inPool = /^spec\.provider\.workers\[(\d+)\](?:\.(.*))?$/;

/** Returns where an error is: the pool's name and the field in it, or only the field if it is outside the pools. */
export function poolFieldOfError(
  { path }: Pick<FieldError, "path">,
  spec: ShootSpec,
): { readonly pool?: string; readonly field: string } {
  const [matched, index, field = ""] = inPool.exec(path) ?? [];
  const pool = matched === undefined ? undefined : workerPoolsOf(spec)[Number(index)]?.name;
  return pool === undefined ? { field: path } : { pool, field };
}

const speaksForItself: ReadonlySet<string> = new Set([
  "spec.kubernetes.version",
  "kubernetes.version",
  "machine.image",
  "machine.image.version",
  "spec",
  "",
]);

/** Describes an error including its pool and field, unless the text already mentions them. */
export function describeFieldErrorWithPool(fault: FieldError, spec: ShootSpec): string {
  const { pool } = poolFieldOfError(fault, spec);
  const words = describeFieldErrorInPool(fault, spec);
  return pool === undefined ? words : text("Pool {pool}: {words}", { pool, words });
}

/** Describes an error for display beside its pool. */
export function describeFieldErrorInPool(fault: FieldError, spec: ShootSpec): string {
  const { field } = poolFieldOfError(fault, spec);
  return speaksForItself.has(field) ? describeFieldError(fault) : `${field}: ${describeFieldError(fault)}`;
}

const stepKinds = {
  rollingUpdate: "node-roll",
  inPlaceAuto: "in-place-update",
  inPlaceManual: "in-place-update",
  kubeletRestart: "kubelet-restart",
} as const;

function isStepKind(kind: PoolImpactKind): kind is keyof typeof stepKinds {
  return Object.hasOwn(stepKinds, kind);
}

/** Effect of a change on the nodes of all pools, most disruptive first. */
export function describeImpacts(impacts: ReadonlyMap<string, PoolImpact>, spec: ShootSpec): string {
  const pools = workerPoolsOf(spec);
  if (pools.length === 0) return text("Only the control plane changes: the cluster has no workers.");
  const kindOf = ({ name }: Worker) => impacts.get(name)?.impact ?? "none";
  const kinds = [...Map.groupBy(pools, kindOf)].filter(([kind]) => kind !== "none");
  if (kinds.length === 0) return text("No node notices.");
  return kinds.map(([kind, alike]) => labelOfKind(kind, alike)).join(" ");
}

function labelOfKind(kind: PoolImpactKind, pools: readonly Worker[]): string {
  const names = pools.map(({ name }) => name);
  if (!isStepKind(kind))
    return text("In {pools}: {what}", { pools: poolsLabel(names), what: text(impactDescriptions[kind]) });
  const known = pools.flatMap(({ maximum }) => (typeof maximum === "number" ? [maximum] : []));
  const maximumNodes = known.reduce((sum, nodes) => sum + nodes, 0);
  const counted = known.length === pools.length && kind !== "kubeletRestart";
  return describeStepNodeEffect({ kind: stepKinds[kind], pools: names, ...(counted && { maximumNodes }) });
}

function rangeLabel({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? `${most}` : text("{least} to {most}", { least, most });
}

/** Describes the effect of a change on the nodes of one pool, for use in the pool's row. */
export function describePoolImpact(impact: PoolImpact | undefined, pool: Worker): string {
  const kind = impact?.impact ?? "none";
  if (kind !== "rollingUpdate" && kind !== "inPlaceAuto" && kind !== "inPlaceManual")
    return text(impactDescriptions[kind]);
  const estimate = estimateRollout(pool);
  const { most } = estimate.nodes;
  const nodes = rangeLabel(estimate.nodes);
  if (kind === "inPlaceManual") {
    return text(
      "{most, plural, one {{nodes} node is updated in place} other {{nodes} nodes are updated in place}}, once you select them.",
      { most, nodes },
    );
  }
  const rolls = kind === "rollingUpdate";
  if (estimate.waves.most <= 1) {
    return rolls
      ? text("{most, plural, one {{nodes} node is replaced} other {{nodes} nodes are replaced}}.", { most, nodes })
      : text("{most, plural, one {{nodes} node is updated in place} other {{nodes} nodes are updated in place}}.", {
          most,
          nodes,
        });
  }
  const waves = rangeLabel(estimate.waves);
  return rolls
    ? text("{most, plural, one {{nodes} node is replaced} other {{nodes} nodes are replaced}}, in {waves} waves.", {
        most,
        nodes,
        waves,
      })
    : text(
        "{most, plural, one {{nodes} node is updated in place} other {{nodes} nodes are updated in place}}, in {waves} waves.",
        { most, nodes, waves },
      );
}
