import type { ResourceQuota } from "#garden/api/core/core-objects.ts";
import {
  type ProjectQuota,
  projectQuotaName,
  shootCountKey,
  withRoomForShoots,
} from "#garden/gardener/controllers/controller-manager/project-quota.ts";
import { projectOwnerReference } from "#garden/gardener/resources/project-rbac.ts";
import type { Project } from "#lib/garden/project.ts";
import { selectorMatches } from "#lib/kube/label-selector.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** Label of projects without the usual limits. */
export const tierLabel = "harborline.example/tier";

/** Kinds of objects that the demo limits count. */
const countedKinds: Readonly<Record<string, string>> = {
  [shootCountKey]: "Shoot",
  "count/credentialsbindings.security.gardener.cloud": "CredentialsBinding",
  "count/secretbindings.core.gardener.cloud": "SecretBinding",
  "count/secrets": "Secret",
  "count/configmaps": "ConfigMap",
};

/** Limits of the projects of this landscape, as the operators have configured them. */
export const demoProjectQuotas: readonly ProjectQuota[] = [
  {
    projectSelector: { matchExpressions: [{ key: tierLabel, operator: "DoesNotExist" }] },
    hard: {
      [shootCountKey]: "40",
      "count/credentialsbindings.security.gardener.cloud": "20",
      "count/secretbindings.core.gardener.cloud": "20",
      "count/secrets": "400",
      "count/configmaps": "200",
    },
  },
];

/** The ResourceQuota of a project with its usage; none for projects without limits. */
export function demoResourceQuotas(
  project: Project,
  objects: readonly KubeObject[],
  mostShoots: number | undefined,
): readonly ResourceQuota[] {
  const { labels = {}, creationTimestamp = "" } = project.metadata;
  const namespace = project.spec.namespace ?? "";
  const configured = demoProjectQuotas.find(({ projectSelector }) => selectorMatches(projectSelector, labels));
  if (!configured) return [];
  const quota: ResourceQuota = {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: {
      name: projectQuotaName,
      namespace,
      creationTimestamp,
      ownerReferences: [projectOwnerReference(project, true)],
    },
    spec: { hard: { ...configured.hard, ...(mostShoots !== undefined && { [shootCountKey]: String(mostShoots) }) } },
  };
  const withRoom = withRoomForShoots(quota, 0);
  const inPlace = objects.filter(({ metadata }) => metadata.namespace === namespace);
  const { hard } = withRoom.spec;
  const used = Object.keys(hard).map((limit) => {
    return [limit, String(inPlace.filter(({ kind }) => kind === countedKinds[limit]).length)];
  });
  return [{ ...withRoom, status: { hard, used: Object.fromEntries(used) } }];
}
