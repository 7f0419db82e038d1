import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  configMaps,
  credentialsBindings,
  events,
  type KubeResource,
  namespacedCloudProfiles,
  projects,
  quotas,
  secretBindings,
  secrets,
  shoots,
} from "#lib/kube/resource.ts";

const ofTenants: readonly KubeResource[] = [
  configMaps,
  credentialsBindings,
  events,
  namespacedCloudProfiles,
  quotas,
  secretBindings,
  secrets,
  shoots,
];

/** A marker text that occurs only in objects of one project, to detect in tests that its data reaches other users. */
export function canaryOfProject(project: string): string {
  return `canary-of-${project}-end`;
}

/** A marker text that occurs only in Secret values of one project. */
export function secretCanaryOfProject(project: string): string {
  return `secret-of-${project}-end`;
}

/**
 * Writes the marker texts of each project with clusters into its objects: labels, annotations, descriptions, status and
 * Secret values. Those of accounts stay as they are, because the garden checks them.
 */
export function plantCanaries(api: GardenApi): readonly Project[] {
  const all = projectsWithShoots(api);
  for (const { metadata, spec } of all) {
    const canary = canaryOfProject(metadata.name);
    const project = { resource: projects, name: metadata.name };
    api.patch(project, { metadata: { annotations: { note: canary } }, spec: { description: canary, purpose: canary } });
    if (spec.namespace)
      plantInNamespace(api, { namespace: spec.namespace, canary, secret: secretCanaryOfProject(metadata.name) });
  }
  return all;
}

/** The projects that have clusters. */
export function projectsWithShoots(api: GardenApi): readonly Project[] {
  return api
    .list<Project>({ resource: projects })
    .filter(({ spec }) => api.list({ resource: shoots, namespace: spec.namespace ?? "" }).length > 0);
}

interface Planting {
  readonly namespace: string;
  readonly canary: string;
  readonly secret: string;
}

function plantInNamespace(api: GardenApi, { namespace, canary, secret }: Planting): void {
  for (const resource of ofTenants) {
    for (const { metadata } of api.list<KubeObject>({ resource, namespace })) {
      const target = { resource, namespace, name: metadata.name };
      const value = Buffer.from(secret).toString("base64");
      const isAccount = Object.keys(metadata.labels ?? {}).some((key) => key.startsWith("provider.shoot."));
      const values = resource.plural === "secrets" && !isAccount ? { data: { planted: value } } : {};
      api.patch(target, { metadata: { labels: { tenant: canary }, annotations: { note: canary } }, ...values });
      if (resource.plural !== "shoots") continue;
      const lastErrors = [{ description: canary }];
      api.patch(
        { ...target, subresource: "status" },
        { status: { lastOperation: { description: canary }, lastErrors } },
      );
    }
  }
}

/** Names of the projects whose marker texts occur in a text, plainly or in base64. */
export function canariesIn(text: string, all: readonly Project[]): readonly string[] {
  return all.map(({ metadata }) => metadata.name).filter((name) => holds(text, canaryOfProject(name)));
}

/** Names of the projects whose Secret markers occur in a text, plainly or in base64. */
export function secretsIn(text: string, all: readonly Project[]): readonly string[] {
  return all.map(({ metadata }) => metadata.name).filter((name) => holds(text, secretCanaryOfProject(name)));
}

function holds(text: string, planted: string): boolean {
  return [planted, ...encodings(planted)].some((form) => text.includes(form));
}

/** The base64 forms of a text at each offset, without the characters that depend on what is before and after it. */
function encodings(text: string): readonly string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.from("\0".repeat(offset) + text)
      .toString("base64")
      .slice(offset === 0 ? 0 : 4, -4),
  );
}

export function firstShootIn(api: GardenApi, project: Project): Shoot {
  const [shoot] = api.list<Shoot>({ resource: shoots, namespace: project.spec.namespace ?? "" });
  if (shoot === undefined) throw new Error(`no Shoot in ${project.metadata.name}`);
  return shoot;
}
