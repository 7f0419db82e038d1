import "server-only";
import type { Machine } from "#garden/gardener/controllers/machines/machine.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { criticalComponentsTaint } from "#lib/policy/nodes/node-readiness.ts";
import { registeredMachineCount } from "./node-conditions.ts";
import { diffStringMaps, type NodeChanges } from "./node-marks.ts";
import { type NodeContext, type NodeObject, nodeName, nodeObject } from "./node-object.ts";

/** A machine and the Node as which it has registered. */
export interface MachineWithNode {
  readonly machine: Machine;
  readonly node: NodeObject;
}

export interface StoredNodeState {
  readonly marks: ReadonlyMap<string, NodeChanges>;
  /** Steps of the in-place updates in progress, by Node name. */
  readonly updating: ReadonlyMap<string, NonNullable<Machine["updating"]>>;
}

/** The current Nodes of a Shoot. */
export function clusterNodes(
  machines: readonly Machine[],
  { marks, updating }: StoredNodeState,
  around: NodeContext,
): readonly MachineWithNode[] {
  return registered(machines, around.shoot).map((present) => {
    const name = nodeName(present, around.shoot);
    const mark = marks.get(name);
    const machine = withUpdate(present, mark, updating.get(name));
    return { machine, node: nodeObject(machine, mark, around) };
  });
}

function registered(machines: readonly Machine[], shoot: Shoot): readonly Machine[] {
  return machines.filter(
    ({ of, index }) => index < (registeredMachineCount(of.pool.name, shoot) ?? Number.POSITIVE_INFINITY),
  );
}

function withUpdate(machine: Machine, mark: NodeChanges | undefined, updating: Machine["updating"]): Machine {
  if (!machine.awaitsUpdate) return machine;
  if (updating !== undefined) return { ...machine, state: "leaving", updating };
  return mark?.updated === machine.of.update ? { ...machine, runs: machine.of.runs, awaitsUpdate: false } : machine;
}

const ownTaints: ReadonlySet<string> = new Set([
  criticalComponentsTaint,
  "node.kubernetes.io/not-ready",
  "node.kubernetes.io/unschedulable",
]);

/** The difference between a Node that a user has written and the computed Node, to be stored. */
export function diffNodes(
  { machine }: MachineWithNode,
  written: KubeObject,
  { mark, around }: { readonly mark: NodeChanges | undefined; readonly around: NodeContext },
): NodeChanges {
  const { metadata, spec } = nodeObject(machine, undefined, around);
  const labels = diffStringMaps(metadata.labels ?? {}, written.metadata.labels ?? {});
  const annotations = diffStringMaps(metadata.annotations ?? {}, written.metadata.annotations ?? {});
  const taints = listAt(written, "spec", "taints").filter((taint) => !ownTaints.has(stringAt(taint, "key") ?? ""));
  const cordoned = isCordoned(written);
  const isSameCordon = machine.state === "leaving" || cordoned === (spec.unschedulable === true);
  return {
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(isSameCordon ? {} : { unschedulable: cordoned }),
    ...(semanticallyEqual(taints, machine.of.pool.taints ?? []) ? {} : { taints }),
    ...(mark?.updated === undefined ? {} : { updated: mark.updated }),
  };
}

function isCordoned(node: KubeObject): boolean {
  return (
    "spec" in node &&
    typeof node.spec === "object" &&
    node.spec !== null &&
    Reflect.get(node.spec, "unschedulable") === true
  );
}
