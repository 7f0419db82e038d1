import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations, joinOperations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { operationType } from "#lib/policy/operations/operation-type.ts";
import type { ControllerContext } from "../controller-context.ts";
import { planFlow } from "../flows/plan-flow.ts";
import { pause } from "../pause.ts";
import { type FlowOutcome, runFlow } from "./run-flow.ts";
import { type GardenletIdentity, startOf, successStatus } from "./status-writes.ts";

/** Between a Shoot's change and the start patch. */
const reactionMs = 1_000;

interface NewFlow {
  readonly key: string;
  readonly gardenlet: GardenletIdentity;
  readonly technicalID: string;
}

/** One flow from its start patch to its end. */
export async function newFlow(context: ControllerContext, flow: NewFlow): Promise<FlowOutcome> {
  const { client, clock, pace, signal } = context;
  await pause(clock, reactionMs / pace, signal);
  const shoot = client.get(flow.key);
  if (signal.aborted) return "stopped";
  if (!shoot) return "gone";
  const type = operationType(shoot);
  writeStart(context, flow);
  const begun = client.get(flow.key);
  if (!begun) return "gone";
  const outcome = await runFlow(context, { key: flow.key, flow: planFlow(begun, type), from: 0 });
  if (outcome === "succeeded") writeSuccess(context, flow.key, type);
  return outcome;
}

/** The rest of a flow that was under way when the process started. */
export async function resumedFlow(
  context: ControllerContext,
  { key, type, from }: { readonly key: string; readonly type: string; readonly from: number },
): Promise<FlowOutcome> {
  const shoot = context.client.get(key);
  if (!shoot) return "gone";
  const outcome = await runFlow(context, { key, flow: planFlow(shoot, type), from });
  if (outcome === "succeeded") writeSuccess(context, key, type);
  return outcome;
}

function writeStart({ client, clock }: ControllerContext, { key, gardenlet, technicalID }: NewFlow): void {
  let taken: readonly string[] = [];
  client.writeStatus(key, (shoot) => {
    const start = startOf(shoot, clock.now().getTime(), { gardenlet, technicalID });
    taken = start.taken;
    return start.status;
  });
  const shoot = client.get(key);
  if (!shoot) return;
  const finalizers = shoot.metadata.finalizers ?? [];
  if (!finalizers.includes("gardener") && !shoot.metadata.deletionTimestamp) {
    client.writeMetadata(key, { finalizers: [...finalizers, "gardener"] });
  }
  if (taken.length === 0) return;
  // a second request, as in Gardener: the operations leave the annotation after the status was written
  client.writeMetadata(key, { annotations: { [annotations.operation]: operationsLeft(shoot, taken) } });
}

function operationsLeft(shoot: Shoot, taken: readonly string[]): string | null {
  const current = parseOperations(annotationOf(shoot, annotations.operation));
  const left = current.filter((operation) => !taken.includes(operation));
  return left.length > 0 ? joinOperations(left) : null;
}

function writeSuccess({ client, clock }: ControllerContext, key: string, type: string): void {
  client.writeStatus(key, (shoot) => successStatus(shoot, clock.now().getTime()));
  const { finalizers = [], annotations: current } = client.get(key)?.metadata ?? {};
  if (type === "Delete") client.writeMetadata(key, { finalizers: finalizers.filter((name) => name !== "gardener") });
  else if (current?.[annotations.tasks] !== undefined) {
    client.writeMetadata(key, { annotations: { [annotations.tasks]: null } });
  }
}
