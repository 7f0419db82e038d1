import "server-only";
import type { Machine } from "#garden/gardener/controllers/machines/machine.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";

interface Trouble {
  /** Name of the Node in the message of the failing condition, if any. */
  readonly node: string | undefined;
  readonly condition: string;
  readonly status: string;
}

/** A machine's problem according to condition EveryNodeReady, which is attributed to the pool's first machine. */
export function nodeProblemOf({ index, of }: Machine, { status }: Shoot): Trouble | undefined {
  const found = status?.conditions?.find((condition) => condition?.type === "EveryNodeReady");
  if (!found || found.status === "True" || found.reason !== "NodeUnhealthy") return undefined;
  const [, node, group] = /Node "([^"]+)" in worker group "([^"]+)"/.exec(found.message ?? "") ?? [];
  if (index !== 0 || group !== of.pool.name) return undefined;
  const [, condition = "Ready", state = "False"] =
    /condition "(\w+)" has invalid status (\w+)/.exec(found.message ?? "") ?? [];
  return { node, condition, status: state };
}

/** Number of a pool's registered Nodes if condition EveryNodeReady reports missing Nodes, otherwise undefined. */
export function registeredMachineCount(pool: string, { status }: Shoot): number | undefined {
  const found = status?.conditions?.find((condition) => condition?.type === "EveryNodeReady");
  if (!found || found.status === "True" || found.reason !== "MissingNodes") return undefined;
  const [, group, registered] = /worker pool "([^"]+)".*\((\d+)\/\d+\)/.exec(found.message ?? "") ?? [];
  return group === pool ? Number(registered) : undefined;
}

const pressures = [
  ["MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
] as const;

const inPlaceReasons = { drained: "DrainSuccessful", updating: "ReadyForUpdate" } as const;
const heartbeatMs = 5 * 60_000;

/** The conditions of a Node: those of its kubelet, and one for an in-place update in progress. */
export function nodeConditions(machine: Machine, shoot: Shoot, nowMs: number): readonly object[] {
  const trouble = nodeProblemOf(machine, shoot);
  const times = {
    lastHeartbeatTime: formatInstant(nowMs - (nowMs % heartbeatMs)),
    lastTransitionTime: formatInstant(machine.createdMs + 40_000),
  };
  const joins = machine.state === "joining" || machine.updating === "updating";
  const said = (type: string, usual: string): string => (trouble?.condition === type ? trouble.status : usual);
  const ready = said("Ready", joins ? "False" : "True");
  return [
    ...pressures.map(([type, reason, message]) => {
      const status = said(type, "False");
      const wrong = status !== "False";
      return {
        type,
        status,
        reason: wrong ? `KubeletHas${type}` : reason,
        message: wrong ? `kubelet has ${type}` : message,
        ...times,
      };
    }),
    {
      type: "Ready",
      status: ready,
      reason: ready === "True" ? "KubeletReady" : "KubeletNotReady",
      message: ready === "True" ? "kubelet is posting ready status" : "container runtime network not ready",
      ...times,
    },
    ...(machine.updating
      ? [{ type: "InPlaceUpdate", status: "True", reason: inPlaceReasons[machine.updating], message: "", ...times }]
      : []),
  ];
}
