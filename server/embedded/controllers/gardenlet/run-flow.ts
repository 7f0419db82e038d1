import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf } from "#lib/policy/operations/annotations.ts";
import type { ControllerContext } from "../controller-context.ts";
import { type Fault, failAnnotation, faultMessage, parseFault, waitAnnotation } from "../faults.ts";
import { describeWave, type Flow, progressBefore, type Wave } from "../flows/flow.ts";
import { workersWave } from "../flows/plan-flow.ts";
import { pause } from "../pause.ts";
import { failureStatus, progressStatus, rollingStatus } from "./status-writes.ts";

export type FlowOutcome = "succeeded" | "failed" | "gone" | "stopped";

interface FlowRun {
  readonly key: string;
  readonly flow: Flow;
  /** Where to begin: 0, or the wave in which a flow was when the process started. */
  readonly from: number;
  /** Whether the machines of a pool are replaced. */
  readonly rolls: boolean;
}

/** Goes through the waves of a flow and reports each; ends before the success patch, or with the failure patch. */
export async function runFlow(context: ControllerContext, { key, flow, from, rolls }: FlowRun): Promise<FlowOutcome> {
  const { client, clock, signal, random, pace } = context;
  const succeeded = new Set(flow.waves.slice(0, from).flatMap(({ tasks }) => tasks));
  for (const [position, wave] of flow.waves.entries()) {
    if (position < from) continue;
    const report = { progress: progressBefore(flow.waves, position), description: describeWave(wave), succeeded };
    client.writeStatus(key, (shoot) => progressStatus(shoot, clock.now().getTime(), report));
    if (rolls && position === workersWave)
      client.writeStatus(key, (shoot) => rollingStatus(shoot, clock.now().getTime()));
    const jitter = 0.8 + 0.4 * random.next();
    await pause(clock, (wave.seconds * 1000 * jitter) / pace, signal);
    const timedOut = await waitInTask(context, key, wave);
    const shoot = client.get(key);
    if (signal.aborted) return "stopped";
    if (!shoot) return "gone";
    const fault = timedOut ?? faultIn(shoot, wave);
    if (fault) {
      const failure = { fault, flowName: flow.name };
      client.writeStatus(key, (current) => failureStatus(current, clock.now().getTime(), failure));
      return "failed";
    }
    for (const task of wave.tasks) succeeded.add(task);
  }
  return "succeeded";
}

function faultIn(shoot: Shoot, wave: Wave): Fault | undefined {
  const fault = parseFault(annotationOf(shoot, failAnnotation));
  return fault && wave.tasks.includes(fault.task) ? fault : undefined;
}

/** Stays in a task while the annotation says so. A new generation ends the patience: the task has timed out. */
async function waitInTask(
  { client, signal, nextEvent }: ControllerContext,
  key: string,
  wave: Wave,
): Promise<Fault | undefined> {
  for (;;) {
    const shoot = client.get(key);
    const task = shoot ? annotationOf(shoot, waitAnnotation) : "";
    if (!shoot || signal.aborted || !wave.tasks.includes(task)) return undefined;
    if (shoot.metadata.generation !== shoot.status?.observedGeneration) {
      return { task, codes: [], message: faultMessage(undefined) };
    }
    await nextEvent(key);
  }
}
