import type { ResourceQuota } from "#garden/api/core/core-objects.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Project } from "#lib/garden/project.ts";
import { type LabelSelector, selectorMatches } from "#lib/kube/label-selector.ts";
import { resourceQuotas, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { projectOwnerReference } from "../../resources/project-rbac.ts";
import { projectOfNamespace } from "../../rules/shoot-rules.ts";

/** Configuration of the controller-manager: limits of the projects that the selector matches. */
export interface ProjectQuota {
  readonly projectSelector: LabelSelector;
  readonly hard: Readonly<Record<string, string>>;
}

/** Name of the ResourceQuota that the project controller creates. */
export const projectQuotaName = "gardener";

export const shootCountKey = "count/shoots.core.gardener.cloud";

/** Objects that Gardener creates for each Shoot in its project. @source Gardener: PerShootQuotaDescriptors */
const perShoot = [
  { annotation: "quota.gardener.cloud/configmaps-per-shoot", key: "count/configmaps", expected: 2 },
  { annotation: "quota.gardener.cloud/secrets-per-shoot", key: "count/secrets", expected: 4 },
];

/**
 * Creates the ResourceQuota of a project, or adds limits to it; limits that it already has are not changed.
 * @source Gardener: createOrUpdateResourceQuota
 */
export function ensureProjectQuota(api: GardenApi, project: Project, quotas: readonly ProjectQuota[]): void {
  const namespace = project.spec.namespace ?? "";
  const quota = quotas.find(({ projectSelector }) => selectorMatches(projectSelector, project.metadata.labels ?? {}));
  if (!quota) return;
  const target = { resource: resourceQuotas, namespace, name: projectQuotaName };
  const current = api.get<ResourceQuota>(target);
  const owner = projectOwnerReference(project, true);
  const others = (current?.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.uid);
  const known = Object.entries(current?.spec.hard ?? {}).filter(([key]) => key in quota.hard);
  const wanted: ResourceQuota = {
    ...current,
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { ...current?.metadata, name: projectQuotaName, namespace, ownerReferences: [...others, owner] },
    spec: { ...current?.spec, hard: { ...quota.hard, ...Object.fromEntries(known) } },
  };
  if (!current) api.create({ resource: resourceQuotas, namespace }, wanted);
  else if (!semanticallyEqual(wanted, current)) api.update(target, wanted);
}

/**
 * A ResourceQuota that allows the Secrets and ConfigMaps of all Shoots that it allows.
 * @param shootCount number of Shoots in the namespace, which counts if the number of Shoots is not limited
 * @source Gardener: pkg/controllermanager/controller/project/resourcequota
 */
export function withRoomForShoots(quota: ResourceQuota, shootCount: number): ResourceQuota {
  const most = Number(quota.spec.hard[shootCountKey] ?? shootCount);
  const hard = { ...quota.spec.hard };
  const annotations = { ...quota.metadata.annotations };
  for (const { annotation, key, expected } of perShoot) {
    const limit = hard[key];
    const counted = annotations[annotation];
    if (counted === undefined) {
      if (limit === undefined) continue;
      if (Number(limit) < expected * most) hard[key] = String(expected * most);
    } else if (Number(counted) < expected) hard[key] = String(Number(limit ?? 0) + most * (expected - Number(counted)));
    annotations[annotation] = String(expected);
  }
  return { ...quota, metadata: { ...quota.metadata, annotations }, spec: { ...quota.spec, hard } };
}

/** Raises the limits of ResourceQuotas in project namespaces, so that Gardener's own objects fit. */
export function startResourceQuotaController({
  api,
  later,
}: {
  readonly api: GardenApi;
  readonly later: (step: () => void) => void;
}): () => void {
  const reconcile = (namespace: string, name: string): void => {
    const target = { resource: resourceQuotas, namespace, name };
    const quota = api.get<ResourceQuota>(target);
    if (!quota || quota.metadata.deletionTimestamp || !projectOfNamespace(api, namespace)) return;
    const wanted = withRoomForShoots(quota, api.list({ resource: shoots, namespace }).length);
    if (!semanticallyEqual(wanted, quota)) api.update(target, wanted);
  };
  return api.watch<ResourceQuota>({ resource: resourceQuotas }, ({ type, object }) => {
    const { namespace = "", name } = object.metadata;
    if (type !== "DELETED") later(() => reconcile(namespace, name));
  });
}
