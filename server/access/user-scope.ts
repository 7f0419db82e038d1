import "server-only";
import { createHash } from "node:crypto";
import type { VisibleScope } from "#lib/contract/fleet.ts";
import type { Project } from "#lib/garden/project.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { projects as projectResource, shoots } from "#lib/kube/resource.ts";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { tokenHash } from "#server/identity/session.ts";
import type { CacheMetrics } from "#server/metrics/scraped-metrics.ts";
import { type AccessReviews, accessReviewAttributes, type UserIdentity } from "./access-reviews.ts";
import { canMemberChangeShoots, isMember, matchesRbacSubject } from "./membership.ts";
import type { ProjectDirectory } from "./project-directory.ts";
import { RequestCache } from "./request-cache.ts";
import { emptyRoleGrants, type GrantChange, type RoleGrants } from "./role-grants.ts";

/** The part of the fleet that one user can see. Deny by default: only listed namespaces are visible. */
export interface UserScope {
  readonly all: boolean;
  /** Namespaces that the user can see; ignored when `all` is true. */
  readonly namespaces: ReadonlySet<string>;
  readonly shown: VisibleScope;
  /** Equal for users who see the same clusters, so that a response made for one can be sent to another. */
  readonly rowsKey: string;
  /** Equal for users who see the same clusters, project descriptions, and reasons for unreadable projects. */
  readonly shownKey: string;
  readonly identity: UserIdentity;
  /** When the oldest access review behind this scope was requested, in milliseconds of `UserScopesOptions.now`. */
  readonly askedAt: number;
}

export interface UserScopes {
  /**
   * The fleet part visible to the token's user; during an API server outage, from the cache for up to five minutes.
   * @param maxAgeMs maximum age of a cached scope in milliseconds, without exception during an outage
   */
  scopeOf(token: string, maxAgeMs?: number): Promise<UserScope>;
  /**
   * Handles a changed project: drops the cached scopes and access decisions that the change may affect.
   * @returns a function that tells whether a user's scope is affected
   */
  projectChanged(before: Project | undefined, after: Project | undefined): AffectedScopeTest;
  /** Handles changed RoleBindings: drops access decisions, in their namespaces, for users whom they name or named. */
  grantsChanged(changes: readonly GrantChange[]): AffectedScopeTest;
}

export interface UserScopesWithMetrics extends UserScopes {
  readonly figures: CacheMetrics;
}

/** Tells whether a change affects what the user with this scope can see. */
export type AffectedScopeTest = (scope: Pick<UserScope, "all" | "namespaces" | "identity">) => boolean;

export interface UserScopesOptions {
  readonly reviews: AccessReviews;
  readonly projects: Pick<ProjectDirectory, "all">;
  /** Subjects of RoleBindings; absent where Almanac cannot read them, so that only project members are checked. */
  readonly grants?: Pick<RoleGrants, "isNamedIn">;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly ttlMs?: number;
}

/** Cache lifetime of a scope with unreadable projects; short: Gardener may soon create a new member's RoleBinding. */
const incompleteTtlMs = 5_000;
const maxScopes = 10_000;

export function createUserScopes(options: UserScopesOptions): UserScopesWithMetrics {
  const { reviews, projects, grants = emptyRoleGrants, now, ttlMs = 60_000 } = options;
  const scopes = new RequestCache<UserScope>({ now, ttlMs, maxEntries: maxScopes });
  /** Last scope of each user, by token hash, to find the users whom a change affects and the decisions still valid. */
  const known = new Map<string, UserScope>();
  const shownToAll = new Map<boolean, Shown>();

  async function ask(token: string, hash: string, maxAgeMs: number): Promise<UserScope> {
    const before = known.get(hash);
    // Only access decisions that a change affected were dropped, so only those are requested again.
    const isKept = before !== undefined && now() - before.askedAt < maxAgeMs;
    const askedAt = isKept ? before.askedAt : now();
    const ageMs = () => now() - askedAt;
    const identity = await reviews.identityOf(token, ageMs());
    // Registers the user before the requests below, so that changes during them are applied to this user.
    if (!isKept) putLastWithLimit(known, [hash, { ...nothing, ...before, identity, askedAt }], maxScopes);
    const may = (attributes: ResourceAttributes) => reviews.may(token, attributes, ageMs());
    const rights = (await may(accessReviewAttributes("list", shoots)))
      ? everything(await may(accessReviewAttributes("list", projectResource)))
      : await ofSome(candidatesOf(identity), may, identity);
    const scope = { ...rights, identity, askedAt };
    putLastWithLimit(known, [hash, scope], maxScopes);
    return scope;
  }

  function candidatesOf(identity: UserIdentity): readonly Project[] {
    return projects.all().filter((project) => {
      const namespace = project.spec.namespace;
      return isMember(project, identity) || (Boolean(namespace) && grants.isNamedIn(namespace ?? "", identity));
    });
  }

  /** The scope of users who see everything, computed once for all of them. */
  function everything(withDescriptions: boolean): Rights {
    const shown = shownToAll.get(withDescriptions) ?? shownOf(projects.all(), withDescriptions);
    shownToAll.set(withDescriptions, shown);
    return { all: true, namespaces: new Set(), rowsKey: "all", ...shown };
  }

  /** Drops cached access decisions. `namespacesFor`: a scope's namespaces to review again; undefined if unaffected. */
  function forget(namespacesFor: (scope: UserScope) => ReadonlySet<string> | undefined): void {
    const concerned = new Map<string, ReadonlySet<string>>();
    for (const [hash, scope] of known) {
      const namespaces = namespacesFor(scope);
      if (namespaces !== undefined) concerned.set(hash, namespaces);
    }
    reviews.forget(concerned);
    // A user whose first scope is still being computed may be affected too.
    scopes.forget((hash) => concerned.has(hash) || !known.has(hash));
  }

  return {
    get figures() {
      return scopes.figures;
    },
    scopeOf(token, maxAgeMs) {
      const hash = tokenHash(token);
      return scopes.get(hash, () => ask(token, hash, maxAgeMs ?? ttlMs), {
        ttlMsOf: ({ shown, askedAt }) => (shown.unreadable.length > 0 ? incompleteTtlMs : askedAt + ttlMs - now()),
        maxAgeMs,
      });
    },
    projectChanged(before, after) {
      shownToAll.clear();
      const versions = [before, after].flatMap((project) => project ?? []);
      const namespaces = versions.flatMap(({ spec }) => spec.namespace || []);
      // Users who see everything are shown the list of projects, so every change affects them.
      const concerns: AffectedScopeTest = (scope) =>
        scope.all ||
        versions.some((project) => isMember(project, scope.identity)) ||
        namespaces.some((each) => scope.namespaces.has(each) || grants.isNamedIn(each, scope.identity));
      forget((scope) => (concerns(scope) ? new Set(namespaces) : undefined));
      return concerns;
    },
    grantsChanged(changes) {
      const touched = ({ identity }: Pick<UserScope, "identity">) =>
        changes.filter(({ subjects }) => subjects.some((subject) => matchesRbacSubject(subject, identity)));
      forget((scope) => {
        const namespaces = touched(scope).map(({ namespace }) => namespace);
        return namespaces.length === 0 ? undefined : new Set(namespaces);
      });
      return (scope) => touched(scope).length > 0;
    },
  };
}

const nothing: Rights = {
  all: false,
  namespaces: new Set(),
  shown: { all: false, projects: [], unreadable: [] },
  rowsKey: "",
  shownKey: "",
};

/** The projects that a user can see, and a key that is equal for equal lists. */
type Shown = Pick<UserScope, "shown" | "shownKey">;
type Rights = Omit<UserScope, "askedAt" | "identity">;

function shownOf(projects: readonly Project[], withDescriptions: boolean): Shown {
  const shown = { all: true, projects: toShown(projects, { withDescriptions }), unreadable: [] };
  return { shown, shownKey: digest(JSON.stringify(shown)) };
}

async function ofSome(
  candidates: readonly Project[],
  may: (attributes: ResourceAttributes) => Promise<boolean>,
  identity: UserIdentity,
): Promise<Rights> {
  const judged = await Promise.all(
    candidates.map(async (project) => {
      const namespace = project.spec.namespace ?? "";
      return {
        project,
        readable: namespace !== "" && (await may(accessReviewAttributes("list", shoots, { namespace }))),
      };
    }),
  );
  const readable = judged.flatMap((each) => (each.readable ? [each.project] : []));
  const unreadable = judged.flatMap(({ project, readable }) =>
    // A RoleBinding may grant something unrelated; only a project member expects to see the project's clusters.
    readable || !isMember(project, identity) ? [] : [{ name: project.metadata.name, reason: reasonFor(project) }],
  );
  // Sorted, so that equal scopes list their rows in the same order.
  const namespaces = readable.flatMap(({ spec }) => spec.namespace ?? []).sort();
  const shown = { all: false, projects: toShown(readable, { withDescriptions: true, reader: identity }), unreadable };
  return {
    all: false,
    namespaces: new Set(namespaces),
    shown,
    rowsKey: digest(namespaces.join(" ")),
    shownKey: digest(JSON.stringify(shown)),
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function reasonFor({ spec }: Project): string {
  return spec.namespace ? "may-not-list" : "no-namespace";
}

interface ShownTo {
  readonly withDescriptions: boolean;
  /** The user; absent for the list that all users who see everything share. */
  readonly reader?: UserIdentity;
}

function toShown(projects: readonly Project[], to: ShownTo): VisibleScope["projects"] {
  return projects
    .flatMap((project) => {
      const namespace = project.spec.namespace;
      return namespace ? [toShownProject(project, { ...to, namespace })] : [];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toShownProject(
  project: Project,
  { namespace, withDescriptions, reader }: ShownTo & { readonly namespace: string },
): VisibleScope["projects"][number] {
  const {
    metadata: { name },
    spec: { description, owner },
  } = project;
  return {
    name,
    namespace,
    ...(withDescriptions && description ? { description: markHiddenCharacters(description) } : {}),
    ...(withDescriptions && owner?.name ? { owner: owner.name } : {}),
    ...(reader && canMemberChangeShoots(project, reader) ? { mine: true } : {}),
  };
}

/** Whether a user's scope includes a namespace. Check this before serving an object from the shared watch. */
export function scopeIncludesNamespace(scope: Pick<UserScope, "all" | "namespaces">, namespace: string): boolean {
  return scope.all || scope.namespaces.has(namespace);
}
