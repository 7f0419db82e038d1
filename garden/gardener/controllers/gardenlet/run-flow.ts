import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf } from "#lib/policy/operations/annotations.ts";
import {
  failAnnotation,
  isSilent,
  messageOfErrorCode,
  parseTaskFailure,
  type TaskFailure,
  waitAnnotation,
} from "../client/injected-failures.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { pauseGardenTime } from "../context/pause.ts";
import { describeWave, type Flow, progressBefore, type Wave } from "../flows/flow.ts";
import { workersGone, workersReady } from "../flows/plan-flow.ts";
import type { MachineRecord } from "../machines/machine-record.ts";
import { withAddresses } from "./advertised-addresses.ts";
import { failureStatus, progressStatus, rollingStatus } from "./status-writes.ts";

export type FlowOutcome = "succeeded" | "failed" | "gone" | "stopped";

interface FlowRun {
  readonly key: string;
  /** The Shoot at the start of the flow. */
  readonly shoot: Shoot;
  readonly machines: MachineRecord;
  readonly flow: Flow;
  /** Index of the first wave: 0, or the wave in which the flow was when the process started. */
  readonly from: number;
  /** Whether machines of a pool are replaced. */
  readonly rolls: boolean;
}

/** Runs the waves of a flow and reports each. Ends before the success patch, or after the failure patch. */
export async function runFlow(context: ControllerContext, run: FlowRun): Promise<FlowOutcome> {
  const { key, flow, from } = run;
  const { client, clock, signal, random, pace } = context;
  const succeeded = new Set(flow.waves.slice(0, from).flatMap(({ tasks }) => tasks));
  for (const [position, wave] of flow.waves.entries()) {
    if (position < from) continue;
    const report = { progress: progressBefore(flow.waves, position), description: describeWave(wave), succeeded };
    client.writeStatus(key, (shoot) => progressStatus(shoot, clock.now().getTime(), report));
    const jitter = 0.8 + 0.4 * random.next();
    const tookMs = (wave.seconds * 1000 * jitter) / pace;
    moveMachines(context, run, wave, tookMs);
    if (wave.tasks.includes(addressesTask)) advertise(context, key);
    await pauseGardenTime(clock, tookMs, signal);
    const timedOut = await waitInTask(context, key, wave);
    const shoot = client.get(key);
    if (signal.aborted || isSilent(client.seed(shoot?.status?.seedName ?? ""))) return "stopped";
    if (!shoot) return "gone";
    const fault = timedOut ?? errorIn(shoot, wave);
    if (fault) {
      const failure = { fault, flowName: flow.name };
      run.machines.halt(key, clock.now().getTime());
      client.writeStatus(key, (current) => failureStatus(current, clock.now().getTime(), failure));
      return "failed";
    }
    for (const task of wave.tasks) succeeded.add(task);
  }
  return "succeeded";
}

const addressesTask = "Ensuring advertised addresses for the Shoot";

function advertise({ client, shootApiUrl }: ControllerContext, key: string): void {
  client.writeStatus(key, (shoot) => withAddresses(shoot, shootApiUrl(shoot)));
}

/** Moves machines during their wave; if the wave is going to fail, only half of the way. */
function moveMachines(
  { client, clock }: ControllerContext,
  { key, shoot, machines, rolls }: FlowRun,
  wave: Wave,
  tookMs: number,
): void {
  if (!wave.tasks.includes(workersReady) && !wave.tasks.includes(workersGone)) return;
  const startMs = clock.now().getTime();
  if (rolls) client.writeStatus(key, (current) => rollingStatus(current, startMs));
  const current = client.get(key);
  const wholeMs = current && errorIn(current, wave) ? tookMs * 2 : tookMs;
  machines.move(shoot, { startMs, endMs: startMs + wholeMs });
}

function errorIn(shoot: Shoot, wave: Wave): TaskFailure | undefined {
  const fault = parseTaskFailure(annotationOf(shoot, failAnnotation));
  return fault && wave.tasks.includes(fault.task) ? fault : undefined;
}

/** Stays in a task while the annotation says so. A new generation makes the task time out. */
async function waitInTask(
  { client, signal, nextEvent }: ControllerContext,
  key: string,
  wave: Wave,
): Promise<TaskFailure | undefined> {
  for (;;) {
    const shoot = client.get(key);
    const task = shoot ? annotationOf(shoot, waitAnnotation) : "";
    if (!shoot || signal.aborted || !wave.tasks.includes(task)) return undefined;
    if (shoot.metadata.generation !== shoot.status?.observedGeneration) {
      return { task, codes: [], message: messageOfErrorCode(undefined) };
    }
    await nextEvent(key);
  }
}
