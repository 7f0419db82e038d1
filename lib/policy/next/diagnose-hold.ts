import { unblockingSteps } from "./diagnosis.ts";
import { type DiagnosisCore, type DiagnosisInput, gardenerContinues } from "./diagnosis-core.ts";
import { reconcileBlockerOf } from "./reconcile-blocker.ts";

/**
 * Verdict for a Shoot that gardenlet does not reconcile, whatever its status; undefined when there is no hold.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper/infos.go (shouldReconcileNow)
 */
export function diagnoseReconcileBlocker({ shoot, view }: DiagnosisInput): DiagnosisCore | undefined {
  const hold = reconcileBlockerOf(shoot, view);
  if (hold === undefined) return undefined;
  const { id, waiting, seed, since } = hold;
  return { subject: { id, waiting, seed }, turn: "Operator", next: unblockingSteps[id], since };
}

/** Verdict for a Shoot about to leave its Seed, if so. It precedes everything but a deletion. */
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
      return gardenerContinues({ id: "waits-for-bastions", operation: decision.operation });
    case "starts":
      if (decision.operation !== "Migrate" || status?.lastOperation?.type === "Migrate") return undefined;
      return gardenerContinues({ ...subject, ready: true }, since);
    default:
      return undefined;
  }
}
