import type { Act } from "#lib/contract/act.ts";
import { type Message, message } from "#lib/language/text.ts";

/** Act that needs no further input. Offered in the menus of clusters and rows, in the palette and in bulk runs. */
export interface ActAtOnce {
  readonly title: Message;
  readonly act: Act;
  /** Button label, if it is not the title with "now". */
  readonly now?: Message;
  /** Key that selects it in an open menu. Irreversible acts have none. */
  readonly letter?: string;
}

const operation = (id: string): Act => ({ kind: "operation", id, when: "now" });
const hibernation = (enabled: boolean): Act => ({
  kind: "change",
  about: "hibernation",
  patch: { spec: { hibernation: { enabled } } },
});

export const actsAtOnce = {
  reconcile: {
    title: message("Reconcile"),
    act: operation("reconcile"),
    now: message("Reconcile now"),
    letter: "r",
  },
  retry: { title: message("Retry"), act: operation("retry"), now: message("Retry now"), letter: "t" },
  maintain: { title: message("Maintain"), act: operation("maintain"), now: message("Maintain now"), letter: "m" },
  hibernate: { title: message("Hibernate"), act: hibernation(true), letter: "h" },
  "wake-up": { title: message("Wake up"), act: hibernation(false), letter: "h" },
  delete: { title: message("Delete"), act: { kind: "delete" } },
  "force-delete": { title: message("Force delete"), act: { kind: "force-delete" } },
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
