import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { addOperationToAnnotation } from "../operations/compose.ts";
import { evaluateOperation } from "../operations/evaluate.ts";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import { prepareUpdate } from "../operations/strategy.ts";
import { validateOperationsOnUpdate } from "../operations/validate-operations.ts";
import { type AnnotationOperationId, annotationOperations } from "../operations/vocabulary.ts";
import { isRotationPhase, nodeRollingFamilies, phasedFamilies, phaseOf } from "../rotations/families.ts";
import { simulateFlowStart } from "./simulate-flow-start.ts";
import { simulateFlowSuccess } from "./simulate-flow-success.ts";

type Step =
  | { readonly kind: "request"; readonly id: AnnotationOperationId; readonly pool: string }
  | { readonly kind: "flow" };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("request" as const),
      id: fc.constantFrom(...annotationOperations),
      pool: fc.constantFrom("worker-1", "worker-2", "*"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("flow" as const) }) },
);

function request(shoot: Shoot, id: AnnotationOperationId, pool: string, nowMs: number): Shoot {
  const asked = { id, pools: [pool] };
  const { decision, stricterThanServer } = evaluateOperation(asked, shoot, nowMs);
  const text = id.endsWith("rollout-workers") ? `${id}=${pool}` : id;
  const composed = addOperationToAnnotation(annotationOf(shoot, annotations.operation), text);
  if (!composed.ok) return shoot;
  const wanted = { ...shoot.metadata.annotations, [annotations.operation]: composed.annotation };
  const update = prepareUpdate(shoot, { ...shoot, metadata: { ...shoot.metadata, annotations: wanted } });
  const refused = validateOperationsOnUpdate(update.shoot).length > 0;
  // The garden must accept every operation that Almanac allows.
  if (decision === "allow" || decision === "caution") expect({ id, refused }).toEqual({ id, refused: false });
  if (decision === "deny" && !stricterThanServer) expect({ id, refused }).toEqual({ id, refused: true });
  if (refused) return shoot;
  const generation = (shoot.metadata.generation ?? 0) + update.generationDelta;
  return { ...update.shoot, metadata: { ...update.shoot.metadata, generation } };
}

function flow(shoot: Shoot, nowMs: number): Shoot {
  const started = simulateFlowStart(shoot, nowMs).shoot;
  expectInvariants(started);
  const { shoot: finished, generationDelta } = simulateFlowSuccess(started, nowMs + 1000);
  const generation = (finished.metadata.generation ?? 0) + generationDelta;
  return { ...finished, metadata: { ...finished.metadata, generation } };
}

function expectInvariants(shoot: Shoot): void {
  const rotation = shoot.status?.credentials?.rotation;
  for (const family of phasedFamilies) {
    expect(isRotationPhase(phaseOf(shoot, family))).toBe(true);
    const block = rotation?.[family];
    if (block?.phase === "Completed") {
      const begunMs = parseInstant(block.lastInitiationTime) ?? Number.NaN;
      expect(parseInstant(block.lastCompletionTime)).toBeGreaterThanOrEqual(begunMs);
    }
  }
  for (const family of nodeRollingFamilies) {
    const pending = rotation?.[family]?.pendingWorkersRollouts ?? [];
    const mayPend = ["PreparingWithoutWorkersRollout", "WaitingForWorkersRollout"].includes(phaseOf(shoot, family));
    expect(mayPend || pending.length === 0).toBe(true);
  }
  const { lastOperation, lastErrors, retryCycleStartTime } = shoot.status ?? {};
  expect(lastOperation?.progress === 100).toBe(lastOperation?.state === "Succeeded");
  if (lastOperation?.state === "Succeeded") expect([lastErrors, retryCycleStartTime]).toEqual([undefined, undefined]);
}

describe("a random life of rotations", () => {
  const seen = new Set<string>();

  test.each(["1.33.2", "1.34.0"])("on %s keeps Gardener's invariants, and what we allow is accepted", (version) => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (life) => {
        let shoot = flow(operationShootWith({ spec: { kubernetes: { version } } }), 0);
        life.forEach((step, index) => {
          const nowMs = (index + 1) * 60_000;
          shoot = step.kind === "flow" ? flow(shoot, nowMs) : request(shoot, step.id, step.pool, nowMs);
          expectInvariants(shoot);
          for (const family of phasedFamilies) seen.add(phaseOf(shoot, family));
        });
      }),
      { seed: 20261121, numRuns: 300 },
    );
    // Rotations must leave their first phase, or the test would prove nothing.
    expect([...seen].sort()).toEqual(["", "Completed", "Prepared", "WaitingForWorkersRollout"]);
  });
});
