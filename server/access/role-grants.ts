import "server-only";
import type { MemberSubject } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { unpackObject } from "#server/watch/packed-object.ts";
import type { UserIdentity } from "./access-reviews.ts";
import { matchesRbacSubject } from "./membership.ts";

/** A RoleBinding, reduced to its subjects. */
export interface RoleBinding extends KubeObject {
  readonly subjects?: readonly MemberSubject[] | null;
}

/** Users, groups and service accounts that RoleBindings of a namespace started or stopped naming. */
export interface GrantChange {
  readonly namespace: string;
  readonly subjects: readonly MemberSubject[];
}

/**
 * Namespaces in which RoleBindings name users who may not be project members. Almanac grants nothing because of them:
 * they only tell in which namespaces an access review with the user's own token could succeed.
 */
export interface RoleGrants {
  isNamedIn(namespace: string, identity: UserIdentity): boolean;
  onChange(listener: (changes: readonly GrantChange[]) => void): void;
}

export const emptyRoleGrants: RoleGrants = { isNamedIn: () => false, onChange: () => undefined };

/**
 * Gardener creates these RoleBindings for project members and deletes them shortly after a member is removed. Almanac
 * ignores them, so that a former member does not see the project in between; the Project itself lists its members.
 * @source Gardener: pkg/controllermanager/controller/project, RoleBindings of project members
 */
const reservedForMembers = /^gardener\.cloud:(system:project|extension:project)/;

function subjectsOf({ metadata, subjects }: RoleBinding): readonly MemberSubject[] {
  return reservedForMembers.test(metadata.name) ? [] : (subjects ?? []);
}

export function createRoleGrants(mirror: ObjectCache<RoleBinding>): RoleGrants {
  /** Subjects by RoleBinding uid, so that users whom a changed binding no longer names are checked again too. */
  const named = new Map<string, readonly MemberSubject[]>();
  const listeners = new Set<(changes: readonly GrantChange[]) => void>();

  mirror.subscribe((message) => {
    if (message.kind !== "difference") return;
    const changes = [
      ...message.removes.flatMap((binding) => take(binding.metadata, [])),
      ...message.upserts.flatMap((binding) => take(binding.metadata, subjectsOf(unpackObject(binding)))),
    ];
    if (changes.length > 0) for (const listener of listeners) listener(changes);
  });
  for (const binding of mirror.all()) take(binding.metadata, subjectsOf(binding));

  /** Records a RoleBinding's subjects and returns the changed ones; its roleRef is immutable and can be ignored. */
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
        .some((binding) => subjectsOf(binding).some((subject) => matchesRbacSubject(subject, identity))),
    onChange: (listener) => void listeners.add(listener),
  };
}

function without(some: readonly MemberSubject[], others: readonly MemberSubject[]): readonly MemberSubject[] {
  const isOther = ({ kind, namespace, name }: MemberSubject) =>
    others.some((other) => other.kind === kind && other.namespace === namespace && other.name === name);
  return some.filter((subject) => !isOther(subject));
}
