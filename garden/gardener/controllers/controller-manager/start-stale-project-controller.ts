import type { Project, ProjectStatus } from "#lib/garden/project.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { namespaces, projects } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { isProjectInUse } from "./project-use.ts";

const everyProject = "every Project";
const skipAnnotation = "project.gardener.cloud/skip-stale-check";

// The defaults of gardener-controller-manager.
const syncPeriodMs = 12 * hourMs;
const minimumLifetimeMs = 30 * dayMs;
const gracePeriodMs = 14 * dayMs;
const expirationMs = 90 * dayMs;

/**
 * Checks every twelve hours which Projects are unused, says since when and until when they stay, and deletes them then.
 * @source Gardener: pkg/controllermanager/controller/project/stale
 */
export function startStaleProjectController(context: ControllerContext): void {
  const { api, clock, guarded } = context;
  const timers = createKeyedTimers(context);

  const look = (project: Project): void => {
    const { metadata, spec, status } = project;
    if (metadata.deletionTimestamp || !spec.namespace) return;
    const nowMs = clock.now().getTime();
    const target = { resource: projects, name: metadata.name };
    const isStale = !isYoung(project, nowMs) && !isExempt(spec.namespace) && !isProjectInUse(api, spec.namespace);
    const next = isStale ? staleStatus(status ?? {}, nowMs) : withoutStaleness(status ?? {});
    if (!semanticallyEqual(next, status ?? {})) api.updateStatus<Project>(target, { ...project, status: next });
    const endsAt = parseInstant(next.staleAutoDeleteTimestamp ?? undefined);
    if (endsAt === undefined || nowMs < endsAt) return;
    api.patch(target, { metadata: { annotations: { [annotations.confirmDeletion]: "true" } } });
    api.delete(target);
  };

  const isExempt = (namespace: string): boolean => {
    const place = api.get({ resource: namespaces, name: namespace });
    return place === undefined || isTruthy(place.metadata.annotations?.[skipAnnotation]);
  };

  const lookAtAll = (): void => {
    for (const project of api.list<Project>({ resource: projects })) guarded(() => look(project));
    timers.set(everyProject, syncPeriodMs, lookAtAll);
  };
  timers.set(everyProject, syncPeriodMs, lookAtAll);
}

/** Whether a Project is too new to be unused, or was active recently. */
function isYoung({ metadata, status }: Project, nowMs: number): boolean {
  return [metadata.creationTimestamp, status?.lastActivityTimestamp ?? undefined].some((text) => {
    const at = parseInstant(text);
    return at !== undefined && nowMs < at + minimumLifetimeMs;
  });
}

function withoutStaleness({
  staleSinceTimestamp: _since,
  staleAutoDeleteTimestamp: _end,
  ...status
}: ProjectStatus): ProjectStatus {
  return status;
}

/** The date of the deletion is set after the grace period; it can move to a later time, not to an earlier one. */
function staleStatus(status: ProjectStatus, nowMs: number): ProjectStatus {
  const sinceMs = parseInstant(status.staleSinceTimestamp ?? undefined) ?? nowMs;
  const stale = { ...withoutStaleness(status), staleSinceTimestamp: formatInstant(sinceMs) };
  if (nowMs < sinceMs + gracePeriodMs) return stale;
  const known = parseInstant(status.staleAutoDeleteTimestamp ?? undefined) ?? 0;
  return { ...stale, staleAutoDeleteTimestamp: formatInstant(Math.max(known, sinceMs + expirationMs)) };
}
