import "server-only";
import type { MemberSubject } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { unpacked } from "#server/watch/packed.ts";
import type { UserIdentity } from "./access-reviews.ts";
import { isSubject } from "./membership.ts";

/** A RoleBinding, reduced to its subjects. */
export interface RoleBinding extends KubeObject {
  readonly subjects?: readonly MemberSubject[] | null;
}

/** Subjects that the RoleBindings of a namespace started or stopped naming. */
export interface GrantChange {
  readonly namespace: string;
  readonly subjects: readonly MemberSubject[];
}

/**
 * Namespaces in which RoleBindings name users who may not be project members. They grant nothing here: they only say in
 * which namespaces an access review with the user's own token could succeed.
 */
export interface RoleGrants {
  isNamedIn(namespace: string, identity: UserIdentity): boolean;
  onChange(listener: (changes: readonly GrantChange[]) => void): void;
}

export const noGrants: RoleGrants = { isNamedIn: () => false, onChange: () => undefined };

/**
 * Gardener maintains these for project members and deletes them shortly after a member is removed. They are ignored so
 * that a former member does not see the project in between; the Project itself lists its members.
 * @source Gardener: pkg/controllermanager/controller/project, RoleBindings of project members
 */
const reservedForMembers = /^gardener\.cloud:(system:project|extension:project)/;

function subjectsOf({ metadata, subjects }: RoleBinding): readonly MemberSubject[] {
  return reservedForMembers.test(metadata.name) ? [] : (subjects ?? []);
}

export function createRoleGrants(mirror: ObjectCache<RoleBinding>): RoleGrants {
  /** Subjects by binding uid, so that subjects that are no longer named are checked again too. */
  const named = new Map<string, readonly MemberSubject[]>();
  const listeners = new Set<(changes: readonly GrantChange[]) => void>();

  mirror.subscribe((message) => {
    if (message.kind !== "difference") return;
    const changes = [
      ...message.removes.flatMap((binding) => take(binding.metadata, [])),
      ...message.upserts.flatMap((binding) => take(binding.metadata, subjectsOf(unpacked(binding)))),
    ];
    if (changes.length > 0) for (const listener of listeners) listener(changes);
  });
  for (const binding of mirror.all()) take(binding.metadata, subjectsOf(binding));

  /** The roleRef of a binding is immutable, so only its subjects matter. */
  function take(
    { uid = "", namespace = "" }: RoleBinding["metadata"],
    after: readonly MemberSubject[],
  ): readonly GrantChange[] {
    const before = named.get(uid) ?? [];
    if (after.length === 0) named.delete(uid);
    else named.set(uid, after);
    const subjects = [...without(before, after), ...without(after, before)];
    return subjects.length === 0 ? [] : [{ namespace, subjects }];
  }

  return {
    isNamedIn: (namespace, identity) =>
      mirror
        .inNamespace(namespace)
        .some((binding) => subjectsOf(binding).some((subject) => isSubject(subject, identity))),
    onChange: (listener) => void listeners.add(listener),
  };
}

function without(some: readonly MemberSubject[], others: readonly MemberSubject[]): readonly MemberSubject[] {
  const isOther = ({ kind, namespace, name }: MemberSubject) =>
    others.some((other) => other.kind === kind && other.namespace === namespace && other.name === name);
  return some.filter((subject) => !isOther(subject));
}
