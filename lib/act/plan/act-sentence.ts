import type { Act, PoolEffect } from "#lib/contract/act.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import { countOf } from "#lib/words/count.ts";
import { wordsOfOperation } from "#lib/words/operation-sentences.ts";
import { listed, poolList } from "#lib/words/words.ts";
import type { ActWorld } from "./act-world.ts";
import { operationOfText } from "./asked-operations.ts";
import { changeClauses, followClause, nodeCount } from "./change-clauses.ts";

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function isRollout({ effect }: PoolEffect): boolean {
  return effect === "rollingUpdate" || effect === "inPlaceAuto" || effect === "inPlaceManual";
}

function total(pools: readonly PoolEffect[]): { least: number; most: number } {
  return pools.reduce(
    (sum, { rollout }) => ({
      least: sum.least + (rollout?.nodes.least ?? 0),
      most: sum.most + (rollout?.nodes.most ?? 0),
    }),
    { least: 0, most: 0 },
  );
}

function nodeClause(pools: readonly PoolEffect[], verb: string): string {
  const count = total(pools);
  const where = countOf(pools.length, "pool");
  return `${nodeCount(count)} in ${where} ${count.most === 1 ? "is" : "are"} ${verb}`;
}

/** What happens to nodes, in the order of the damage. */
function nodeClauses(pools: readonly PoolEffect[], world: ActWorld): readonly string[] {
  const rolling = pools.filter(({ effect }) => effect === "rollingUpdate");
  const inPlace = pools.filter((pool) => isRollout(pool) && pool.effect !== "rollingUpdate");
  const perhaps = pools.filter(({ effect }) => effect === "providerDependent");
  const restarts = pools.filter(({ effect }) => effect === "kubeletRestart");
  const clauses = [
    ...(rolling.length > 0 ? [nodeClause(rolling, "replaced")] : []),
    ...(inPlace.length > 0 ? [nodeClause(inPlace, "updated in place")] : []),
    ...(perhaps.length > 0 ? [`the provider decides whether ${poolList(perhaps.map(({ name }) => name))} rolls`] : []),
    ...(restarts.length > 0 ? ["kubelets restart, and nodes stay"] : []),
  ];
  const concernsNodes = world.act.kind === "change" && world.impact?.accepted === true && pools.length > 0;
  const quiet = concernsNodes && clauses.length === 0 && pools.every(({ effect }) => effect === "none");
  return quiet ? ["no node is touched"] : clauses;
}

/** What is asked for, as an order without its time. */
export function orderOf(act: Act, world: Pick<ActWorld, "before" | "plan">): string {
  switch (act.kind) {
    case "operation": {
      const name = isAnnotationOperation(act.id) ? wordsOfOperation(act.id).name : act.id;
      if (act.pools === undefined) return name;
      return act.pools.includes("*") ? `${name}: all` : `${name}: ${listed(act.pools)}`;
    }
    case "unschedule": {
      const known = operationOfText(act.operation);
      const name = known === undefined ? act.operation : wordsOfOperation(known.id).name;
      return `Take “${name}” off the plan for the maintenance window`;
    }
    case "change":
      return capital(changeClauses(world.before, world.plan.after, act.about).join(", "));
    case "delete":
      return `Delete the cluster ${world.before.metadata.name}`;
    case "force-delete":
      return `Delete the cluster ${world.before.metadata.name} by force`;
  }
}

function timeOf(at: "now" | "maintenance-window", act: Act): string {
  if (act.kind === "unschedule") return "";
  return at === "now" ? " now" : " in the next maintenance window";
}

/**
 * The act in one sentence: who is changed from what to what, when, who goes along, and what becomes of nodes.
 * `Update control plane 1.33.4 to 1.34.3 now; pools follow because they are not pinned; 14 nodes in 3 pools are replaced.`
 */
export function actSentence(world: ActWorld, pools: readonly PoolEffect[], at: "now" | "maintenance-window"): string {
  const { act, before, plan } = world;
  const order = orderOf(act, world);
  const ends = order.endsWith("now");
  const first = `${order}${ends && at === "now" ? "" : timeOf(at, act)}`;
  const follows = act.kind === "change" ? followClause(before, plan.after) : undefined;
  const clauses = [first, ...(follows === undefined ? [] : [follows]), ...nodeClauses(pools, world)];
  return `${clauses.join("; ")}.`;
}
