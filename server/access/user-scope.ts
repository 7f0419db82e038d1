import "server-only";
import { createHash } from "node:crypto";
import type { Scope } from "#lib/contract/fleet.ts";
import type { Project } from "#lib/garden/project.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { projects as projectResource, shoots } from "#lib/kube/resource.ts";
import { putLast } from "#lib/memo/put-last.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { tokenHash } from "#server/identity/session.ts";
import type { CacheMetrics } from "#server/metrics/scraped-metrics.ts";
import { type AccessReviews, rightTo, type UserIdentity } from "./access-reviews.ts";
import { isMember, isSubject, mayChangeAsMember } from "./membership.ts";
import type { ProjectDirectory } from "./project-directory.ts";
import { RequestCache } from "./request-cache.ts";
import { type GrantChange, noGrants, type RoleGrants } from "./role-grants.ts";

/** The part of the fleet that one user can see. Deny by default: only listed namespaces are visible. */
export interface UserScope {
  readonly all: boolean;
  /** Meaningless when `all`. */
  readonly namespaces: ReadonlySet<string>;
  readonly shown: Scope;
  /** Equal for scopes that see the same rows, so that a payload made for one can be sent to another. */
  readonly rowsKey: string;
  /** Equal for scopes with the same rows, project descriptions and reasons. */
  readonly shownKey: string;
  readonly identity: UserIdentity;
  /** Every answer behind this scope was asked at or after this time, by the clock of `UserScopesOptions`. */
  readonly askedAt: number;
}

export interface UserScopes {
  /**
   * While the garden cannot be asked, the last answer is used for `lastResponseTrustMs`.
   * @param maxAgeMs ask again if the cached answer is older; no stale fallback then
   */
  scopeOf(token: string, maxAgeMs?: number): Promise<UserScope>;
  /**
   * Handles a changed project: drops the scopes and decisions that it may affect, so that they are asked again.
   * @returns whose scope is concerned
   */
  projectChanged(before: Project | undefined, after: Project | undefined): Concerns;
  /** Handles changed RoleBindings: drops the decisions of every user whom they name or named, in their namespaces. */
  grantsChanged(changes: readonly GrantChange[]): Concerns;
}

export interface CountedScopes extends UserScopes {
  readonly figures: CacheMetrics;
}

/** Whether a change concerns the user with this scope. */
export type Concerns = (scope: Pick<UserScope, "all" | "namespaces" | "identity">) => boolean;

export interface UserScopesOptions {
  readonly reviews: AccessReviews;
  readonly projects: Pick<ProjectDirectory, "all">;
  /** Absent where Almanac cannot read RoleBindings: then only project members are checked. */
  readonly grants?: Pick<RoleGrants, "isNamedIn">;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly ttlMs?: number;
}

/** Short, to notice soon that Gardener has created the RoleBinding of a new member. */
const incompleteTtlMs = 5_000;
const maxScopes = 10_000;

export function createUserScopes(options: UserScopesOptions): CountedScopes {
  const { reviews, projects, grants = noGrants, now, ttlMs = 60_000 } = options;
  const scopes = new RequestCache<UserScope>({ now, ttlMs, maxEntries: maxScopes });
  /** Last scope of each token, by token hash: tells whom a change concerns and which answers are still valid. */
  const known = new Map<string, UserScope>();
  const shownToAll = new Map<boolean, Shown>();

  async function ask(token: string, hash: string, maxAgeMs: number): Promise<UserScope> {
    const before = known.get(hash);
    // Decisions that no change concerned are still cached, so only the others are asked again.
    const isKept = before !== undefined && now() - before.askedAt < maxAgeMs;
    const askedAt = isKept ? before.askedAt : now();
    const ageMs = () => now() - askedAt;
    const identity = await reviews.identityOf(token, ageMs());
    // Registered now, so that changes during the requests below are applied to this user.
    if (!isKept) putLast(known, [hash, { ...nothing, ...before, identity, askedAt }], maxScopes);
    const may = (attributes: ResourceAttributes) => reviews.may(token, attributes, ageMs());
    const rights = (await may(rightTo("list", shoots)))
      ? everything(await may(rightTo("list", projectResource)))
      : await ofSome(candidatesOf(identity), may, identity);
    const scope = { ...rights, identity, askedAt };
    putLast(known, [hash, scope], maxScopes);
    return scope;
  }

  function candidatesOf(identity: UserIdentity): readonly Project[] {
    return projects.all().filter((project) => {
      const namespace = project.spec.namespace;
      return isMember(project, identity) || (Boolean(namespace) && grants.isNamedIn(namespace ?? "", identity));
    });
  }

  /** Computed once for all users who see everything. */
  function everything(withDescriptions: boolean): Rights {
    const shown = shownToAll.get(withDescriptions) ?? shownOf(projects.all(), withDescriptions);
    shownToAll.set(withDescriptions, shown);
    return { all: true, namespaces: new Set(), rowsKey: "all", ...shown };
  }

  /** `namespacesFor`: the namespaces to ask about again for a scope; undefined when the scope is not concerned. */
  function forget(namespacesFor: (scope: UserScope) => ReadonlySet<string> | undefined): void {
    const concerned = new Map<string, ReadonlySet<string>>();
    for (const [hash, scope] of known) {
      const namespaces = namespacesFor(scope);
      if (namespaces !== undefined) concerned.set(hash, namespaces);
    }
    reviews.forget(concerned);
    // Users whose first scope is still being computed may be concerned too.
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
      // Users who see everything get the list of projects, so every change concerns them.
      const concerns: Concerns = (scope) =>
        scope.all ||
        versions.some((project) => isMember(project, scope.identity)) ||
        namespaces.some((each) => scope.namespaces.has(each) || grants.isNamedIn(each, scope.identity));
      forget((scope) => (concerns(scope) ? new Set(namespaces) : undefined));
      return concerns;
    },
    grantsChanged(changes) {
      const touched = ({ identity }: Pick<UserScope, "identity">) =>
        changes.filter(({ subjects }) => subjects.some((subject) => isSubject(subject, identity)));
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

/** The visible projects and their key. */
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
      return { project, readable: namespace !== "" && (await may(rightTo("list", shoots, { namespace }))) };
    }),
  );
  const readable = judged.flatMap((each) => (each.readable ? [each.project] : []));
  const unreadable = judged.flatMap(({ project, readable }) =>
    // A binding can grant something else; only a member has reason to expect the project here.
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
  /** Absent when computed once for all users who see everything. */
  readonly reader?: UserIdentity;
}

function toShown(projects: readonly Project[], to: ShownTo): Scope["projects"] {
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
): Scope["projects"][number] {
  const {
    metadata: { name },
    spec: { description, owner },
  } = project;
  return {
    name,
    namespace,
    ...(withDescriptions && description ? { description: markHiddenCharacters(description) } : {}),
    ...(withDescriptions && owner?.name ? { owner: owner.name } : {}),
    ...(reader && mayChangeAsMember(project, reader) ? { mine: true } : {}),
  };
}

/** Whether `scope` covers a namespace. Everything served from the shared watch must check this. */
export function covers(scope: Pick<UserScope, "all" | "namespaces">, namespace: string): boolean {
  return scope.all || scope.namespaces.has(namespace);
}
