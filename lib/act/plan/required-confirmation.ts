import type { Act, ActFinding, ConfirmationTier } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { DeferredSpecChanges } from "#lib/policy/next/deferred-spec-changes.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import type { OperationRequest } from "#lib/policy/operations/evaluation.ts";
import type { OperationId } from "#lib/policy/operations/vocabulary.ts";
import { isPhasedFamily } from "#lib/policy/rotations/families.ts";

/** Facts that determine the friction of an act. */
export interface ConfirmationFacts {
  readonly cluster: { readonly project: string; readonly name: string };
  readonly purpose: string | undefined;
  readonly health: FleetRow["health"];
  readonly act: Act;
  /** Operations of the catalogue that the act requests. */
  readonly asked: readonly OperationRequest[];
  /** Whether changes of the spec wait for the window and are rolled out by the act. */
  readonly held: DeferredSpecChanges;
  /** Whether nodes are or may be replaced, updated in place or removed. */
  readonly touchesNodes: boolean;
  /** Whether nodes stay exactly as they are, now and by a schedule. */
  readonly leavesNodesAlone: boolean;
  /** Whether the control plane or a pool changes its minor version. */
  readonly crossesMinor: boolean;
  /** Consequences that the user must acknowledge, one tick each. */
  readonly consequences: readonly ActFinding[];
}

/** Confirmation that a user must give before the act is sent. */
export interface RequiredConfirmation {
  readonly tier: ConfirmationTier;
  readonly consequences: readonly ActFinding[];
  readonly phrase?: string;
}

const ranks: readonly ConfirmationTier[] = ["popover", "dialog", "typed-name", "typed-act"];

function highest(tiers: readonly ConfirmationTier[]): ConfirmationTier {
  return ranks.findLast((tier) => tiers.includes(tier)) ?? "popover";
}

/** Tier of any act that rolls out changes waiting for the window. */
const tiersOfHeld: Readonly<Record<DeferredSpecChanges, ConfirmationTier>> = {
  none: "popover",
  perhaps: "dialog",
  likely: "typed-name",
};

/** Tier of an operation requested for now. */
function tierOfOperation(id: OperationId): ConfirmationTier {
  const { step, nodes, families } = operationCatalogue[id];
  switch (id) {
    case "reconcile":
    case "retry":
      return "popover";
    case "force-in-place-update":
    case "delete":
      return "typed-name";
    case "force-delete":
      return "typed-act";
    default:
  }
  if (step === "complete") return "typed-act";
  if (step === "roll" || nodes === "rolls") return "typed-name";
  // Starting without a rollout still obliges all clients to act, except for the etcd key, which has no clients.
  const concernsClients = families.some((family) => isPhasedFamily(family) && family !== "etcdEncryptionKey");
  return step === "start-without-rollout" && concernsClients ? "typed-name" : "dialog";
}

/** A planned operation can be cancelled until the window, so it needs less, unless it destroys something for good. */
function tierOfRequest({ id, when }: OperationRequest): ConfirmationTier {
  const now = tierOfOperation(id);
  return when !== "in-window" || now === "typed-act" ? now : "dialog";
}

function isRetry({ act }: ConfirmationFacts): boolean {
  return act.kind === "operation" && act.id === "retry";
}

function baseTier(facts: ConfirmationFacts): ConfirmationTier {
  const { act, asked, held, touchesNodes, crossesMinor } = facts;
  const own = act.kind === "operation" ? "popover" : "dialog";
  const change = act.kind === "change" && (touchesNodes || crossesMinor) ? "typed-name" : own;
  return highest([change, isRetry(facts) ? "popover" : tiersOfHeld[held], ...asked.map(tierOfRequest)]);
}

function raised(base: ConfirmationTier, facts: ConfirmationFacts): ConfirmationTier {
  const steps = Number(facts.purpose === "production") + Number(facts.health !== "healthy" && !isRetry(facts));
  const limit = ranks.indexOf(ceilingOf(facts));
  const rank = Math.min(ranks.indexOf(base) + steps, limit);
  return ranks[Math.max(rank, ranks.indexOf(base))] ?? base;
}

/**
 * Highest tier that caution can raise an act to. `typed-act` is reserved for acts that destroy something themselves. A
 * reconcile, a retry or a change that touches no node never requires typing because of the cluster's purpose.
 */
function ceilingOf({ act, asked, consequences, leavesNodesAlone }: ConfirmationFacts): ConfirmationTier {
  if (act.kind === "operation") return act.id === "reconcile" || act.id === "retry" ? "dialog" : "typed-name";
  const isHarmless = act.kind === "change" && asked.length === 0 && consequences.length === 0 && leavesNodesAlone;
  return isHarmless ? "dialog" : "typed-name";
}

function phraseOf(tier: ConfirmationTier, { asked, cluster }: ConfirmationFacts): string | undefined {
  if (tier === "typed-name") return cluster.name;
  if (tier !== "typed-act") return undefined;
  if (asked.some(({ id }) => id === "force-delete")) {
    return text("force-delete {project}/{name}", cluster);
  }
  return text("complete {name}", { name: cluster.name });
}

/**
 * Friction in proportion to the damage: a popover for harmless acts, a dialog with the impact, the typed name with one
 * tick per consequence if nodes or data are affected, and the typed act for irreversible ones. One tier more for
 * production, and one more for an unhealthy cluster, except for a retry and for what touches no node.
 */
export function requiredConfirmationOf(facts: ConfirmationFacts): RequiredConfirmation {
  const tier = raised(baseTier(facts), facts);
  const phrase = phraseOf(tier, facts);
  const ticks = tier === "typed-name" || tier === "typed-act" ? facts.consequences : [];
  return { tier, consequences: ticks, ...(phrase !== undefined && { phrase }) };
}
