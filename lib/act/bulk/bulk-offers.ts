import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import { reconcileBlockerLabels } from "#lib/words/state/state-labels.ts";
import { parameterlessActs } from "../acts-at-once.ts";
import type { BulkVerb } from "../bulk-verbs.ts";
import { deletionRefusal, type RowRefusal, refuseIfBeingDeleted } from "../row-refusals.ts";
import type { BulkIntent } from "./bulk-run.ts";

/** Action that is offered for many clusters at once. */
export interface BulkOffer {
  readonly key: string;
  readonly verb: BulkVerb;
  /** Effect of the action on a cluster, as a title. */
  readonly title: Message;
  /** Label of the action's button in the selection bar, if it differs from the label of the verb. */
  readonly button?: Message;
  readonly intent: BulkIntent;
  /** Whether the action is for operators only, and so shown to users who see every cluster. */
  readonly forOperators?: true;
  /** Why a cluster certainly cannot take part, by its row; the plan asks the garden about all other clusters. */
  readonly unfit: (row: FleetRow) => string | undefined;
}

const moving: ReadonlySet<string> = new Set(["migrating", "moved-away", "restoring"]);

/** Why an action has no effect: reconciliation is certainly held back, or the cluster is moving to another Seed. */
function idle(row: FleetRow): string | undefined {
  if (moving.has(row.next.subject)) return text("moving to another Seed");
  const hold = reconcileBlockerOfRow(row);
  if (hold === undefined || hold === "perhaps-ignored") return undefined;
  return text("held back ({why})", { why: text(reconcileBlockerLabels[hold]) });
}

type Refuse = (row: FleetRow) => RowRefusal | undefined;

/** Reason against a cluster: deletion first, then what holds Gardener back, then the refusal of the action itself. */
const unfitFor = (refuse: Refuse) => (row: FleetRow) => {
  const refusal = refuse(row);
  const clause = refusal && text(refusal.clause);
  return refusal === deletionRefusal ? clause : (idle(row) ?? clause);
};

function offerAtOnce(id: "reconcile" | "maintain" | "retry" | "hibernate" | "wake-up" | "migrate-binding"): BulkOffer {
  const { act, bulk, refuse } = parameterlessActs[id];
  return { key: id, ...bulk, intent: { kind: "act", act }, unfit: unfitFor(refuse) };
}

/** Actions for many clusters, in the order of the selection bar. */
export const bulkOffers: readonly BulkOffer[] = [
  {
    key: "newest-patch",
    verb: "Update",
    title: message("Update Kubernetes to the newest patch"),
    button: message("Update to the newest patch"),
    intent: { kind: "newest-patch" },
    unfit: unfitFor(refuseIfBeingDeleted),
  },
  {
    key: "kubernetes-version",
    verb: "Update",
    title: message("Update Kubernetes to a version"),
    intent: { kind: "kubernetes-version", version: "" },
    unfit: unfitFor(refuseIfBeingDeleted),
  },
  {
    key: "newest-images",
    verb: "Update",
    title: message("Update machine images to the newest"),
    intent: { kind: "newest-images" },
    unfit: (row) =>
      unfitFor(refuseIfBeingDeleted)(row) ?? (row.images.length === 0 ? text("without worker pools") : undefined),
  },
  offerAtOnce("reconcile"),
  offerAtOnce("maintain"),
  offerAtOnce("retry"),
  offerAtOnce("hibernate"),
  offerAtOnce("wake-up"),
  offerAtOnce("migrate-binding"),
  {
    key: "move-seed",
    verb: "Move",
    title: message("Move control planes to another Seed"),
    intent: { kind: "move-seed", seed: "" },
    forOperators: true,
    unfit: unfitFor(refuseIfBeingDeleted),
  },
  {
    key: "extend-lifetime",
    verb: "Extend",
    title: message("Extend lifetimes as far as allowed"),
    intent: { kind: "extend-lifetime" },
    // The expiration date works even if gardenlet does not reconcile, because another controller reads the date.
    unfit: (row) => {
      const refusal = refuseIfBeingDeleted(row);
      if (refusal !== undefined) return text(refusal.clause);
      return row.endsAt === undefined ? text("without an end") : undefined;
    },
  },
];

/** Returns the actions for a user: those of operators only for users who see every cluster. */
export function bulkOffersFor(seesAllClusters: boolean): readonly BulkOffer[] {
  return seesAllClusters ? bulkOffers : bulkOffers.filter(({ forOperators }) => forOperators !== true);
}

/** Returns how many rows can take part in an action, and why the others cannot: `3 being deleted`. */
export function countBulkCandidates(offer: BulkOffer, rows: readonly FleetRow[]) {
  const reasons = new Map<string, number>();
  let fit = 0;
  for (const row of rows) {
    const reason = offer.unfit(row);
    if (reason === undefined) fit += 1;
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const others = [...reasons].map(([reason, count]) => text("{count, number} {reason}", { count, reason }));
  return { fit, others: others.join(", ") };
}
