import type { Project } from "#lib/garden/project.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  credentialsBindings,
  type KubeResource,
  projects,
  quotas,
  secretBindings,
  secrets,
  shoots,
} from "#lib/kube/resource.ts";
import { bindingReferenceLabel } from "../../accounts/account-marks.ts";
import { projectOfNamespace } from "../../rules/shoot-rules.ts";
import type { ControllerContext } from "../context/controller-context.ts";

const references = [secretBindings, credentialsBindings].map(bindingReferenceLabel);

/**
 * Writes the time of the last activity into a Project: a cluster was created or its spec changed, or a Secret or Quota
 * that a binding refers to was.
 * @source Gardener: pkg/controllermanager/controller/project/activity
 */
export function startActivityController({ api, clock, later }: ControllerContext): () => void {
  const touch = (namespace: string | undefined): void => {
    const project = projectOfNamespace(api, namespace);
    if (!project) return;
    const lastActivityTimestamp = formatInstant(clock.now().getTime());
    if (project.status?.lastActivityTimestamp === lastActivityTimestamp) return;
    api.updateStatus<Project>(
      { resource: projects, name: project.metadata.name },
      { ...project, status: { ...project.status, lastActivityTimestamp } },
    );
  };

  const follow = (
    resource: KubeResource,
    isActivity: (object: KubeObject, before: KubeObject | undefined) => boolean,
  ) => {
    const known = new Map<string, KubeObject>();
    // Objects that are there at the start are no news.
    let isStarting = true;
    const stop = api.watch({ resource }, ({ type, object }) => {
      const { namespace = "", name } = object.metadata;
      const key = `${namespace}/${name}`;
      const before = known.get(key);
      if (type === "DELETED") known.delete(key);
      else known.set(key, object);
      if (type !== "DELETED" && !isStarting && isActivity(object, before)) later(() => touch(namespace));
    });
    isStarting = false;
    return stop;
  };
  const isReferenced = (object: KubeObject | undefined) =>
    references.some((label) => label in (object?.metadata.labels ?? {}));
  const isReferencedObject = (object: KubeObject, before: KubeObject | undefined) =>
    isReferenced(object) || isReferenced(before);
  const unfollow = [
    follow(shoots, ({ metadata }, before) => metadata.generation !== before?.metadata.generation),
    follow(secrets, isReferencedObject),
    follow(quotas, isReferencedObject),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}
