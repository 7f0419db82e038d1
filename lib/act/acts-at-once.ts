import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { BulkVerb } from "./bulk-verbs.ts";
import { type RowRefusal, refuseChange, refuseHibernation, refuseRetry, refuseWakeUp } from "./row-refusals.ts";

/** Act that needs no further input. Offered in the menus of clusters and rows, in the palette and in bulk runs. */
export interface ActAtOnce {
  readonly title: Message;
  readonly act: Act;
  /** Button label, if it is not the title with "now". */
  readonly now?: Message;
  /** Key that selects it in an open menu. Irreversible acts have none. */
  readonly letter?: string;
  /** How it is offered for many clusters at once. Irreversible acts are not. */
  readonly bulk?: { readonly verb: BulkVerb; readonly title: Message };
  /** Why it makes no sense for a cluster, judged by its row. */
  readonly refuse: (row: FleetRow) => RowRefusal | undefined;
}

const operation = (id: string): Act => ({ kind: "operation", id, when: "now" });
const hibernation = (enabled: boolean): Act => ({
  kind: "change",
  about: "hibernation",
  patch: { spec: { hibernation: { enabled } } },
});
const never = () => undefined;

export const actsAtOnce = {
  reconcile: {
    title: message("Reconcile"),
    act: operation("reconcile"),
    now: message("Reconcile now"),
    letter: "r",
    bulk: { verb: "Reconcile", title: message("Reconcile") },
    refuse: never,
  },
  retry: {
    title: message("Retry"),
    act: operation("retry"),
    now: message("Retry now"),
    letter: "t",
    bulk: { verb: "Retry", title: message("Retry the failed operation") },
    refuse: refuseRetry,
  },
  maintain: {
    title: message("Maintain"),
    act: operation("maintain"),
    now: message("Maintain now"),
    letter: "m",
    bulk: { verb: "Maintain", title: message("Run the maintenance now") },
    refuse: refuseChange,
  },
  hibernate: {
    title: message("Hibernate"),
    act: hibernation(true),
    letter: "h",
    bulk: { verb: "Hibernate", title: message("Hibernate") },
    refuse: refuseHibernation,
  },
  "wake-up": {
    title: message("Wake up"),
    act: hibernation(false),
    letter: "h",
    bulk: { verb: "Wake up", title: message("Wake up") },
    refuse: refuseWakeUp,
  },
  delete: { title: message("Delete"), act: { kind: "delete" }, refuse: never },
  "force-delete": { title: message("Force delete"), act: { kind: "force-delete" }, refuse: never },
} as const satisfies Readonly<Record<string, ActAtOnce>>;

export type ActAtOnceId = keyof typeof actsAtOnce;

/** Acts that keep the cluster, in menu order. */
export function safeActIds(isHibernated: boolean): readonly ActAtOnceId[] {
  return ["reconcile", "retry", "maintain", isHibernated ? "wake-up" : "hibernate"];
}

/** Acts that delete the cluster, in menu order. */
export const destructiveActIds: readonly ActAtOnceId[] = ["delete", "force-delete"];

const byId: ReadonlyMap<string, ActAtOnce> = new Map(Object.entries(actsAtOnce));

/** Act by the id of its operation; undefined for other ids. */
export function actAtOnce(id: string): ActAtOnce | undefined {
  return byId.get(id);
}
