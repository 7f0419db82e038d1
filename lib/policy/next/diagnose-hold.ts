import { unblockingSteps } from "./diagnosis.ts";
import { type DiagnosisCore, type DiagnosisInput, diagnosisWaitingForGardener } from "./diagnosis-core.ts";
import { reconcileBlockerOf } from "./reconcile-blocker.ts";

/**
 * Diagnosis of a Shoot that gardenlet does not reconcile, whatever its status; undefined if nothing blocks reconciling.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper/infos.go (shouldReconcileNow)
 */
export function diagnoseReconcileBlocker({ shoot, view }: DiagnosisInput): DiagnosisCore | undefined {
  const hold = reconcileBlockerOf(shoot, view);
  if (hold === undefined) return undefined;
  const { id, waiting, seed, since } = hold;
  return { subject: { id, waiting, seed }, turn: "Operator", next: unblockingSteps[id], since };
}

/** Diagnosis of a Shoot about to leave its Seed, else undefined. Only the diagnosis of a deletion has precedence. */
export function diagnoseSeedMove({ shoot: { spec, status }, decision }: DiagnosisInput): DiagnosisCore | undefined {
  const ready = status?.constraints?.find((constraint) => constraint?.type === "ReadyForMigration");
  const subject = {
    id: "leaving-seed",
    from: status?.seedName ?? "",
    to: spec.seedName ?? "",
    ready: false,
  } as const;
  const since = ready?.lastTransitionTime;
  switch (decision.outcome) {
    case "waits-for-migration-check":
    case "waits-for-destination-seed":
      return { subject, turn: "Operator", next: "make-destination-ready", since };
    case "waits-for-bastions":
      return diagnosisWaitingForGardener({ id: "waits-for-bastions", operation: decision.operation });
    case "starts":
      if (decision.operation !== "Migrate" || status?.lastOperation?.type === "Migrate") return undefined;
      return diagnosisWaitingForGardener({ ...subject, ready: true }, since);
    default:
      return undefined;
  }
}
