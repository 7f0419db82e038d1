import type { Act, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import { capitalize, formatList, poolsLabel } from "#lib/words/format-list.ts";
import { describeOperation } from "#lib/words/operation-descriptions.ts";
import { changeClauses, followingPoolsClause, formatNodeCount } from "./change-clauses.ts";
import { isSeedMove } from "./move-seed-act.ts";
import type { PreviewInput } from "./preview-input.ts";
import { parseOperationAnnotation } from "./requested-operations.ts";

/** Message values of a clause about nodes. */
function nodeFacts(pools: readonly PoolEffect[]) {
  const total = (end: "least" | "most") => pools.reduce((sum, { rollout }) => sum + (rollout?.nodes[end] ?? 0), 0);
  const most = total("most");
  return {
    nodes: formatNodeCount({ least: total("least"), most }),
    most,
    where: text("{count, plural, one {# pool} other {# pools}}", { count: pools.length }),
    pools: poolsLabel(pools.map(({ name }) => name)),
  };
}

/** Clauses by their effects on nodes, from most to least disruptive. */
const clausesOfEffects: readonly (readonly [effects: readonly string[], clause: Message])[] = [
  [
    ["rollingUpdate"],
    message("{most, plural, one {{nodes} in {where} is replaced} other {{nodes} in {where} are replaced}}"),
  ],
  [
    ["inPlaceAuto", "inPlaceManual"],
    message(
      "{most, plural, one {{nodes} in {where} is updated in place} other {{nodes} in {where} are updated in place}}",
    ),
  ],
  [["providerDependent"], message("the provider decides whether {pools} rolls")],
  [["kubeletRestart"], message("kubelets restart, and nodes stay")],
];

/** Returns the clauses about an action's effect on nodes. */
function nodeClauses(pools: readonly PoolEffect[], world: PreviewInput): readonly string[] {
  const clauses = clausesOfEffects.flatMap(([effects, clause]) => {
    const concerned = pools.filter(({ effect }) => effects.includes(effect));
    return concerned.length > 0 ? [text(clause, nodeFacts(concerned))] : [];
  });
  // A changed hibernation schedule may remove all nodes later, which the preview says with the time.
  const concernsNodes =
    world.act.kind === "change" &&
    world.impact?.accepted === true &&
    pools.length > 0 &&
    leavesNodes(world) &&
    semanticallyEqual(world.before.spec.hibernation?.schedules, world.plan.after.spec.hibernation?.schedules);
  const quiet = concernsNodes && clauses.length === 0 && pools.every(({ effect }) => effect === "none");
  return quiet ? [text("no node is touched")] : clauses;
}

/** Whether nothing else than the change itself can concern nodes: a move also rolls out what waits. */
function leavesNodes({ act, move }: PreviewInput): boolean {
  return !isSeedMove(act) || move?.effects.some(({ effect }) => effect === "nodes-stay") === true;
}

/** Returns the action as a command without its time: `Reconcile`. */
export function actCommandLabel(act: Act, world: Pick<PreviewInput, "before" | "plan">): string {
  switch (act.kind) {
    case "operation": {
      const name = isAnnotationOperation(act.id) ? describeOperation(act.id).name : act.id;
      if (act.pools === undefined) return name;
      return act.pools.includes("*")
        ? text("{operation}: all", { operation: name })
        : text("{operation}: {pools}", { operation: name, pools: formatList(act.pools) });
    }
    case "unschedule": {
      const known = parseOperationAnnotation(act.operation);
      const name = known === undefined ? act.operation : describeOperation(known.id).name;
      return text("Take “{name}” off the plan for the maintenance window", { name });
    }
    case "change":
      return capitalize(changeClauses(world.before, world.plan.after, act.about).join(", "));
    case "delete":
      return text("Delete the cluster {name}", { name: world.before.metadata.name });
    case "force-delete":
      return text("Delete the cluster {name} by force", { name: world.before.metadata.name });
  }
}

/** Returns the command of an action with its time, unless the command implies it. */
function timedOrder(order: string, act: Act, at: ActPreview["when"]["at"]): string {
  if (act.kind === "unschedule") return order;
  if (at === "maintenance-window") return text("{order} in the next maintenance window", { order });
  if (at === "seed-ready") return text("{order} as soon as that Seed can take it", { order });
  return act.kind === "operation" && act.id === "maintain" ? order : text("{order} now", { order });
}

/** Describes a changed hibernation schedule whose time has passed: Gardener executes it as soon as it is written. */
function sleepClause({ outlook: { hibernates } }: PreviewInput): string | undefined {
  if (hibernates === undefined) return undefined;
  return hibernates
    ? text("the cluster goes to sleep at once, and all nodes go")
    : text("the cluster wakes up at once, and its nodes are created again");
}

/** Describes what has to be created before the cluster can refer to it. */
function creationClauses({ plan }: PreviewInput): readonly string[] {
  return plan.steps.flatMap((step) => {
    if (step.verb !== "create") return [];
    const { credentialsRef, metadata } = step.body;
    const secret = `${credentialsRef?.namespace}/${credentialsRef?.name}`;
    return [
      text("the CredentialsBinding {name} is created first, for the same Secret {secret}", {
        name: metadata.name,
        secret,
      }),
    ];
  });
}

/**
 * Describes an action in a sentence: change, time, pools that follow, effect on nodes. `Update control plane 1.33.4
 * to 1.34.3 now; pools follow because they are not pinned; 14 nodes in 3 pools are replaced.`
 */
export function describeAct(world: PreviewInput, pools: readonly PoolEffect[], at: ActPreview["when"]["at"]): string {
  const { act, before, plan } = world;
  const first = timedOrder(actCommandLabel(act, world), act, at);
  const follows = act.kind === "change" ? followingPoolsClause(before, plan.after) : undefined;
  const sleep = sleepClause(world);
  const known = [follows, sleep].filter((clause) => clause !== undefined);
  const clauses = [first, ...creationClauses(world), ...known, ...nodeClauses(pools, world)];
  return `${clauses.join("; ")}.`;
}
