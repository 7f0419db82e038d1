import type { Act, Finding, FrictionTier } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { HeldChanges } from "#lib/policy/next/held-changes.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import type { OperationRequest } from "#lib/policy/operations/evaluation.ts";
import type { OperationId } from "#lib/policy/operations/vocabulary.ts";
import { isPhasedFamily } from "#lib/policy/rotations/families.ts";

/** What the price of an act is reckoned from. */
export interface FrictionFacts {
  readonly cluster: { readonly project: string; readonly name: string };
  readonly purpose: string | undefined;
  readonly health: FleetRow["health"];
  readonly act: Act;
  /** The operations of the catalogue that the act asks for. */
  readonly asked: readonly OperationRequest[];
  /** Whether changes of the specification wait for the window and are rolled out along with it. */
  readonly held: HeldChanges;
  /** Nodes are replaced, updated in place or removed, or nobody can rule it out. */
  readonly touchesNodes: boolean;
  /** The control plane, or a pool, goes to another minor version. */
  readonly crossesMinor: boolean;
  /** What a person has to have understood, one tick each. */
  readonly consequences: readonly Finding[];
}

/** How much a person has to do before it is sent. */
export interface Friction {
  readonly tier: FrictionTier;
  readonly consequences: readonly Finding[];
  readonly phrase?: string;
}

const ranks: readonly FrictionTier[] = ["popover", "dialog", "typed-name", "typed-act"];

function highest(tiers: readonly FrictionTier[]): FrictionTier {
  return ranks.findLast((tier) => tiers.includes(tier)) ?? "popover";
}

/** What rolls out changes that wait for the window, whatever is asked for. */
const tiersOfHeld: Readonly<Record<HeldChanges, FrictionTier>> = {
  none: "popover",
  perhaps: "dialog",
  likely: "typed-name",
};

/** What an operation of the catalogue costs when it is asked for now. */
function tierOfOperation(id: OperationId): FrictionTier {
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
  // A start that leaves the nodes for later still puts every client under an obligation; etcd's concerns nobody.
  const concernsClients = families.some((family) => isPhasedFamily(family) && family !== "etcdEncryptionKey");
  return step === "start-without-rollout" && concernsClients ? "typed-name" : "dialog";
}

/** Planning can be taken back until the window begins, so it costs less; what it drops for good costs the same. */
function tierOfRequest({ id, when }: OperationRequest): FrictionTier {
  const now = tierOfOperation(id);
  return when !== "in-window" || now === "typed-act" ? now : "dialog";
}

function isRetry({ act }: FrictionFacts): boolean {
  return act.kind === "operation" && act.id === "retry";
}

function baseTier(facts: FrictionFacts): FrictionTier {
  const { act, asked, held, touchesNodes, crossesMinor } = facts;
  const own = act.kind === "operation" ? "popover" : "dialog";
  const change = act.kind === "change" && (touchesNodes || crossesMinor) ? "typed-name" : own;
  return highest([change, isRetry(facts) ? "popover" : tiersOfHeld[held], ...asked.map(tierOfRequest)]);
}

function raised(base: FrictionTier, facts: FrictionFacts): FrictionTier {
  const steps = Number(facts.purpose === "production") + Number(facts.health !== "healthy" && !isRetry(facts));
  const limit = ranks.indexOf(ceilingOf(facts));
  const rank = Math.min(ranks.indexOf(base) + steps, limit);
  return ranks[Math.max(rank, ranks.indexOf(base))] ?? base;
}

/**
 * Being careful never goes beyond the typed name: the highest tier is for what the act itself destroys. Typing is kept for
 * damage: neither a reconcile nor a retry asks for it because of what the cluster is for.
 */
function ceilingOf({ act }: FrictionFacts): FrictionTier {
  return act.kind === "operation" && (act.id === "reconcile" || act.id === "retry") ? "dialog" : "typed-name";
}

function phraseOf(tier: FrictionTier, { asked, cluster }: FrictionFacts): string | undefined {
  if (tier === "typed-name") return cluster.name;
  if (tier !== "typed-act") return undefined;
  if (asked.some(({ id }) => id === "force-delete")) {
    return text("force-delete {project}/{name}", cluster);
  }
  return text("complete {name}", { name: cluster.name });
}

/**
 * Friction matches damage: a popover for what does no harm, a dialog with the impact, the typed name with one tick per
 * consequence where nodes or data are touched, and the typed act for what cannot be taken back. One more for production
 * and one more for a cluster that is not well, but for a retry.
 */
export function friction(facts: FrictionFacts): Friction {
  const tier = raised(baseTier(facts), facts);
  const phrase = phraseOf(tier, facts);
  const ticks = tier === "typed-name" || tier === "typed-act" ? facts.consequences : [];
  return { tier, consequences: ticks, ...(phrase !== undefined && { phrase }) };
}
