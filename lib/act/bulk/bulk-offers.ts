import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import { reconcileBlockerLabels } from "#lib/words/state/state-labels.ts";
import { actsAtOnce } from "../acts-at-once.ts";
import type { BulkVerb } from "../bulk-verbs.ts";
import { beingDeleted, type RowRefusal, refuseChange } from "../row-refusals.ts";
import type { BulkIntent } from "./bulk-run.ts";

/** Act that is offered for many clusters at once. */
export interface BulkOffer {
  readonly key: string;
  readonly verb: BulkVerb;
  /** Effect on a cluster. */
  readonly title: Message;
  /** Label of its button in the bar, if it is not the verb's. */
  readonly button?: Message;
  readonly intent: BulkIntent;
  /** Why a cluster is certainly no candidate, judged by its row; the plan asks the garden about all others. */
  readonly unfit: (row: FleetRow) => string | undefined;
}

const moving: ReadonlySet<string> = new Set(["migrating", "moved-away", "restoring"]);

/** Reason why nothing would happen: the cluster is held back for certain, or is moving to another Seed. */
function idle(row: FleetRow): string | undefined {
  if (moving.has(row.next.subject)) return text("moving to another Seed");
  const hold = reconcileBlockerOfRow(row);
  if (hold === undefined || hold === "perhaps-ignored") return undefined;
  return text("held back ({why})", { why: text(reconcileBlockerLabels[hold]) });
}

type Refuse = (row: FleetRow) => RowRefusal | undefined;

/** Whether the cluster is being deleted is said first, then what holds it back, then what the act itself refuses. */
const unfitFor = (refuse: Refuse) => (row: FleetRow) => {
  const refusal = refuse(row);
  const clause = refusal && text(refusal.clause);
  return refusal === beingDeleted ? clause : (idle(row) ?? clause);
};

function offerAtOnce(id: "reconcile" | "maintain" | "retry" | "hibernate" | "wake-up"): BulkOffer {
  const { act, bulk, refuse } = actsAtOnce[id];
  return { key: id, ...bulk, intent: { kind: "act", act }, unfit: unfitFor(refuse) };
}

/** In the order of the bar. */
export const bulkOffers: readonly BulkOffer[] = [
  {
    key: "newest-patch",
    verb: "Update",
    title: message("Update Kubernetes to the newest patch"),
    button: message("Update to the newest patch"),
    intent: { kind: "newest-patch" },
    unfit: unfitFor(refuseChange),
  },
  {
    key: "kubernetes-version",
    verb: "Update",
    title: message("Update Kubernetes to a version"),
    intent: { kind: "kubernetes-version", version: "" },
    unfit: unfitFor(refuseChange),
  },
  {
    key: "newest-images",
    verb: "Update",
    title: message("Update machine images to the newest"),
    intent: { kind: "newest-images" },
    unfit: (row) => unfitFor(refuseChange)(row) ?? (row.images.length === 0 ? text("without worker pools") : undefined),
  },
  offerAtOnce("reconcile"),
  offerAtOnce("maintain"),
  offerAtOnce("retry"),
  offerAtOnce("hibernate"),
  offerAtOnce("wake-up"),
  {
    key: "extend-lifetime",
    verb: "Extend",
    title: message("Extend lifetimes as far as allowed"),
    intent: { kind: "extend-lifetime" },
    // The date takes effect even while gardenlet is held back, because another controller reads it.
    unfit: (row) => {
      const refusal = refuseChange(row);
      if (refusal !== undefined) return text(refusal.clause);
      return row.endsAt === undefined ? text("without an end") : undefined;
    },
  },
];

/** Number of rows that can take part, and why the others cannot: `3 being deleted`. */
export function candidates(offer: BulkOffer, rows: readonly FleetRow[]) {
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
