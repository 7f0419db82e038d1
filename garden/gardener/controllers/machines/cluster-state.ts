import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletFlow } from "../flows/flow.ts";
import {
  apiServerReadyTask,
  forceDeleteFlowName,
  planFlow,
  waveIndexOfTask,
  workersGoneTask,
  workersReadyTask,
} from "../flows/plan-flow.ts";

/** Whether the API server of a Shoot is reachable. */
export type ApiServerState = "up" | "down";

const controlPlaneAsleep = "Hibernating control plane";
const apiServerGone = ["Deleting Kubernetes API server", "Deleting kube-apiserver deployment"];

interface Position {
  readonly flow: GardenletFlow;
  /** Index of the wave that is running or has failed. */
  readonly wave: number;
}

/** The wave in which a Shoot's flow is; undefined if no flow is running or has failed. */
function positionOf(shoot: Shoot): Position | undefined {
  const { type, state, description } = shoot.status?.lastOperation ?? {};
  if (!type || state === "Succeeded") return undefined;
  const flow = planFlow(shoot, type);
  const failed = shoot.status?.lastErrors?.[0]?.taskID;
  const [running = ""] = (description ?? "").split(", ");
  return { flow, wave: waveIndexOfTask(flow, running) ?? waveIndexOfTask(flow, failed ?? "") ?? 0 };
}

function hasPassed({ flow, wave }: Position, task: string): boolean {
  return wave > (waveIndexOfTask(flow, task) ?? Number.POSITIVE_INFINITY);
}

function hasReached({ flow, wave }: Position, task: string): boolean {
  return wave >= (waveIndexOfTask(flow, task) ?? Number.POSITIVE_INFINITY);
}

/** Whether a Shoot's API server runs: not before creation, in hibernation, after leaving a Seed or late in deletion. */
export function apiServerState(shoot: Shoot): ApiServerState {
  const { spec, status } = shoot;
  const { type } = status?.lastOperation ?? {};
  if (!type || !status?.uid) return "down";
  const position = positionOf(shoot);
  const when = (isUp: boolean): ApiServerState => (isUp ? "up" : "down");
  if (position === undefined) return when(status.hibernated !== true && type !== "Migrate");
  const comesUp = hasPassed(position, apiServerReadyTask);
  if (type === "Create" || type === "Restore") return when(comesUp);
  if (position.flow.name === forceDeleteFlowName || (type === "Delete" && status.hibernated === true)) return "down";
  if (apiServerGone.some((task) => hasReached(position, task))) return "down";
  if (status.hibernated === true) return when(spec.hibernation?.enabled !== true && comesUp);
  return when(!hasReached(position, controlPlaneAsleep));
}

/** Which machines a Shoot has, derived from its last operation; used if no machine changes are recorded. */
export function workersState(shoot: Shoot): "none" | "joining" | "all" {
  const { spec, status } = shoot;
  const { type } = status?.lastOperation ?? {};
  if (!type) return "none";
  const position = positionOf(shoot);
  if (position === undefined) return status?.hibernated === true ? "none" : "all";
  if (type === "Delete") return hasReached(position, workersGoneTask) ? "none" : "all";
  if (type === "Create" || (status?.hibernated === true && spec.hibernation?.enabled !== true)) {
    if (hasPassed(position, workersReadyTask)) return "all";
    return hasReached(position, workersReadyTask) ? "joining" : "none";
  }
  if (status?.hibernated === true) return "none";
  if (spec.hibernation?.enabled === true) return hasPassed(position, workersReadyTask) ? "none" : "all";
  return "all";
}
