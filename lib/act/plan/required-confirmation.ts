import type { Act, ActFinding, ConfirmationTier } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { DeferredSpecChanges } from "#lib/policy/next/deferred-spec-changes.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import type { OperationRequest } from "#lib/policy/operations/operation-evaluation.ts";
import type { OperationId } from "#lib/policy/operations/vocabulary.ts";
import { isPhasedFamily } from "#lib/policy/rotations/families.ts";
import { isBindingMigration } from "./migrate-binding-act.ts";

/** Facts that determine which confirmation an action requires. */
export interface ConfirmationFacts {
  readonly cluster: { readonly project: string; readonly name: string };
  readonly purpose: string | undefined;
  readonly health: FleetRow["health"];
  readonly act: Act;
  /** Operations that the action requests. */
  readonly asked: readonly OperationRequest[];
  /** Whether spec changes that wait for the maintenance window are rolled out by the action. */
  readonly held: DeferredSpecChanges;
  /** Whether nodes are or may be replaced, updated in place or removed. */
  readonly touchesNodes: boolean;
  /** Whether no node is changed or removed, neither now nor by a schedule. */
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

/** Confirmation level of any action that rolls out changes waiting for the maintenance window. */
const tiersOfHeld: Readonly<Record<DeferredSpecChanges, ConfirmationTier>> = {
  none: "popover",
  perhaps: "dialog",
  likely: "typed-name",
};

/** Returns the confirmation level of an operation that is executed now. */
function tierOfOperation(id: OperationId): ConfirmationTier {
  const { step, nodes, families } = operationCatalogue[id];
  switch (id) {
    case "reconcile":
    case "retry":
      return "popover";
    case "force-in-place-update":
    case "migrate-control-plane":
    case "delete":
      return "typed-name";
    case "force-delete":
      return "typed-act";
    default:
  }
  if (step === "complete") return "typed-act";
  if (step === "roll" || nodes === "rolls") return "typed-name";
  // Starting a rotation without rollout obliges all its clients to act, except for the etcd key, which has no clients.
  const concernsClients = families.some((family) => isPhasedFamily(family) && family !== "etcdEncryptionKey");
  return step === "start-without-rollout" && concernsClients ? "typed-name" : "dialog";
}

/** Confirmation level of an operation: lower if planned and thus cancellable, unless it permanently destroys things. */
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
 * Highest level to which production or poor health can raise an action. `typed-act` is only for actions that destroy
 * something themselves. Reconciling, retrying or changing no node never requires typing because of a cluster's purpose.
 */
function ceilingOf({ act, asked, consequences, leavesNodesAlone }: ConfirmationFacts): ConfirmationTier {
  if (act.kind === "operation") return act.id === "reconcile" || act.id === "retry" ? "dialog" : "typed-name";
  const asksConsent = consequences.length > 0 && !isBindingMigration(act);
  const isHarmless = act.kind === "change" && asked.length === 0 && !asksConsent && leavesNodesAlone;
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
 * Confirmation that an action requires, by possible damage: a popover if harmless, a dialog with the effects, the typed
 * name with a tick per consequence if nodes or data are affected, the typed action if irreversible. One level more for
 * production, and one more for an unhealthy cluster, except for a retry and for actions that do not affect nodes.
 */
export function requiredConfirmationOf(facts: ConfirmationFacts): RequiredConfirmation {
  const tier = raised(baseTier(facts), facts);
  const phrase = phraseOf(tier, facts);
  // Nothing is lost by the move to a CredentialsBinding, so a tick that there is no way back is enough.
  const isTicked = tier === "typed-name" || tier === "typed-act" || isBindingMigration(facts.act);
  const ticks = isTicked ? facts.consequences : [];
  return { tier, consequences: ticks, ...(phrase !== undefined && { phrase }) };
}
