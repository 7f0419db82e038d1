import type { Act } from "#lib/contract/act.ts";
import { type Message, message } from "#lib/language/text.ts";

/** An act that needs no further input, wherever it is offered: menus of clusters and rows, palette, and bulk runs. */
export interface ActAtOnce {
  readonly title: Message;
  readonly act: Act;
  /** What its button says where that is not the title with "now". */
  readonly now?: Message;
  /** Chooses it while a menu is open. What cannot be taken back has none. */
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

/** Those that end nothing, in the order of menus. */
export function safeActIds(isHibernated: boolean): readonly ActAtOnceId[] {
  return ["reconcile", "retry", "maintain", isHibernated ? "wake-up" : "hibernate"];
}

/** Those that end the cluster, in the order of menus. */
export const destructiveActIds: readonly ActAtOnceId[] = ["delete", "force-delete"];

const byId: ReadonlyMap<string, ActAtOnce> = new Map(Object.entries(actsAtOnce));

/** The act of an operation's id; undefined where that is none of these. */
export function actAtOnce(id: string): ActAtOnce | undefined {
  return byId.get(id);
}
