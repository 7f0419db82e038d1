import type { LastError } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { simulateFlowStart } from "#lib/policy/gardenlet/simulate-flow-start.ts";
import { simulateFlowSuccess } from "#lib/policy/gardenlet/simulate-flow-success.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { operationType, type ReconcileSituation, reconcilesNow } from "#lib/policy/operations/operation-type.ts";
import { prepareUpdate } from "#lib/policy/operations/strategy.ts";
import { validateOperationsOnUpdate } from "#lib/policy/operations/validate-operations.ts";
import type { LastOperationType } from "#lib/policy/status/last-operation.ts";
import { outcomeOfFailedFlow } from "#lib/policy/status/operation-outcome.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";

function rotationOf(shoot: Shoot) {
  return shoot.status?.credentials?.rotation ?? null;
}

function phasesOf(shoot: Shoot) {
  const rotation = rotationOf(shoot);
  const phase = (family: "certificateAuthorities" | "serviceAccountKey" | "etcdEncryptionKey") =>
    rotation?.[family]?.phase ?? null;
  return { ca: phase("certificateAuthorities"), sa: phase("serviceAccountKey"), etcd: phase("etcdEncryptionKey") };
}

interface SequenceEvent {
  readonly event: "annotate" | "reconcile-start" | "reconcile-success";
  readonly value?: string;
  readonly expectAccepted?: boolean;
  readonly expectGenerationDelta?: number;
}

const beginMs = Date.parse("2026-08-10T08:00:00Z");

/** Simulates one event. Throws with the name of the vector if the expectation of the event is not met. */
function play(shoot: Shoot, { event, value = "", ...expected }: SequenceEvent, nowMs: number): Shoot {
  switch (event) {
    case "annotate": {
      const wanted = { ...shoot.metadata.annotations, [annotations.operation]: value };
      const update = prepareUpdate(shoot, { ...shoot, metadata: { ...shoot.metadata, annotations: wanted } });
      const accepted = validateOperationsOnUpdate(update.shoot).length === 0;
      if (expected.expectAccepted !== undefined && accepted !== expected.expectAccepted) {
        throw new Error(`${value}: accepted is ${accepted}`);
      }
      return accepted ? update.shoot : shoot;
    }
    case "reconcile-start":
      return simulateFlowStart(shoot, nowMs).shoot;
    case "reconcile-success": {
      const { shoot: after, generationDelta } = simulateFlowSuccess(shoot, nowMs);
      const wanted = expected.expectGenerationDelta ?? generationDelta;
      if (generationDelta !== wanted) throw new Error(`generation rises by ${generationDelta}`);
      return after;
    }
    default:
      return event satisfies never;
  }
}

function secondsOf(duration: string): number {
  const seconds = durationSeconds(duration);
  if (seconds === undefined) throw new Error(`no duration: ${duration}`);
  return seconds;
}

/** Adapters for gardenlet: when a flow starts, and the status when a flow starts, succeeds or fails. */
export const operationsGardenletAdapters: VectorAdapters = {
  "gardenlet-start": createVectorAdapter<{ shoot: Shoot; now: string }>(({ shoot: before, now }) => {
    const { shoot } = simulateFlowStart(before, Date.parse(now));
    return {
      rotation: rotationOf(shoot),
      operationsLeft: parseOperations(annotationOf(shoot, annotations.operation)),
      manualWorkerPoolRollout: shoot.status?.manualWorkerPoolRollout,
    };
  }, "sets"),
  "gardenlet-success": createVectorAdapter<{ shoot: Shoot; now: string; operationType?: LastOperationType }>(
    (input) => {
      const type = input.operationType;
      const { shoot, generationDelta } = simulateFlowSuccess(input.shoot, Date.parse(input.now), { type });
      const { manualWorkerPoolRollout } = shoot.status ?? {};
      return { rotation: rotationOf(shoot), generationDelta, manualWorkerPoolRollout };
    },
  ),
  "rotation-sequence": createVectorAdapter<{
    kubernetesVersion: string;
    workers: Shoot["spec"]["provider"]["workers"];
    events: SequenceEvent[];
  }>(({ kubernetesVersion, workers, events }) => {
    let shoot: Shoot = {
      metadata: { name: "crazy-botany" },
      spec: {
        kubernetes: { version: kubernetesVersion },
        provider: { type: "local", workers: workers ?? [] },
        credentialsBindingName: "my-credentials",
      },
      status: { lastOperation: { type: "Reconcile", state: "Succeeded" } },
    };
    const phasesAfterEachEvent = events.map((event, index) => {
      shoot = play(shoot, event, beginMs + index * 60_000);
      return phasesOf(shoot);
    });
    return { phasesAfterEachEvent };
  }),
  "operation-error": createVectorAdapter<{
    lastErrors: readonly LastError[];
    retryCycleStartTime: string | null;
    now: string;
    retryDuration: string;
    forceRetry: boolean;
  }>(({ now, retryDuration, ...flow }) => {
    const failure = outcomeOfFailedFlow({ ...flow, retryDurationMs: secondsOf(retryDuration) * 1000 }, Date.parse(now));
    return {
      state: failure.state,
      descriptionSuffixRetried: failure.retried,
      retryCycleStartTimeCleared: failure.clearsRetryCycle,
    };
  }),
  "reconcile-decision": createVectorAdapter<ReconcileSituation>((situation) => ({
    reconcileNow: reconcilesNow(situation),
  })),
  "operation-type": createVectorAdapter<Shoot>((shoot) => ({ operationType: operationType(shoot) })),
};
