import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { BulkVerb } from "./bulk-verbs.ts";
import {
  type RowRefusal,
  refuseBindingMigration,
  refuseHibernation,
  refuseIfBeingDeleted,
  refuseRetry,
  refuseWakeUp,
} from "./row-refusals.ts";

/** Action on a cluster without further input, for menus of clusters and rows, the command palette and bulk runs. */
export interface ParameterlessAct {
  readonly title: Message;
  readonly act: Act;
  /** Button label of the action, if it differs from the title followed by "now". */
  readonly now?: Message;
  /** Key that selects the action in an open menu. Irreversible actions have none. */
  readonly letter?: string;
  /** Verb and title with which the action is offered for many clusters at once. Irreversible actions have none. */
  readonly bulk?: { readonly verb: BulkVerb; readonly title: Message };
  /** Returns why the action makes no sense for a cluster, according to the cluster's row. */
  readonly refuse: (row: FleetRow) => RowRefusal | undefined;
}

const operation = (id: string): Act => ({ kind: "operation", id, when: "now" });
const hibernation = (enabled: boolean): Act => ({
  kind: "change",
  about: "hibernation",
  patch: { spec: { hibernation: { enabled } } },
});
const never = () => undefined;

export const parameterlessActs = {
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
    refuse: refuseIfBeingDeleted,
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
  "migrate-binding": {
    title: message("Move to a CredentialsBinding"),
    // The plan of each cluster adds the CredentialsBinding of the same Secret.
    act: { kind: "change", about: "credentials-binding", patch: { spec: { secretBindingName: null } } },
    letter: "b",
    bulk: { verb: "Move", title: message("Move to CredentialsBindings of the same Secrets") },
    refuse: refuseBindingMigration,
  },
  delete: { title: message("Delete"), act: { kind: "delete" }, refuse: never },
  "force-delete": { title: message("Force delete"), act: { kind: "force-delete" }, refuse: never },
} as const satisfies Readonly<Record<string, ParameterlessAct>>;

export type ParameterlessActId = keyof typeof parameterlessActs;

/** State of a cluster that decides which actions its menu shows at all. */
interface MenuFacts {
  readonly isHibernated: boolean;
  readonly hasSecretBinding: boolean;
}

/** Returns the actions that do not delete the cluster, in menu order. */
export function safeActIds({ isHibernated, hasSecretBinding }: MenuFacts): readonly ParameterlessActId[] {
  const always = ["reconcile", "retry", "maintain", isHibernated ? "wake-up" : "hibernate"] as const;
  return hasSecretBinding ? [...always, "migrate-binding"] : always;
}

/** Actions that delete the cluster, in menu order. */
export const destructiveActIds = ["delete", "force-delete"] as const satisfies readonly ParameterlessActId[];

const byId: ReadonlyMap<string, ParameterlessAct> = new Map(Object.entries(parameterlessActs));

/** Returns the action for the id of its operation; undefined for other ids. */
export function findParameterlessAct(id: string): ParameterlessAct | undefined {
  return byId.get(id);
}
