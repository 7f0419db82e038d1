import type { Event } from "#garden/api/core/core-objects.ts";
import type { Project, ProjectStatus } from "#lib/garden/project.ts";
import { namespaces, projects, roleBindings, shoots } from "#lib/kube/resource.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { projectOfNamespace } from "../../rules/shoot-rules.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { claimProjectNamespace, releaseProjectNamespace } from "./project-namespace.ts";
import { ensureProjectQuota, type ProjectQuota } from "./project-quota.ts";
import { deleteProjectRoles, isRoleBindingCurrent, writeProjectRoles } from "./project-roles.ts";

const finalizer = "gardener";
const component = "project-controller";
/** Time in which a new project gets its namespace and roles, in milliseconds. */
const untilReadyMs = 1_000;
/** Time after which a step that failed, or a deletion that waits, is tried again. */
const retryMs = minuteMs;

/**
 * Gives every Project its namespace, its ResourceQuota, and the roles of its members, and takes them away when it is
 * deleted. Projects that are ready at the start are not written again.
 * @source Gardener: pkg/controllermanager/controller/project/project
 */
export function startProjectController(context: ControllerContext, quotas: readonly ProjectQuota[]): () => void {
  const { api, later, recorder } = context;
  const timers = createKeyedTimers(context);
  const read = (name: string) => api.get<Project>({ resource: projects, name });

  const writeStatus = (name: string, change: ProjectStatus): void => {
    const project = read(name);
    if (!project) return;
    const observedGeneration = project.metadata.generation ?? 0;
    api.updateStatus<Project>(
      { resource: projects, name },
      { ...project, status: { ...project.status, observedGeneration, ...change } },
    );
  };
  const tell = (project: Project, type: Event["type"], reason: string, message: string): void =>
    recorder.record(project, { type, reason, message }, component);

  const begin = (name: string): void => {
    const project = read(name);
    if (!project || project.metadata.deletionTimestamp) return;
    const { finalizers = [] } = project.metadata;
    if (!finalizers.includes(finalizer)) {
      api.patch({ resource: projects, name }, { metadata: { finalizers: [...finalizers, finalizer] } });
    }
    if (!project.status?.phase) writeStatus(name, { phase: "Pending" });
    timers.set(name, untilReadyMs, () => reconcile(name));
  };

  const reconcile = (name: string): void => {
    timers.cancel(name);
    const project = read(name);
    if (!project) return;
    if (project.metadata.deletionTimestamp) {
      remove(project);
      return;
    }
    const attempt = (what: string, step: () => void): boolean => {
      try {
        step();
        return true;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        tell(project, "Warning", "NamespaceReconcileFailed", `${what}${why}`);
        writeStatus(name, { phase: "Failed" });
        timers.set(name, retryMs, () => reconcile(name));
        return false;
      }
    };
    let namespace = "";
    const isClaimed = attempt("", () => {
      namespace = claimProjectNamespace(api, project);
      if (!project.spec.namespace) api.patch({ resource: projects, name }, { spec: { namespace } });
    });
    if (!isClaimed) return;
    const place = JSON.stringify(namespace);
    tell(project, "Normal", "NamespaceReconcileSuccessful", `Successfully reconciled namespace ${place} for project`);
    const current = read(name);
    if (!current) return;
    if (!attempt("Error while setting up ResourceQuota: ", () => ensureProjectQuota(api, current, quotas))) return;
    const roles = `Error while reconciling RBAC resources for namespace ${place}: `;
    if (attempt(roles, () => writeProjectRoles(api, current))) writeStatus(name, { phase: "Ready" });
  };

  const remove = (project: Project): void => {
    const { name, finalizers = [] } = project.metadata;
    if (!finalizers.includes(finalizer)) return;
    const { namespace } = project.spec;
    const place = JSON.stringify(namespace ?? "");
    if (namespace && api.list({ resource: shoots, namespace }).length > 0) {
      const why = `Cannot release namespace ${place} because it still contains Shoots`;
      tell(project, "Warning", "NamespaceNotEmpty", why);
      if (project.status?.phase !== "Terminating") writeStatus(name, { phase: "Terminating" });
      return;
    }
    if (namespace && !releaseProjectNamespace(api, project, namespace)) {
      const what = `Successfully marked project namespace ${place} for deletion`;
      tell(project, "Normal", "NamespaceMarkedForDeletion", what);
      if (project.status?.phase !== "Terminating") writeStatus(name, { phase: "Terminating" });
      timers.set(name, retryMs, () => reconcile(name));
      return;
    }
    if (namespace) deleteProjectRoles(api, project);
    const others = finalizers.filter((one) => one !== finalizer);
    api.patch({ resource: projects, name }, { metadata: { finalizers: others } });
  };

  const deleting = new Set<string>();
  const onProject = (project: Project): void => {
    const { name, generation = 0, deletionTimestamp } = project.metadata;
    const { phase, observedGeneration = 0 } = project.status ?? {};
    if (deletionTimestamp) {
      if (!deleting.has(name)) later(() => reconcile(name));
      deleting.add(name);
    } else if (!phase || phase === "Pending") {
      if (!timers.has(name)) later(() => begin(name));
    } else if (observedGeneration !== generation) later(() => reconcile(name));
  };
  const projectAt = (namespace: string | undefined): Project | undefined =>
    namespace === undefined ? undefined : projectOfNamespace(api, namespace);

  const unfollow = [
    api.watch<Project>({ resource: projects }, ({ type, object }) => {
      if (type !== "DELETED") return onProject(object);
      deleting.delete(object.metadata.name);
      timers.forget(object.metadata.name);
    }),
    api.watch({ resource: namespaces }, ({ type, object }) => {
      const project = type === "DELETED" ? projectAt(object.metadata.name) : undefined;
      if (project) later(() => reconcile(project.metadata.name));
    }),
    api.watch({ resource: roleBindings }, ({ type, object }) => {
      if (type === "ADDED" || !object.metadata.ownerReferences?.some(({ kind }) => kind === "Project")) return;
      const project = projectAt(object.metadata.namespace);
      if (project?.status?.phase !== "Ready" || project.metadata.deletionTimestamp) return;
      if (type === "DELETED" || !isRoleBindingCurrent(object, project)) later(() => reconcile(project.metadata.name));
    }),
    api.watch({ resource: shoots }, ({ type, object }) => {
      const project = type === "DELETED" ? projectAt(object.metadata.namespace) : undefined;
      if (project?.metadata.deletionTimestamp) later(() => reconcile(project.metadata.name));
    }),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}
