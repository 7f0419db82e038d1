import type { LastMaintenance } from "#lib/garden/shoot.ts";
import { type RotationFamily, rotationFamilies } from "../rotations/families.ts";

/** One thing that a maintenance run reports to have changed or tried. */
export type MaintenanceEntry =
  | {
      readonly kind: "update";
      /** The pool; absent for the control plane. */
      readonly pool?: string;
      /** Name of the machine image; absent for a Kubernetes version. */
      readonly image?: string;
      readonly from: string;
      readonly to: string;
      /** Whether the version had to be replaced, because it had expired or was not in the profile any more. */
      readonly forced: boolean;
    }
  | { readonly kind: "rotation"; readonly family: RotationFamily }
  /** An entry that this build does not know, as Gardener wrote it. */
  | { readonly kind: "text"; readonly said: string };

/** Texts of a maintenance run, split into entries. */
export interface MaintenanceDescription {
  readonly done: readonly MaintenanceEntry[];
  readonly failures: readonly string[];
  /** Whether the API server refused the whole run in its dry run, so that nothing was changed. */
  readonly refused: boolean;
  /** Numbers of updates that succeeded and that were tried; absent if none of them failed. */
  readonly counted?: { readonly successful: number; readonly total: number };
}

const refusedHead = "Updates to the Shoot failed to be applied:";
/** Whether a failure reason says that the API server refused the whole run in its dry run. */
export function isMaintenanceRefused(failureReason: string | null | undefined): boolean {
  return failureReason?.startsWith(refusedHead) === true;
}

const allWentWell = "All maintenance operations successful.";
const partly = /^\((\d+)\/(\d+)\) maintenance operations successful\.\s*/;
/** Start of an entry. Gardener joins entries with commas, which entries also contain. */
const entryStart =
  /, (?=Control Plane|Worker pool |Credentials "|Added "|\.?spec\.|Machine image |Removed (?:feature gates|admission plugins) from |Failed to migrate )/;

/** Splits the texts of a maintenance run into entries, without interpreting or changing them. */
export function maintenanceEntries(written: string | null | undefined): readonly string[] {
  return (written ?? "")
    .split(entryStart)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Entries of a description as Gardener wrote them; a description without Gardener's head is one entry. */
export function describedEntries(description: string): readonly string[] {
  if (description.startsWith(allWentWell)) return maintenanceEntries(description.slice(allWentWell.length));
  if (partly.test(description)) return maintenanceEntries(description.replace(partly, ""));
  return description === "" ? [] : [description];
}

/** Entries of the failure reason as Gardener wrote them; one for a refused run. */
export function failedEntries(failureReason: string | null | undefined): readonly string[] {
  if (failureReason?.startsWith(refusedHead)) return [failureReason.slice(refusedHead.length).trim()];
  return maintenanceEntries(failureReason);
}

/**
 * Reads what a maintenance run reports. Entries in an unknown form are kept as they are.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, buildMaintenanceMessages
 */
export function readMaintenanceDescription({
  description = "",
  failureReason,
  state,
}: LastMaintenance): MaintenanceDescription {
  const refused = state === "Failed" && isMaintenanceRefused(failureReason);
  const [, successful, total] = partly.exec(description) ?? [];
  return {
    done: refused ? [] : describedEntries(description).map(readEntry),
    failures: failedEntries(failureReason),
    refused,
    ...(successful !== undefined &&
      total !== undefined && { counted: { successful: Number(successful), total: Number(total) } }),
  };
}

const update =
  /^(?:Control Plane|Worker pool "([^"]*)"): Updated (?:Kubernetes version|machine image "([^"]*)") from "?([^"\s]*)"? to "?([^"\s]*?)"?(?:\. Reason: (.*))?$/s;
const credentials = /^Credentials "([^"]*)": .*rotation started(?:\.|$)/s;

const familiesByOperation: Readonly<Record<string, RotationFamily>> = {
  "rotate-ssh-keypair": "sshKeypair",
  "rotate-observability-credentials": "observability",
  "rotate-etcd-encryption-key": "etcdEncryptionKey",
};

/** Start of the reasons for which Gardener replaces a version that need not be updated automatically. */
const mustLeave = /^(?:Version does not exist in CloudProfile|(?:Kubernetes|Machine image) version expired)/;

function readEntry(entry: string): MaintenanceEntry {
  const [, pool, image, from, to, reason = ""] = update.exec(entry) ?? [];
  if (from !== undefined && to !== undefined) {
    return {
      kind: "update",
      ...(pool !== undefined && { pool }),
      ...(image !== undefined && { image }),
      ...{ from, to, forced: mustLeave.test(reason) },
    };
  }
  const [, named = ""] = credentials.exec(entry) ?? [];
  const family = familiesByOperation[named] ?? rotationFamilies.find((each) => each === named);
  return family === undefined ? { kind: "text", said: entry } : { kind: "rotation", family };
}
