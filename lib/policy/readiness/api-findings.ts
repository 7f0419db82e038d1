import { versionCore } from "../versions/version-step.ts";
import type { ApiRemoval } from "./api-removal.ts";
import { apiRemovals } from "./api-removals.ts";
import type { ManagedObject, RequestedApi } from "./contents/cluster-contents.ts";
import type { NamedObject } from "./contents/contents-facts.ts";
import {
  type ContentsFindings,
  type ContentsLook,
  incompleteAmong,
  isComplete,
  itemsOf,
  listObjects,
} from "./contents-look.ts";
import type { ReadinessFinding } from "./readiness-finding.ts";

const mostManagers = 5;

/**
 * Writers that Kubernetes or Gardener brings along and updates with the cluster.
 * @source Kubernetes: pkg/controlplane, pkg/controller; Gardener: pkg/component
 */
const ownManagers =
  /^(?:kube-(?:apiserver|controller-manager|scheduler|proxy)|kubelet|cloud-controller-manager|api-priority-and-fairness-config-.*|cluster-autoscaler|machine-controller-manager.*|machine-controller|vpa-.*|gardener-.*|gardenlet|metrics-server|node-problem-detector)$/;

/** APIs that a step or a later minor removes, and that clients use. */
export function apiFindings(look: ContentsLook): ContentsFindings {
  return [...removedFindings(look), ...deprecatedFindings(look)];
}

function removedFindings(look: ContentsLook): readonly ReadinessFinding<"removed-api-used">[] {
  const { contents, step } = look;
  const wasMetricRead = isComplete(contents.requestedApis);
  const incomplete = incompleteAmong(contents, ["requestedApis", "managedObjects"]);
  const requested = itemsOf(contents.requestedApis).filter((api) => endsWith(api, look));
  return mergeRemovals(look.removals ?? [], requested, minorOf(step.to) ?? 0).flatMap((removal) => {
    const isRequested = requested.some((api) => isOf(api, removal));
    const written = writtenWith(removal, itemsOf(contents.managedObjects));
    if (!isRequested && written.objects.length === 0) return [];
    return [
      {
        id: "removed-api-used",
        severity: isRequested ? "blocks" : "risk",
        fixer: "user",
        certainty: isRequested ? "known" : "assumed",
        api: removal.api,
        kinds: removal.kinds,
        replacement: removal.replacement,
        isRequested: isRequested || (wasMetricRead ? false : undefined),
        managers: written.managers.slice(0, mostManagers),
        objects: listObjects(written.objects),
        incomplete,
      },
    ];
  });
}

/** The removals of the table, and those that only the cluster's own metric tells. */
function mergeRemovals(
  table: readonly ApiRemoval[],
  requested: readonly RequestedApi[],
  minor: number,
): readonly ApiRemoval[] {
  const others = requested.filter((api) => !table.some((removal) => isOf(api, removal)));
  const byApi = Map.groupBy(others, apiOf);
  const told = [...byApi].map(([api, series]): ApiRemoval => {
    return { minor, api, kinds: [...new Set(series.map(({ resource }) => resource))], evidence: "mark" };
  });
  return [...table, ...told];
}

/** Whether the step ends an API that was requested, as the table or the cluster itself says. */
function endsWith(api: RequestedApi, { step, removals }: ContentsLook): boolean {
  if ((removals ?? []).some((removal) => isOf(api, removal))) return true;
  const [removed, from, to] = [minorOf(api.removedRelease), minorOf(step.from), minorOf(step.to)];
  return removed !== undefined && from !== undefined && to !== undefined && from < removed && removed <= to;
}

function writtenWith({ api, kinds }: ApiRemoval, objects: readonly ManagedObject[]) {
  const managers = new Set<string>();
  const written: NamedObject[] = [];
  for (const { kind, namespace, name, writers } of objects) {
    if (!kinds.includes(kind)) continue;
    const its = writers.filter((writer) => writer.api === api && !ownManagers.test(writer.manager));
    if (its.length === 0) continue;
    written.push({ kind, namespace, name });
    for (const { manager } of its) managers.add(manager);
  }
  return { objects: written, managers: [...managers] };
}

function deprecatedFindings(look: ContentsLook): readonly ReadinessFinding<"deprecated-api-used">[] {
  const { contents, step } = look;
  const to = minorOf(step.to) ?? 0;
  const later = itemsOf(contents.requestedApis).flatMap((api) => {
    if (endsWith(api, look)) return [];
    const marked = apiRemovals.find((removal) => removal.minor > to && isOf(api, removal))?.minor;
    const removed = marked ?? minorOf(api.removedRelease);
    if (removed === undefined || removed <= to) return [];
    return [{ api: apiOf(api), resource: api.resource, removedIn: `1.${removed}` }];
  });
  const apis = [...new Map(later.map((it) => [`${it.api} ${it.resource}`, it])).values()];
  if (apis.length === 0) return [];
  return [
    {
      id: "deprecated-api-used",
      severity: "note",
      fixer: "user",
      certainty: "known",
      apis,
      objects: listObjects([]),
      incomplete: incompleteAmong(contents, ["requestedApis"]),
    },
  ];
}

function apiOf({ group, version }: Pick<RequestedApi, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

function isOf(requested: RequestedApi, { api, kinds }: Pick<ApiRemoval, "api" | "kinds">): boolean {
  return (
    apiOf(requested) === api &&
    kinds.some((kind) => requested.resource === kind || requested.resource === resourceOf(kind))
  );
}

/** Plural name of the resource of a kind, as Kubernetes forms it for its own kinds. */
function resourceOf(kind: string): string {
  const name = kind.toLowerCase();
  if (name.endsWith("s")) return `${name}es`;
  return name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
}

function minorOf(version: string | undefined): number | undefined {
  if (version === undefined) return undefined;
  const core = versionCore(version.split(".").length === 2 ? `${version}.0` : version);
  return core?.major === 1 ? core.minor : undefined;
}
