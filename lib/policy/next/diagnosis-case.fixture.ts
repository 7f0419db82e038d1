import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import type { ObjectMeta } from "#lib/kube/object.ts";
import { diagnoseShoot } from "./diagnose-shoot.ts";
import { scheduleNotes } from "./schedule-notes.ts";
import type { SeedFacts } from "./seed-facts.ts";

const nowMs = Date.parse("2026-11-27T06:00:00Z");
const release = "v1.150.0";
const seed: SeedFacts = { name: "seed-a", stopped: false, release };
export const ignoreAnnotation = { "shoot.gardener.cloud/ignore": "true" };
const succeeded = { type: "Reconcile", state: "Succeeded", lastUpdateTime: "2026-11-27T02:00:00Z" };

/** Differences from a Shoot that is up to date, and from its Seed, for which a diagnosis is made. */
export interface DiagnosisCase {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<ShootSpec>;
  readonly status?: ShootStatus;
  readonly seed?: Partial<SeedFacts>;
}

/** The diagnosis of a Shoot with these differences. */
export function diagnosisOfCase({ metadata, spec, status, seed: facts }: DiagnosisCase) {
  const shoot: Shoot = {
    metadata: {
      name: "one",
      namespace: "garden-dev",
      generation: 6,
      finalizers: ["gardener"],
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...metadata,
    },
    spec: { kubernetes: { version: "1.35.2" }, provider: { type: "local" }, seedName: "seed-a", ...spec },
    status: {
      uid: "1-2-3",
      seedName: "seed-a",
      observedGeneration: 6,
      gardener: { version: release },
      lastOperation: succeeded,
      ...status,
    },
  };
  const view = { seed: { ...seed, ...facts } };
  const truth = diagnoseShoot(shoot, view, nowMs);
  return { ...truth, notes: [...truth.notes, ...scheduleNotes({ shoot, view, nowMs })] };
}

export const managedFieldsWithSpecWrite = (time: string) => ({
  managedFields: [{ manager: "kubectl", time, fieldsV1: { "f:spec": {} } }],
});
export const confinedRolloutSpec = { maintenance: { confineSpecUpdateRollout: true } };
export const failedLastOperation = { type: "Reconcile", state: "Failed", lastUpdateTime: "2026-11-27T05:51:00Z" };
