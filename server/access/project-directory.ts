import "server-only";
import type { Project } from "#lib/garden/project.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { unpackObject } from "#server/watch/packed-object.ts";
import { membershipFingerprint } from "./membership.ts";

/** Called when a project is added, removed, or changed in a way that affects who sees what. */
type ProjectListener = (before: Project | undefined, after: Project | undefined) => void;

export type ProjectDirectory = ReturnType<typeof createProjectDirectory>;

/** Projects of the garden, kept up to date by a watch that all users share. */
export function createProjectDirectory(mirror: ObjectCache<Project>) {
  const known = new Map<string, { readonly project: Project; readonly fingerprint: string }>();
  const nameByNamespace = new Map<string, string>();
  const listeners = new Set<ProjectListener>();

  function put(uid: string, project: Project): void {
    const before = known.get(uid);
    const fingerprint = membershipFingerprint(project);
    known.set(uid, { project, fingerprint });
    if (before?.fingerprint === fingerprint) return;
    if (before?.project.spec.namespace) nameByNamespace.delete(before.project.spec.namespace);
    if (project.spec.namespace) nameByNamespace.set(project.spec.namespace, project.metadata.name);
    for (const listener of listeners) listener(before?.project, project);
  }

  function remove(uid: string): void {
    const before = known.get(uid)?.project;
    if (before === undefined) return;
    known.delete(uid);
    if (before.spec.namespace) nameByNamespace.delete(before.spec.namespace);
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
    nameOf: (namespace: string) => nameByNamespace.get(namespace) ?? namespace.replace(/^garden-/, ""),
    /** @returns a function that ends the subscription */
    onChange(listener: ProjectListener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
