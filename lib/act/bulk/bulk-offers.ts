import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { waitsForRetry } from "#lib/policy/next/row-operation.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import { reconcileBlockerLabels } from "#lib/words/state/state-labels.ts";
import { actsAtOnce } from "../acts-at-once.ts";
import type { BulkIntent, BulkVerb } from "./bulk-run.ts";

/** Act that is offered for many clusters at once. */
export interface BulkOffer {
  readonly key: string;
  readonly verb: BulkVerb;
  /** Effect on a cluster. */
  readonly title: Message;
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

function unchangeable(row: FleetRow): string | undefined {
  return row.deletionRequestedAt === undefined ? idle(row) : text("being deleted");
}

function unretried(row: FleetRow): string | undefined {
  const { subject } = row.next;
  if (subject === "about-to-retry") return text("about to be tried again");
  return idle(row) ?? (waitsForRetry(row) ? undefined : text("the last operation has not failed"));
}

/** In the order of the bar. */
export const bulkOffers: readonly BulkOffer[] = [
  {
    key: "reconcile",
    verb: "Reconcile",
    title: actsAtOnce.reconcile.title,
    intent: { kind: "act", act: actsAtOnce.reconcile.act },
    unfit: idle,
  },
  {
    key: "maintain",
    verb: "Maintain",
    title: message("Run the maintenance now"),
    intent: { kind: "act", act: actsAtOnce.maintain.act },
    unfit: unchangeable,
  },
  {
    key: "retry",
    verb: "Retry",
    title: message("Retry the failed operation"),
    intent: { kind: "act", act: actsAtOnce.retry.act },
    unfit: unretried,
  },
  {
    key: "newest-patch",
    verb: "Update",
    title: message("Update Kubernetes to the newest patch"),
    intent: { kind: "newest-patch" },
    unfit: unchangeable,
  },
  {
    key: "kubernetes-version",
    verb: "Update",
    title: message("Update Kubernetes to a version"),
    intent: { kind: "kubernetes-version", version: "" },
    unfit: unchangeable,
  },
  {
    key: "newest-images",
    verb: "Update",
    title: message("Update machine images to the newest"),
    intent: { kind: "newest-images" },
    unfit: (row) => unchangeable(row) ?? (row.images.length === 0 ? text("without worker pools") : undefined),
  },
  {
    key: "hibernate",
    verb: "Hibernate",
    title: actsAtOnce.hibernate.title,
    intent: { kind: "act", act: actsAtOnce.hibernate.act },
    unfit: (row) => unchangeable(row) ?? (row.hibernationEnabled ? text("hibernated already") : undefined),
  },
  {
    key: "wake",
    verb: "Wake up",
    title: actsAtOnce["wake-up"].title,
    intent: { kind: "act", act: actsAtOnce["wake-up"].act },
    unfit: (row) => unchangeable(row) ?? (row.hibernationEnabled ? undefined : text("not hibernated")),
  },
  {
    key: "extend-lifetime",
    verb: "Extend",
    title: message("Extend lifetimes as far as allowed"),
    intent: { kind: "extend-lifetime" },
    // The date takes effect even while gardenlet is held back, because another controller reads it.
    unfit: (row) => {
      if (row.deletionRequestedAt !== undefined) return text("being deleted");
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
