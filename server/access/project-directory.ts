import "server-only";
import type { CustomField } from "#lib/custom-fields/custom-field.ts";
import { parseCustomFields } from "#lib/custom-fields/parse-custom-fields.ts";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { unpackObject } from "#server/watch/packed-object.ts";
import { membershipFingerprint } from "./membership.ts";

/** Called when a project is added, removed, or changed in a way that affects who sees what, or its custom fields. */
type ProjectListener = (before: Project | undefined, after: Project | undefined) => void;

/** What the clusters of a namespace need of their project. */
interface ProjectOfNamespace {
  readonly name: string;
  readonly customFields: readonly CustomField[];
}

export type ProjectDirectory = ReturnType<typeof createProjectDirectory>;

/** Projects of the garden, kept up to date by a watch that all users share. */
export function createProjectDirectory(mirror: ObjectCache<Project>) {
  const known = new Map<string, { readonly project: Project; readonly fingerprint: string }>();
  const byNamespace = new Map<string, ProjectOfNamespace>();
  const listeners = new Set<ProjectListener>();

  function put(uid: string, project: Project): void {
    const before = known.get(uid);
    const definition = stringAt(project.metadata, "annotations", projectAnnotations.customFields);
    const fingerprint = `${membershipFingerprint(project)} ${definition}`;
    known.set(uid, { project, fingerprint });
    if (before?.fingerprint === fingerprint) return;
    if (before?.project.spec.namespace) byNamespace.delete(before.project.spec.namespace);
    if (project.spec.namespace)
      byNamespace.set(project.spec.namespace, {
        name: project.metadata.name,
        customFields: parseCustomFields(definition).fields,
      });
    for (const listener of listeners) listener(before?.project, project);
  }

  function remove(uid: string): void {
    const before = known.get(uid)?.project;
    if (before === undefined) return;
    known.delete(uid);
    if (before.spec.namespace) byNamespace.delete(before.spec.namespace);
    for (const listener of listeners) listener(before, undefined);
  }

  mirror.subscribe((message) => {
    if (message.kind !== "difference") return;
    for (const { metadata } of message.removes) remove(metadata.uid);
    for (const project of message.upserts) put(project.metadata.uid, unpackObject(project));
  });
  for (const project of mirror.all()) put(project.metadata.uid, project);

  return {
    all: (): readonly Project[] => Array.from(known.values(), ({ project }) => project),
    /** The project's name; for a namespace without a known project, the name Gardener would have derived it from. */
    nameOf: (namespace: string) => byNamespace.get(namespace)?.name ?? namespace.replace(/^garden-/, ""),
    /** Fields that the project of the namespace defines for its clusters, by weight. */
    customFieldsOf: (namespace: string): readonly CustomField[] => byNamespace.get(namespace)?.customFields ?? [],
    /** @returns a function that ends the subscription */
    onChange(listener: ProjectListener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
