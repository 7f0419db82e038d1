import "server-only";
import type { Subject } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { Mirror } from "../watch/mirror.ts";
import type { Identity } from "./access-reviews.ts";
import { isSubject } from "./membership.ts";

/** A RoleBinding, as far as it says where it is worth asking what somebody may do. */
export interface RoleBinding extends KubeObject {
  readonly subjects?: readonly Subject[] | null;
}

/** Whether a change concerns somebody. */
export type Concerns = (identity: Identity) => boolean;

/**
 * Where RoleBindings name somebody who need not be a member of the project. They grant nothing here: they only say in
 * which namespaces an access review with the user's own token may be answered with yes.
 */
export interface RoleGrants {
  isNamedIn(namespace: string, identity: Identity): boolean;
  onChange(listener: (concerns: Concerns) => void): void;
}

export const noGrants: RoleGrants = { isNamedIn: () => false, onChange: () => undefined };

/**
 * Gardener keeps these for a project's members and takes them away a moment after a member was removed: whoever is no
 * member any more must not see the project for that moment. The Project itself says who is a member.
 * @source Gardener: pkg/controllermanager/controller/project, RoleBindings of project members
 */
const keptForMembers = /^gardener\.cloud:(system:project|extension:project)/;

function subjectsOf({ metadata, subjects }: RoleBinding): readonly Subject[] {
  return keptForMembers.test(metadata.name) ? [] : (subjects ?? []);
}

export function createRoleGrants(mirror: Mirror<RoleBinding>): RoleGrants {
  /** Who was named, so that those who are named no more are asked about too. */
  const named = new Map<string, readonly Subject[]>();
  const listeners = new Set<(concerns: Concerns) => void>();

  mirror.subscribe((message) => {
    if (message.kind !== "difference") return;
    const touched: Subject[] = [];
    for (const { metadata } of message.removes) touched.push(...take(metadata.uid, []));
    for (const binding of message.upserts) touched.push(...take(binding.metadata.uid, subjectsOf(binding)));
    if (touched.length === 0) return;
    for (const listener of listeners) listener((identity) => touched.some((subject) => isSubject(subject, identity)));
  });
  for (const binding of mirror.all()) take(binding.metadata.uid, subjectsOf(binding));

  function take(uid: string, subjects: readonly Subject[]): readonly Subject[] {
    const before = named.get(uid) ?? [];
    if (subjects.length === 0) named.delete(uid);
    else named.set(uid, subjects);
    return [...before, ...subjects];
  }

  return {
    isNamedIn: (namespace, identity) =>
      mirror
        .inNamespace(namespace)
        .some((binding) => subjectsOf(binding).some((subject) => isSubject(subject, identity))),
    onChange: (listener) => void listeners.add(listener),
  };
}
