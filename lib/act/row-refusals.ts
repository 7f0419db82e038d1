import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message } from "#lib/language/text.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";

/** Reason why an action makes no sense for a cluster. */
export interface RowRefusal {
  /** Reason as a sentence, shown below the item of the cluster's menu. */
  readonly sentence: Message;
  /** Reason as a clause after a number of clusters: `3 being deleted`. */
  readonly clause: Message;
}

export const deletionRefusal: RowRefusal = {
  sentence: message("It is being deleted."),
  clause: message("being deleted"),
};
const hibernated: RowRefusal = {
  sentence: message("It is hibernated already."),
  clause: message("hibernated already"),
};
const notHibernated: RowRefusal = { sentence: message("It is not hibernated."), clause: message("not hibernated") };
const continues: RowRefusal = {
  sentence: message("Gardener is about to continue."),
  clause: message("about to be tried again"),
};
const heldBack: RowRefusal = {
  sentence: message("Gardener is held back: a retry changes nothing."),
  clause: message("held back"),
};
const notFailed: RowRefusal = {
  sentence: message("The last operation has not failed."),
  clause: message("the last operation has not failed"),
};

const noSecretBinding: RowRefusal = {
  sentence: message("It has no SecretBinding."),
  clause: message("without a SecretBinding"),
};

/** Refuses changes to a cluster that is being deleted. */
export function refuseIfBeingDeleted({ deletionRequestedAt }: FleetRow): RowRefusal | undefined {
  return deletionRequestedAt === undefined ? undefined : deletionRefusal;
}

export function refuseHibernation(row: FleetRow): RowRefusal | undefined {
  return refuseIfBeingDeleted(row) ?? (row.hibernationEnabled ? hibernated : undefined);
}

export function refuseWakeUp(row: FleetRow): RowRefusal | undefined {
  return refuseIfBeingDeleted(row) ?? (row.hibernationEnabled ? undefined : notHibernated);
}

/** Refuses the move to a CredentialsBinding unless the cluster still uses a SecretBinding. */
export function refuseBindingMigration(row: FleetRow): RowRefusal | undefined {
  return refuseIfBeingDeleted(row) ?? (row.secretBinding === undefined ? noSecretBinding : undefined);
}

/** Refuses a retry unless the cluster's last operation has failed and waits for a retry. */
export function refuseRetry(row: FleetRow): RowRefusal | undefined {
  switch (operationStateOfRow(row)) {
    case "failed":
      return undefined;
    case "begins-again":
      return continues;
    case "held":
      return heldBack;
    default:
      return notFailed;
  }
}
