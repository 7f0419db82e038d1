import type { Act, PoolEffect } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
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

/** What a clause about nodes is said with. */
function nodeFacts(pools: readonly PoolEffect[]) {
  const count = total(pools);
  const where = text("{count, plural, one {# pool} other {# pools}}", { count: pools.length });
  return { nodes: nodeCount(count), most: count.most, where };
}

/** What happens to nodes, in the order of the damage. */
function nodeClauses(pools: readonly PoolEffect[], world: ActWorld): readonly string[] {
  const rolling = pools.filter(({ effect }) => effect === "rollingUpdate");
  const inPlace = pools.filter((pool) => isRollout(pool) && pool.effect !== "rollingUpdate");
  const perhaps = pools.filter(({ effect }) => effect === "providerDependent");
  const restarts = pools.filter(({ effect }) => effect === "kubeletRestart");
  const clauses = [
    ...(rolling.length > 0
      ? [
          text(
            "{most, plural, one {{nodes} in {where} is replaced} other {{nodes} in {where} are replaced}}",
            nodeFacts(rolling),
          ),
        ]
      : []),
    ...(inPlace.length > 0
      ? [
          text(
            "{most, plural, one {{nodes} in {where} is updated in place} other {{nodes} in {where} are updated in place}}",
            nodeFacts(inPlace),
          ),
        ]
      : []),
    ...(perhaps.length > 0
      ? [text("the provider decides whether {pools} rolls", { pools: poolList(perhaps.map(({ name }) => name)) })]
      : []),
    ...(restarts.length > 0 ? [text("kubelets restart, and nodes stay")] : []),
  ];
  const concernsNodes = world.act.kind === "change" && world.impact?.accepted === true && pools.length > 0;
  const quiet = concernsNodes && clauses.length === 0 && pools.every(({ effect }) => effect === "none");
  return quiet ? [text("no node is touched")] : clauses;
}

/** What is asked for, as an order without its time. */
export function orderOf(act: Act, world: Pick<ActWorld, "before" | "plan">): string {
  switch (act.kind) {
    case "operation": {
      const name = isAnnotationOperation(act.id) ? wordsOfOperation(act.id).name : act.id;
      if (act.pools === undefined) return name;
      return act.pools.includes("*")
        ? text("{operation}: all", { operation: name })
        : text("{operation}: {pools}", { operation: name, pools: listed(act.pools) });
    }
    case "unschedule": {
      const known = operationOfText(act.operation);
      const name = known === undefined ? act.operation : wordsOfOperation(known.id).name;
      return text("Take “{name}” off the plan for the maintenance window", { name });
    }
    case "change":
      return capital(changeClauses(world.before, world.plan.after, act.about).join(", "));
    case "delete":
      return text("Delete the cluster {name}", { name: world.before.metadata.name });
    case "force-delete":
      return text("Delete the cluster {name} by force", { name: world.before.metadata.name });
  }
}

/** The order with its time, where it does not say it itself. */
function timedOrder(order: string, act: Act, at: "now" | "maintenance-window"): string {
  if (act.kind === "unschedule") return order;
  if (at === "maintenance-window") return text("{order} in the next maintenance window", { order });
  return act.kind === "operation" && act.id === "maintain" ? order : text("{order} now", { order });
}

/** What a schedule whose time has passed does as soon as it is written. */
function sleepClause({ outlook: { hibernates } }: ActWorld): string | undefined {
  if (hibernates === undefined) return undefined;
  return hibernates
    ? text("the cluster goes to sleep at once, and all nodes go")
    : text("the cluster wakes up at once, and its nodes are created again");
}

/**
 * The act in one sentence: who is changed from what to what, when, who goes along, and what becomes of nodes.
 * `Update control plane 1.33.4 to 1.34.3 now; pools follow because they are not pinned; 14 nodes in 3 pools are replaced.`
 */
export function actSentence(world: ActWorld, pools: readonly PoolEffect[], at: "now" | "maintenance-window"): string {
  const { act, before, plan } = world;
  const first = timedOrder(orderOf(act, world), act, at);
  const follows = act.kind === "change" ? followClause(before, plan.after) : undefined;
  const sleep = sleepClause(world);
  const clauses = [first, ...[follows, sleep].filter((clause) => clause !== undefined), ...nodeClauses(pools, world)];
  return `${clauses.join("; ")}.`;
}
