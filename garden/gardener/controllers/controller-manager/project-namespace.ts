import { createHash } from "node:crypto";
import { type Namespace, namespaceObject } from "#garden/api/core/core-objects.ts";
import { ApiError } from "#garden/api/errors/api-error.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Project } from "#lib/garden/project.ts";
import { namespaces } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { projectOwnerReference } from "../../resources/project-rbac.ts";

const projectAnnotation = "namespace.gardener.cloud/project";
const createdAnnotation = "namespace.gardener.cloud/created-by-project-controller";
const keepAnnotation = "namespace.gardener.cloud/keep-after-project-deletion";
const roleLabel = "gardener.cloud/role";
const nameLabel = "project.gardener.cloud/name";

/** Labels of a project's namespace; an existing namespace can be used only if it has them. */
export function projectNamespaceLabels(project: string): Readonly<Record<string, string>> {
  return { [roleLabel]: "project", [nameLabel]: project };
}

/** Annotations of a namespace that the project controller has created. */
export function createdNamespaceAnnotations(uid: string): Readonly<Record<string, string>> {
  return { [projectAnnotation]: uid, [createdAnnotation]: "true" };
}

/** Annotations of a namespace that existed before its project, and remains after it. */
export function adoptedNamespaceAnnotations(uid: string): Readonly<Record<string, string>> {
  return { [projectAnnotation]: uid, [keepAnnotation]: "true" };
}

/**
 * Creates or adopts the namespace of a project and returns its name.
 * @throws Error if the namespace cannot be used @source Gardener: reconcileNamespaceForProject
 */
export function claimProjectNamespace(api: GardenApi, project: Project): string {
  const { uid = "" } = project.metadata;
  const name = project.spec.namespace || generatedNamespace(project);
  const found = api.get<Namespace>({ resource: namespaces, name });
  const labels = projectNamespaceLabels(project.metadata.name);
  if (!found) {
    const ownerReferences = [projectOwnerReference(project, true)];
    const annotations = createdNamespaceAnnotations(uid);
    api.create({ resource: namespaces }, namespaceObject({ name, labels, annotations, ownerReferences }));
    return name;
  }
  if (!hasAll(found.metadata.labels, labels)) {
    throw new Error(`namespace cannot be used as it needs the project labels ${formatGoMap(labels)}`);
  }
  const owner = found.metadata.annotations?.[projectAnnotation];
  if (owner !== undefined && owner !== uid) throw new Error("namespace is already in-use by another project");
  adopt(api, found, project);
  return name;
}

function adopt(api: GardenApi, namespace: Namespace, project: Project): void {
  const { metadata } = namespace;
  const isCreated = metadata.annotations?.[createdAnnotation] !== undefined;
  const reference = projectOwnerReference(project, true);
  const others = (metadata.ownerReferences ?? []).filter(({ uid }) => uid !== reference.uid);
  const adopted: Namespace = {
    ...namespace,
    metadata: {
      ...metadata,
      ownerReferences: [...others, reference],
      annotations: {
        ...metadata.annotations,
        ...(isCreated ? createdNamespaceAnnotations(reference.uid) : adoptedNamespaceAnnotations(reference.uid)),
      },
    },
  };
  if (!semanticallyEqual(adopted, namespace)) api.update({ resource: namespaces, name: metadata.name }, adopted);
}

/**
 * Deletes the namespace of a project, or detaches it if it is to be kept; returns whether the project is without it.
 * @source Gardener: releaseNamespace
 */
export function releaseProjectNamespace(api: GardenApi, project: Project, name: string): boolean {
  const namespace = api.get<Namespace>({ resource: namespaces, name });
  if (!namespace) return true;
  const { metadata } = namespace;
  if (metadata.deletionTimestamp) return false;
  if (!hasAll(metadata.labels, projectNamespaceLabels(project.metadata.name))) return true;
  if (metadata.annotations?.[keepAnnotation] === "true") {
    api.update({ resource: namespaces, name }, { ...namespace, metadata: detached(metadata, project.metadata.uid) });
    return true;
  }
  try {
    api.delete({ resource: namespaces, name });
  } catch (error) {
    if (!(error instanceof ApiError && error.status.code === 404)) throw error;
  }
  return false;
}

function detached(metadata: Namespace["metadata"], uid: string | undefined): Namespace["metadata"] {
  const without = (map: Readonly<Record<string, string>> | undefined, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(map ?? {}).filter(([key]) => !keys.includes(key)));
  return {
    ...metadata,
    annotations: without(metadata.annotations, [projectAnnotation, keepAnnotation, createdAnnotation]),
    labels: without(metadata.labels, [roleLabel, nameLabel]),
    ownerReferences: (metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid),
  };
}

/** A namespace name that is the same each time for this project, and another for a later project of the same name. */
function generatedNamespace({ metadata: { name, uid = "" } }: Project): string {
  return `garden-${name}-${createHash("sha256").update(uid).digest("hex").slice(0, 5)}`;
}

function hasAll(map: Readonly<Record<string, string>> | undefined, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => map?.[key] === value);
}

/** A map as Go prints it with `%#v`. */
function formatGoMap(map: Readonly<Record<string, string>>): string {
  const entries = Object.entries(map).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `map[string]string{${entries.join(", ")}}`;
}
