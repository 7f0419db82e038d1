import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations, joinOperations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { operationType } from "#lib/policy/operations/operation-type.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { pauseGardenTime } from "../context/pause.ts";
import { planFlow } from "../flows/plan-flow.ts";
import { type MachineRecord, noRequiredPoolUpdates } from "../machines/machine-record.ts";
import { type FlowOutcome, runFlow } from "./run-flow.ts";
import {
  flowStartStatus,
  flowSuccessStatus,
  type GardenletIdentity,
  withPendingInPlaceUpdates,
} from "./status-writes.ts";

/** Delay between a change of a Shoot and the start of its flow. */
const reactionMs = 1_000;

interface NewFlow {
  readonly key: string;
  readonly gardenlet: GardenletIdentity;
  readonly technicalID: string;
  readonly machines: MachineRecord;
}

/** Runs a flow from its beginning to its end: writes the start status, runs the tasks, writes the final status. */
export async function startFlow(context: ControllerContext, flow: NewFlow): Promise<FlowOutcome> {
  const { client, clock, pace, signal } = context;
  await pauseGardenTime(clock, reactionMs / pace, signal);
  const shoot = client.get(flow.key);
  if (signal.aborted) return "stopped";
  if (!shoot) return "gone";
  const type = operationType(shoot);
  writeStart(context, flow);
  const begun = client.get(flow.key);
  if (!begun) return "gone";
  const verb = type === "Delete" ? "Deleting" : "Reconciling";
  context.recorder.record(begun, { type: "Normal", reason: verb, message: `${verb} Shoot cluster` });
  return runFlowToEnd(context, { key: flow.key, type, from: 0, machines: flow.machines });
}

interface FlowToEnd {
  readonly key: string;
  readonly type: string;
  readonly from: number;
  readonly machines: MachineRecord;
}

/** Runs a flow from the given wave to its end, for example to resume a flow of a previous process. */
export async function runFlowToEnd(
  context: ControllerContext,
  { key, type, from, machines }: FlowToEnd,
): Promise<FlowOutcome> {
  const shoot = context.client.get(key);
  if (!shoot) return "gone";
  const work = type === "Reconcile" ? machines.pending(shoot) : noRequiredPoolUpdates;
  const flow = planFlow(shoot, type, work.batches);
  const { rolling, batches } = work;
  const outcome = await runFlow(context, { key, shoot, flow, from, machines, rolling, batches });
  if (outcome === "succeeded") {
    writeSuccess(context, key, type);
    machines.settle(shoot);
  }
  const ended = context.client.get(key);
  if (ended) recordEnd(context, ended, outcome);
  return outcome;
}

function recordEnd({ recorder }: ControllerContext, shoot: Shoot, outcome: FlowOutcome): void {
  const { type, description = "" } = shoot.status?.lastOperation ?? {};
  const deletes = type === "Delete";
  if (outcome === "succeeded") {
    recorder.record(shoot, { type: "Normal", reason: deletes ? "Deleted" : "Reconciled", message: description });
  } else if (outcome === "failed") {
    const reason = deletes ? "DeleteError" : "ReconcileError";
    recorder.record(shoot, { type: "Warning", reason, message: description });
  }
}

function writeStart(
  { client, clock, onFault }: ControllerContext,
  { key, gardenlet, technicalID, machines }: NewFlow,
): void {
  let taken: readonly string[] = [];
  client.writeStatus(key, (shoot) => {
    const start = flowStartStatus(shoot, clock.now().getTime(), { gardenlet, technicalID });
    taken = start.taken;
    return withPendingInPlaceUpdates(start.status, machines.pending({ ...shoot, status: start.status }));
  });
  const shoot = client.get(key);
  if (!shoot) return;
  const finalizers = shoot.metadata.finalizers ?? [];
  const signed = finalizers.includes("gardener") || shoot.metadata.deletionTimestamp !== undefined;
  if (signed && taken.length === 0) return;
  try {
    // A separate write, as in Gardener: operations are removed from the annotation after the status was written.
    client.writeMetadata(key, {
      ...(signed ? {} : { finalizers: [...finalizers, "gardener"] }),
      ...(taken.length === 0 ? {} : { annotations: { [annotations.operation]: operationsLeft(shoot, taken) } }),
    });
  } catch (error) {
    // The write fails if another annotation has become invalid. The flow runs anyway and restarts the rotation later.
    onFault(error);
  }
}

function operationsLeft(shoot: Shoot, taken: readonly string[]): string | null {
  const current = parseOperations(annotationOf(shoot, annotations.operation));
  const left = current.filter((operation) => !taken.includes(operation));
  return left.length > 0 ? joinOperations(left) : null;
}

function writeSuccess({ client, clock }: ControllerContext, key: string, type: string): void {
  client.writeStatus(key, (shoot) => flowSuccessStatus(shoot, clock.now().getTime()));
  const { finalizers = [], annotations: current } = client.get(key)?.metadata ?? {};
  if (type === "Delete") client.writeMetadata(key, { finalizers: finalizers.filter((name) => name !== "gardener") });
  else if (current?.[annotations.tasks] !== undefined) {
    client.writeMetadata(key, { annotations: { [annotations.tasks]: null } });
  }
}
