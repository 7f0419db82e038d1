import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { annotationOf } from "#lib/policy/operations/annotations.ts";
import { findCloudFailure } from "../client/cloud-answers.ts";
import {
  failTaskAnnotation,
  isGardenletSilent,
  messageOfErrorCode,
  parseTaskFailure,
  type TaskFailure,
  waitInTaskAnnotation,
} from "../client/injected-failures.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { pauseGardenTime } from "../context/pause.ts";
import { describeWave, type GardenletFlow, progressBeforeWave, type TaskWave } from "../flows/flow.ts";
import { infrastructureReadyTask, workersGoneTask, workersReadyTask } from "../flows/plan-flow.ts";
import type { MachineRecord } from "../machines/machine-record.ts";
import { internalDomainOf, statusWithApiServerAddress } from "./advertised-addresses.ts";
import { networkingStatusOf } from "./infrastructure-networking.ts";
import { pauseForRoll } from "./pause-for-roll.ts";
import { flowFailureStatus, flowProgressStatus, nodesRollingOutStatus } from "./status-writes.ts";

export type FlowOutcome = "succeeded" | "failed" | "gone" | "stopped";

interface FlowRun {
  readonly key: string;
  /** The Shoot as it was when the flow started. */
  readonly shoot: Shoot;
  readonly machines: MachineRecord;
  readonly flow: GardenletFlow;
  /** Index of the wave to start with: above 0 if the flow of a previous process is resumed. */
  readonly from: number;
  /** Names of the pools whose machines the flow replaces, in how many batches. */
  readonly rolling: readonly string[];
  readonly batches: number;
}

/** Runs a flow's waves and writes their progress. Writes a failure to the status, but leaves success to the caller. */
export async function runFlow(context: ControllerContext, run: FlowRun): Promise<FlowOutcome> {
  const { key, flow, from } = run;
  const { client, clock, signal, random, pace } = context;
  const succeeded = new Set(flow.waves.slice(0, from).flatMap(({ tasks }) => tasks));
  for (const [position, wave] of flow.waves.entries()) {
    if (position < from) continue;
    const report = { progress: progressBeforeWave(flow.waves, position), description: describeWave(wave), succeeded };
    client.writeStatus(key, (shoot) => flowProgressStatus(shoot, clock.now().getTime(), report));
    const jitter = 0.8 + 0.4 * random.next();
    const tookMs = (wave.seconds * 1000 * jitter) / pace;
    moveMachines(context, run, wave, tookMs);
    if (wave.tasks.includes(addressesTask)) advertise(context, key);
    await pauseForWave(context, run, wave, tookMs);
    const timedOut = await waitInTask(context, key, wave);
    const shoot = client.get(key);
    if (signal.aborted || isGardenletSilent(client.seed(shoot?.status?.seedName ?? ""))) return "stopped";
    if (!shoot) return "gone";
    const fault = timedOut ?? errorIn(context, shoot, wave);
    if (fault) {
      const failure = { fault, flowName: flow.name };
      run.machines.halt(key, clock.now().getTime());
      client.writeStatus(key, (current) => flowFailureStatus(current, clock.now().getTime(), failure));
      return "failed";
    }
    if (wave.tasks.includes(infrastructureReadyTask)) reportNetworking(context, key);
    for (const task of wave.tasks) succeeded.add(task);
  }
  return "succeeded";
}

/** A wave that is going to fail does not wait for drains, because its machines stop half-way. */
function pauseForWave(context: ControllerContext, run: FlowRun, wave: TaskWave, tookMs: number): Promise<void> {
  const { client, clock, signal } = context;
  const shoot = client.get(run.key);
  const rolls = wave.tasks.includes(workersReadyTask) && shoot && errorIn(context, shoot, wave) === undefined;
  if (!rolls) return pauseGardenTime(clock, tookMs, signal);
  return pauseForRoll(context, { ...run, pools: run.rolling }, tookMs);
}

const addressesTask = "Ensuring advertised addresses for the Shoot";

function advertise({ client, shootApiUrl, projectOf }: ControllerContext, key: string): void {
  client.writeStatus(key, (shoot) => {
    const seed = client.seed(shoot.spec.seedName ?? "");
    const domain = internalDomainOf(shoot, seed, projectOf(shoot.metadata.namespace ?? ""));
    return statusWithApiServerAddress(shoot, shootApiUrl(shoot), domain);
  });
}

function reportNetworking({ client }: ControllerContext, key: string): void {
  client.writeStatus(key, (shoot) => {
    const networking = networkingStatusOf(shoot);
    const isKnown = networking === undefined || semanticallyEqual(networking, shoot.status?.networking);
    return isKnown ? undefined : { ...shoot.status, networking };
  });
}

/** Starts the machine changes of a wave. If the wave is going to fail, only half of the changes happen. */
function moveMachines(
  context: ControllerContext,
  { key, shoot, machines, rolling }: FlowRun,
  wave: TaskWave,
  tookMs: number,
): void {
  if (!wave.tasks.includes(workersReadyTask) && !wave.tasks.includes(workersGoneTask)) return;
  const { client, clock } = context;
  const startMs = clock.now().getTime();
  if (rolling.length > 0) client.writeStatus(key, (current) => nodesRollingOutStatus(current, startMs));
  const current = client.get(key);
  const wholeMs = current && errorIn(context, current, wave) ? tookMs * 2 : tookMs;
  machines.move(shoot, { startMs, endMs: startMs + wholeMs });
}

function errorIn({ api }: ControllerContext, shoot: Shoot, wave: TaskWave): TaskFailure | undefined {
  const fault = parseTaskFailure(annotationOf(shoot, failTaskAnnotation));
  return fault && wave.tasks.includes(fault.task) ? fault : findCloudFailure(api, shoot, wave.tasks);
}

/** Waits while an annotation holds the flow in a task. A new generation of the Shoot makes the task time out. */
async function waitInTask(
  { client, signal, nextEvent }: ControllerContext,
  key: string,
  wave: TaskWave,
): Promise<TaskFailure | undefined> {
  for (;;) {
    const shoot = client.get(key);
    const task = shoot ? annotationOf(shoot, waitInTaskAnnotation) : "";
    if (!shoot || signal.aborted || !wave.tasks.includes(task)) return undefined;
    if (shoot.metadata.generation !== shoot.status?.observedGeneration) {
      return { task, codes: [], message: messageOfErrorCode(undefined) };
    }
    await nextEvent(key);
  }
}
