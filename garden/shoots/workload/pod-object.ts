import "server-only";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isNodeReady, type NodeObject } from "../nodes/node-object.ts";
import { objectOf, pods } from "./workload-kinds.ts";

export interface NewPod {
  readonly metadata: ObjectMeta;
  readonly spec: unknown;
  /** Undefined while no Node fits. */
  readonly node: NodeObject | undefined;
  readonly at: string;
}

/** A Pod on a Node, or one that waits for a Node. */
export function podObject({ metadata, spec, node, at }: NewPod): KubeObject {
  const placed = { ...(isRecord(spec) ? spec : {}), ...(node === undefined ? {} : { nodeName: node.metadata.name }) };
  const pod = objectOf(pods, metadata, { spec: placed });
  return withPodStatus(pod, node, at);
}

/** The Pod with its status as of now; the same object if nothing changes. */
export function withPodStatus(pod: KubeObject, node: NodeObject | undefined, at: string): KubeObject {
  const waiting = waitingReason(pod, node);
  const [before] = listAt(pod, "status", "containerStatuses");
  const isSame =
    stringAt(pod, "status", "phase") !== undefined &&
    (fieldAt(before, "ready") === true) === (waiting === undefined) &&
    stringAt(before, "state", "waiting", "reason") === (waiting === "Unschedulable" ? undefined : waiting);
  return isSame ? pod : { ...pod, ...{ status: statusOf(pod, node, { waiting, at }) } };
}

/** The tag of a Pod's image tells what becomes of it: `missing` cannot be pulled, `crashing` ends again and again. */
function waitingReason(pod: KubeObject, node: NodeObject | undefined): string | undefined {
  if (node === undefined) return "Unschedulable";
  if (!isNodeReady(node)) return "ContainerCreating";
  const images = listAt(pod, "spec", "containers").map((container) => stringAt(container, "image") ?? "");
  if (images.some((image) => image.endsWith(":missing"))) return "ImagePullBackOff";
  return images.some((image) => image.endsWith(":crashing")) ? "CrashLoopBackOff" : undefined;
}

interface PodState {
  readonly waiting: string | undefined;
  readonly at: string;
}

function statusOf(pod: KubeObject, node: NodeObject | undefined, { waiting, at }: PodState): object {
  if (node === undefined) {
    const message = "no nodes are available that match the Pod's selectors, affinity and volumes";
    const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
    return { phase: "Pending", qosClass: "Burstable", conditions: [{ ...condition, lastTransitionTime: at }] };
  }
  const isReady = waiting === undefined;
  const status = isReady ? "True" : "False";
  const address = node.spec.podCIDR.replace(/0\/24$/, String(2 + (sha256Of(pod.metadata.name).readUInt8(0) % 250)));
  const isRunning = isReady || waiting === "CrashLoopBackOff";
  return {
    phase: isRunning ? "Running" : "Pending",
    startTime: at,
    podIP: address,
    qosClass: "Burstable",
    conditions: [
      { type: "PodScheduled", status: "True", lastTransitionTime: at },
      { type: "Ready", status, lastTransitionTime: at, ...(isReady ? {} : { reason: "ContainersNotReady" }) },
    ],
    containerStatuses: listAt(pod, "spec", "containers").map((container) => ({
      name: stringAt(container, "name") ?? "",
      image: stringAt(container, "image") ?? "",
      ready: isReady,
      restartCount: waiting === "CrashLoopBackOff" ? 14 : 0,
      started: isReady,
      state: isReady ? { running: { startedAt: at } } : { waiting: { reason: waiting } },
    })),
  };
}

/** Whether a Pod serves: its condition Ready is True. */
export function isPodReady(pod: KubeObject): boolean {
  const ready = listAt(pod, "status", "conditions").find((condition) => stringAt(condition, "type") === "Ready");
  return stringAt(ready, "status") === "True";
}
