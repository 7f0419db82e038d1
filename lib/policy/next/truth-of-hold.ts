import { holdOf } from "./hold.ts";
import { endsOfHold } from "./truth.ts";
import { gardenerContinuesVerdict, type Verdict, type VerdictFacts } from "./verdict.ts";

/**
 * Verdict for a Shoot that gardenlet does not reconcile, whatever its status; undefined when there is no hold.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper/infos.go (shouldReconcileNow)
 */
export function holdVerdict({ shoot, view }: VerdictFacts): Verdict | undefined {
  const hold = holdOf(shoot, view);
  if (hold === undefined) return undefined;
  const { id, waiting, seed, since } = hold;
  return { subject: { id, waiting, seed }, turn: "Operator", next: endsOfHold[id], since };
}

/** Verdict for a Shoot about to leave its Seed, if so. It precedes everything but a deletion. */
export function moveVerdict({ shoot: { spec, status }, decision }: VerdictFacts): Verdict | undefined {
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
      return gardenerContinuesVerdict({ id: "waits-for-bastions", operation: decision.operation });
    case "starts":
      if (decision.operation !== "Migrate" || status?.lastOperation?.type === "Migrate") return undefined;
      return gardenerContinuesVerdict({ ...subject, ready: true }, since);
    default:
      return undefined;
  }
}
