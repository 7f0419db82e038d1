import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { NodeContents, PodContents, VolumeContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import {
  conditionOf,
  isConditionTrue,
  labelsAt,
  nameAt,
  namesAt,
  objectNameOf,
  shortListAt,
  textAt,
} from "./fact-fields.ts";

const poolLabel = "worker.gardener.cloud/pool";
const zoneLabel = "topology.kubernetes.io/zone";
const pressureTypes = ["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"];
const mirrorAnnotation = "kubernetes.io/config.mirror";
const evictAnnotation = "cluster-autoscaler.kubernetes.io/safe-to-evict";

/** Facts of a Node; undefined for a malformed one. */
export function nodeFacts(value: unknown): readonly NodeContents[] | undefined {
  const name = nameAt(value, "metadata", "name");
  if (name === undefined) return undefined;
  return [
    {
      name,
      pool: nameAt(value, "metadata", "labels", poolLabel),
      zone: nameAt(value, "metadata", "labels", zoneLabel),
      isReady: isConditionTrue(value, "Ready"),
      isCordoned: fieldAt(value, "spec", "unschedulable") === true,
      pressures: pressureTypes.filter((type) => isConditionTrue(value, type)),
    },
  ];
}

/** Facts of a Pod; undefined for a malformed one. */
export function podFacts(value: unknown): readonly PodContents[] | undefined {
  const name = objectNameOf(value, "metadata");
  const labels = labelsAt(value, "metadata", "labels");
  if (name === undefined || labels === undefined) return undefined;
  const phase = textAt(value, "status", "phase") ?? "";
  return [
    {
      ...name,
      labels,
      phase,
      isReady: isConditionTrue(value, "Ready"),
      isTerminating: stringAt(value, "metadata", "deletionTimestamp") !== undefined,
      isMirror: stringAt(value, "metadata", "annotations", mirrorAnnotation) !== undefined,
      node: nameAt(value, "spec", "nodeName"),
      controller: controllerOf(value),
      localVolumes: localVolumesOf(value),
      safeToEvict: safeToEvictOf(value),
      claims: claimsOf(value, name.name),
      waiting: phase === "Succeeded" || phase === "Failed" ? undefined : waitingOf(value),
    },
  ];
}

function controllerOf(pod: unknown): PodContents["controller"] {
  const owner = listAt(pod, "metadata", "ownerReferences").find((each) => fieldAt(each, "controller") === true);
  const [kind, name] = [nameAt(owner, "kind"), nameAt(owner, "name")];
  return kind === undefined || name === undefined ? undefined : { kind, name };
}

function localVolumesOf(pod: unknown): readonly string[] {
  const written = new Set(
    [...shortListAt(pod, "spec", "initContainers"), ...shortListAt(pod, "spec", "containers")].flatMap((container) =>
      shortListAt(container, "volumeMounts").flatMap((mount) =>
        fieldAt(mount, "readOnly") === true ? [] : (nameAt(mount, "name") ?? []),
      ),
    ),
  );
  return shortListAt(pod, "spec", "volumes").flatMap((volume) => {
    const name = nameAt(volume, "name");
    const isLost = fieldAt(volume, "emptyDir") !== undefined && fieldAt(volume, "emptyDir", "medium") !== "Memory";
    const isOnNode = fieldAt(volume, "hostPath") !== undefined && name !== undefined && written.has(name);
    return name !== undefined && (isLost || isOnNode) ? [name] : [];
  });
}

function safeToEvictOf(pod: unknown): boolean | undefined {
  const value = stringAt(pod, "metadata", "annotations", evictAnnotation);
  return value === "true" ? true : value === "false" ? false : undefined;
}

function claimsOf(pod: unknown, name: string): readonly string[] {
  return shortListAt(pod, "spec", "volumes").flatMap((volume) => {
    const claim = nameAt(volume, "persistentVolumeClaim", "claimName");
    const own = nameAt(volume, "name");
    // Kubernetes names the claim of an ephemeral volume after the Pod and the volume.
    return claim ?? (fieldAt(volume, "ephemeral") !== undefined && own !== undefined ? `${name}-${own}` : []);
  });
}

function waitingOf(pod: unknown): string | undefined {
  const scheduled = conditionOf(pod, "PodScheduled");
  if (stringAt(scheduled, "status") === "False") return textAt(scheduled, "reason") ?? "Unschedulable";
  const statuses = [
    ...shortListAt(pod, "status", "initContainerStatuses"),
    ...shortListAt(pod, "status", "containerStatuses"),
  ];
  return statuses.map((status) => textAt(status, "state", "waiting", "reason")).find((reason) => reason !== undefined);
}

/** Facts of a Namespace, from its metadata. */
export function namespaceFacts(
  value: unknown,
): readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[] | undefined {
  const [name, labels] = [nameAt(value, "metadata", "name"), labelsAt(value, "metadata", "labels")];
  return name === undefined || labels === undefined ? undefined : [{ name, labels }];
}

const zoneKeys = /(^|[./])zone$/;

/** Facts of a PersistentVolume. */
export function volumeFacts(value: unknown): readonly VolumeContents[] | undefined {
  const name = nameAt(value, "metadata", "name");
  if (name === undefined) return undefined;
  const required = shortListAt(value, "spec", "nodeAffinity", "required", "nodeSelectorTerms").flatMap((term) =>
    shortListAt(term, "matchExpressions").flatMap((expression) =>
      zoneKeys.test(nameAt(expression, "key") ?? "") && fieldAt(expression, "operator") === "In"
        ? namesAt(expression, "values")
        : [],
    ),
  );
  const isLocal = fieldAt(value, "spec", "local") !== undefined || fieldAt(value, "spec", "hostPath") !== undefined;
  return [{ name, claim: objectNameOf(value, "spec", "claimRef"), zones: [...new Set(required)], isLocal }];
}
