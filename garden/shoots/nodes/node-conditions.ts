import "server-only";
import type { Machine } from "#garden/gardener/controllers/machines/machine.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";

interface Trouble {
  /** The node as the failing check names it; undefined where it names none. */
  readonly node: string | undefined;
  readonly condition: string;
  readonly status: string;
}

/** What the Shoot's check of its nodes complains of, as far as it concerns this machine: the first of the named pool. */
export function troubleOf({ index, of }: Machine, { status }: Shoot): Trouble | undefined {
  const found = status?.conditions?.find((condition) => condition?.type === "EveryNodeReady");
  if (!found || found.status === "True" || found.reason !== "NodeUnhealthy") return undefined;
  const [, node, group] = /Node "([^"]+)" in worker group "([^"]+)"/.exec(found.message ?? "") ?? [];
  if (index !== 0 || group !== of.pool.name) return undefined;
  const [, condition = "Ready", state = "False"] =
    /condition "(\w+)" has invalid status (\w+)/.exec(found.message ?? "") ?? [];
  return { node, condition, status: state };
}

/** How many machines of a pool have come up, where the check of the nodes misses some; undefined where it does not. */
export function registeredOf(pool: string, { status }: Shoot): number | undefined {
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

/** The conditions that the kubelet reports, and the one of an update in place while it goes on. */
export function nodeConditions(machine: Machine, shoot: Shoot, nowMs: number): readonly object[] {
  const trouble = troubleOf(machine, shoot);
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
