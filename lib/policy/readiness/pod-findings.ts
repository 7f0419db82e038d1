import type { NamedObject } from "./contents/contents-facts.ts";
import {
  type ContentsFindings,
  type ContentsLook,
  certaintyOfPods,
  type EvictedPod,
  evictedPods,
  incompleteAmong,
  isSystemPod,
  itemsOf,
  listObjects,
  podObject,
} from "./contents-look.ts";

/** Reasons with which every Pod waits that has just been created. */
const usualWaiting: ReadonlySet<string> = new Set(["ContainerCreating", "PodInitializing", "Pending"]);

/** Pods that lose something with the drains of a step, and those that wait already. */
export function podFindings(look: ContentsLook): ContentsFindings {
  const evicted = evictedPods(look).filter(({ pod }) => !isSystemPod(pod));
  const base = {
    fixer: "user",
    certainty: certaintyOfPods(look),
    incomplete: incompleteAmong(look.contents, ["nodes", "pods"]),
  } as const;
  const objectsWith = (has: (evicted: EvictedPod) => boolean) => evicted.filter(has).map(({ pod }) => podObject(pod));
  const lone = objectsWith(({ pod }) => pod.controller === undefined);
  const withData = objectsWith(({ pod }) => pod.localVolumes.length > 0);
  const unsafe = objectsWith(({ pod }) => pod.safeToEvict === false);
  return [
    ...(lone.length === 0
      ? []
      : [{ id: "pods-without-controller", severity: "risk", objects: listObjects(lone), ...base } as const]),
    ...(withData.length === 0
      ? []
      : [{ id: "pods-with-local-data", severity: "note", objects: listObjects(withData), ...base } as const]),
    ...(unsafe.length === 0
      ? []
      : [{ id: "pods-not-safe-to-evict", severity: "note", objects: listObjects(unsafe), ...base } as const]),
    ...waitingFindings(look),
    ...jobFindings(look),
    ...singleReplicaFindings(look),
  ];
}

function waitingFindings({ contents }: ContentsLook): ContentsFindings {
  const waiting = itemsOf(contents.pods).flatMap((pod) => {
    const { waiting: reason, isTerminating } = pod;
    return reason === undefined || isTerminating || usualWaiting.has(reason) ? [] : [{ pod, reason }];
  });
  if (waiting.length === 0) return [];
  return [
    {
      id: "pods-waiting",
      severity: "risk",
      fixer: "user",
      certainty: "known",
      reasons: [...new Set(waiting.map(({ reason }) => reason))].toSorted(),
      objects: listObjects(waiting.map(({ pod }) => podObject(pod))),
      incomplete: incompleteAmong(contents, ["pods"]),
    },
  ];
}

/** Keys of the objects of a kind that control Pods which a step evicts. */
function controllersOf(look: ContentsLook, kind: string): ReadonlySet<string> {
  return new Set(
    evictedPods(look).flatMap(({ pod: { namespace, controller } }) =>
      controller?.kind === kind ? [`${namespace}/${controller.name}`] : [],
    ),
  );
}

/**
 * Jobs whose Pods a step evicts. An evicted Pod counts as failed, so that a Job without a second try fails, unless its
 * policy ignores disruptions.
 *
 * @source Kubernetes: pkg/controller/job, exceedsBackoffLimit and isPodFailed
 */
function jobFindings(look: ContentsLook): ContentsFindings {
  const { contents } = look;
  const drained = controllersOf(look, "Job");
  const running = itemsOf(contents.jobs).filter(
    ({ active, namespace, name }) => active > 0 && drained.has(`${namespace}/${name}`),
  );
  const incomplete = incompleteAmong(contents, ["nodes", "pods", "jobs"]);
  const base = { id: "jobs-interrupted", fixer: "user", certainty: "assumed", incomplete } as const;
  const byFailure = Map.groupBy(running, ({ backoffLimit, ignoresDisruption }) => {
    return backoffLimit === 0 && !ignoresDisruption;
  });
  return [true, false].flatMap((fails): ContentsFindings => {
    const jobs = byFailure.get(fails) ?? [];
    if (jobs.length === 0) return [];
    const objects = jobs.map(({ namespace, name }): NamedObject => ({ kind: "Job", namespace, name }));
    return [{ ...base, fails, severity: fails ? "risk" : "note", objects: listObjects(objects) }];
  });
}

/** Deployments and StatefulSets with one replica whose Pod a step evicts. Gardener's own are left out. */
function singleReplicaFindings(look: ContentsLook): ContentsFindings {
  const { contents } = look;
  const drained = drainedWorkloads(look);
  const single = itemsOf(contents.workloads).filter(
    ({ kind, replicas, namespace, name }) => replicas === 1 && drained.has(`${kind} ${namespace}/${name}`),
  );
  if (single.length === 0) return [];
  const objects = single.map(({ kind, namespace, name }): NamedObject => ({ kind, namespace, name }));
  return [
    {
      id: "single-replica",
      severity: "note",
      fixer: "user",
      certainty: certaintyOfPods(look),
      objects: listObjects(objects),
      incomplete: incompleteAmong(contents, ["nodes", "pods", "workloads"]),
    },
  ];
}

/** Keys of the workloads whose Pods a step evicts. A ReplicaSet is named after its Deployment, with a hash. */
function drainedWorkloads(look: ContentsLook): ReadonlySet<string> {
  return new Set(
    evictedPods(look).flatMap(({ pod }) => {
      const { namespace, controller } = pod;
      if (controller === undefined || isSystemPod(pod)) return [];
      if (controller.kind === "StatefulSet") return [`StatefulSet ${namespace}/${controller.name}`];
      const deployment = /^(.+)-[^-]+$/.exec(controller.name)?.[1];
      return controller.kind === "ReplicaSet" && deployment !== undefined
        ? [`Deployment ${namespace}/${deployment}`]
        : [];
    }),
  );
}
