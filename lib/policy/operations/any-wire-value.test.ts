import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { simulateFlowStart } from "../gardenlet/simulate-flow-start.ts";
import { simulateFlowSuccess } from "../gardenlet/simulate-flow-success.ts";
import { nextHibernation } from "../hibernation/hibernation-schedule.ts";
import { diagnoseShoot } from "../next/diagnose-shoot.ts";
import { rotationFamilies } from "../rotations/families.ts";
import { rotationProgress } from "../rotations/rotation-progress.ts";
import { viewConditions } from "../status/conditions.ts";
import { automaticRotationsOfRun } from "./auto-rotation.ts";
import { evaluateAllOperations } from "./evaluate.ts";
import { rotationWarnings } from "./rotation-warnings.ts";
import { prepareUpdate } from "./strategy.ts";

const nowMs = Date.parse("2026-08-10T10:00:00Z");

const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom("", "Reconcile", "Create", "Delete", "Migrate", "Succeeded", "Failed", "Error", "Pending", "True"),
);
const instant = fc.oneof(text, fc.constantFrom("2026-08-09T10:00:00Z", "9999-12-31T23:59:59Z", "2026-13-45T99:00:00Z"));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const list = <Value>(value: fc.Arbitrary<Value>) => maybe(fc.array(maybe(value), { maxLength: 3 }));
const some = <Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.record(fields, { requiredKeys: [] });

const condition = some({
  type: text,
  status: text,
  reason: text,
  lastTransitionTime: maybe(instant),
  codes: maybe(fc.array(text, { maxLength: 3 })),
});
const phased = some({
  phase: fc.oneof(text, fc.constantFrom("Preparing", "Prepared", "Completing", "WaitingForWorkersRollout")),
  lastInitiationTime: maybe(instant),
  lastInitiationFinishedTime: maybe(instant),
  lastCompletionTime: maybe(instant),
  pendingWorkersRollouts: maybe(fc.array(some({ name: text }), { maxLength: 2 })),
});
const operations = fc.oneof(
  text,
  fc.constantFrom(
    "reconcile;retry",
    ";;",
    "rollout-workers=*,,a",
    "rotate-credentials-start;rotate-ca-start",
    "maintain",
  ),
);

/** Random Shoots in which any optional field can be missing, null or of another type, as in JSON. */
const anyShoot = some({
  metadata: some({
    name: text,
    namespace: text,
    generation: fc.double(),
    creationTimestamp: instant,
    deletionTimestamp: instant,
    annotations: some({ "gardener.cloud/operation": operations, "maintenance.gardener.cloud/operation": operations }),
  }),
  spec: some({
    kubernetes: some({ version: text }),
    provider: some({ workers: maybe(fc.array(some({ name: text, updateStrategy: maybe(text) }), { maxLength: 3 })) }),
    hibernation: maybe(
      some({
        enabled: maybe(fc.boolean()),
        schedules: maybe(fc.array(some({ start: maybe(text), location: maybe(text) }), { maxLength: 3 })),
      }),
    ),
    maintenance: maybe(
      some({
        timeWindow: maybe(some({ begin: text, end: text })),
        autoRotation: maybe(
          some({ credentials: maybe(some({ sshKeypair: maybe(some({ rotationPeriod: maybe(text) })) })) }),
        ),
      }),
    ),
  }),
  status: maybe(
    some({
      lastOperation: maybe(
        some({ type: text, state: text, progress: fc.double(), description: text, lastUpdateTime: maybe(instant) }),
      ),
      lastErrors: list(some({ codes: maybe(fc.array(text, { maxLength: 3 })) })),
      conditions: list(condition),
      constraints: list(condition),
      retryCycleStartTime: maybe(instant),
      credentials: maybe(
        some({ rotation: maybe(some({ certificateAuthorities: maybe(phased), etcdEncryptionKey: maybe(phased) })) }),
      ),
    }),
  ),
});

/** Converts a value to JSON and back: undefined fields are removed, and values without JSON become null. */
function asOnTheWire(value: object): Shoot {
  return JSON.parse(JSON.stringify({ metadata: { name: "x" }, spec: {}, ...value }));
}

const holdsNoNumber = /"(forSeconds|rolledShare|generationDelta)":null/;

describe("whatever the wire carries", () => {
  // Two thousand Shoots, in portions that finish in time on a busy machine.
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("no reading throws or says NaN (portion %i)", (portion) => {
    fc.assert(
      fc.property(anyShoot, (value) => {
        const shoot = asOnTheWire(value);
        const started = simulateFlowStart(shoot, nowMs).shoot;
        const said = JSON.stringify([
          diagnoseShoot(shoot, {}, nowMs),
          viewConditions(shoot.status?.conditions),
          [...evaluateAllOperations(shoot, nowMs)],
          rotationFamilies.map((family) => rotationProgress(shoot, family, nowMs)),
          rotationWarnings(shoot, nowMs),
          automaticRotationsOfRun(shoot, nowMs),
          nextHibernation(shoot.spec.hibernation?.schedules, nowMs),
          prepareUpdate(shoot, started).generationDelta,
          simulateFlowSuccess(started, nowMs).shoot.status?.lastOperation,
        ]);
        // JSON converts NaN to null. These are the names of all computed numbers.
        if (holdsNoNumber.test(said)) expect(said).not.toMatch(holdsNoNumber);
      }),
      { seed: 20261121 + portion, numRuns: 250 },
    );
  });
});
