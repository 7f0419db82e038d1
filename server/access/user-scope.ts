import "server-only";
import { createHash } from "node:crypto";
import type { Scope } from "#lib/contract/fleet.ts";
import type { Project } from "#lib/garden/project.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { projects as projectResource, shoots } from "#lib/kube/resource.ts";
import { putLast } from "#lib/memo/put-last.ts";
import { markHiddenCharacters } from "#lib/text/hidden-characters.ts";
import { tokenHash } from "#server/identity/session.ts";
import type { CacheFigures } from "#server/metrics/scraped-metrics.ts";
import { type AccessReviews, type Identity, rightTo } from "./access-reviews.ts";
import { CachedAnswers } from "./cached-answers.ts";
import { isMember, isSubject, mayChangeAsMember } from "./membership.ts";
import type { ProjectDirectory } from "./project-directory.ts";
import { type GrantChange, noGrants, type RoleGrants } from "./role-grants.ts";

/** What one user may see of the fleet. Deny by default: a namespace that is not named is not seen. */
export interface UserScope {
  readonly all: boolean;
  /** Of no meaning when `all`. */
  readonly namespaces: ReadonlySet<string>;
  readonly shown: Scope;
  /** Equal for scopes that see the same rows: what is made for one can be sent to another. */
  readonly rowsKey: string;
  /** Equal for scopes that also read the same: rows, project descriptions, reasons. */
  readonly shownKey: string;
  readonly identity: Identity;
  /** Nothing it rests on was asked before, by the clock of `UserScopesOptions`. */
  readonly askedAt: number;
}

export interface UserScopes {
  /**
   * While the garden cannot be asked, the last answer counts for `lastAnswerTrustMs`.
   * @param maxAgeMs what was remembered for longer is asked anew, and nothing else counts
   */
  scopeOf(token: string, maxAgeMs?: number): Promise<UserScope>;
  /**
   * A project has changed from `before` to `after`: what it may have changed for somebody is worked out, and asked about,
   * anew.
   */
  projectChanged(before: Project | undefined, after: Project | undefined): Concerns;
  /** RoleBindings have changed: whoever they name, or named, is asked about anew, in their namespaces. */
  grantsChanged(changes: readonly GrantChange[]): Concerns;
}

export interface CountedScopes extends UserScopes {
  readonly figures: CacheFigures;
}

/** Whether a change concerns whoever has this scope. */
export type Concerns = (scope: Pick<UserScope, "all" | "namespaces" | "identity">) => boolean;

export interface UserScopesOptions {
  readonly reviews: AccessReviews;
  readonly projects: Pick<ProjectDirectory, "all">;
  /** Absent where Almanac may not see RoleBindings: then only members are asked about. */
  readonly grants?: Pick<RoleGrants, "isNamedIn">;
  /** Milliseconds of any clock that does not jump. */
  readonly now: () => number;
  readonly ttlMs?: number;
}

/** Soon enough to notice that Gardener has made the RoleBinding of a new member. */
const incompleteTtlMs = 5_000;
const maxScopes = 10_000;

export function createUserScopes(options: UserScopesOptions): CountedScopes {
  const { reviews, projects, grants = noGrants, now, ttlMs = 60_000 } = options;
  const scopes = new CachedAnswers<UserScope>({ now, ttlMs, maxEntries: maxScopes });
  /** The last scope of each token, by its hash: whom a change concerns, and which answers still count. */
  const known = new Map<string, UserScope>();
  const shownToAll = new Map<boolean, Shown>();

  async function ask(token: string, hash: string, maxAgeMs: number): Promise<UserScope> {
    const before = known.get(hash);
    // What a change did not concern was not forgotten: only what it did is asked again.
    const isKept = before !== undefined && now() - before.askedAt < maxAgeMs;
    const askedAt = isKept ? before.askedAt : now();
    const ageMs = () => now() - askedAt;
    const identity = await reviews.identityOf(token, ageMs());
    // From here on changes may concern them.
    if (!isKept) putLast(known, [hash, { ...nothing, ...before, identity, askedAt }], maxScopes);
    const may = (attributes: ResourceAttributes) => reviews.may(token, attributes, ageMs());
    const rights = (await may(rightTo("list", shoots)))
      ? everything(await may(rightTo("list", projectResource)))
      : await ofSome(candidatesOf(identity), may, identity);
    const scope = { ...rights, identity, askedAt };
    putLast(known, [hash, scope], maxScopes);
    return scope;
  }

  function candidatesOf(identity: Identity): readonly Project[] {
    return projects.all().filter((project) => {
      const namespace = project.spec.namespace;
      return isMember(project, identity) || (Boolean(namespace) && grants.isNamedIn(namespace ?? "", identity));
    });
  }

  /** Made once for all who see everything. */
  function everything(withDescriptions: boolean): Rights {
    const shown = shownToAll.get(withDescriptions) ?? shownOf(projects.all(), withDescriptions);
    shownToAll.set(withDescriptions, shown);
    return { all: true, namespaces: new Set(), rowsKey: "all", ...shown };
  }

  /** `namespacesFor`: where somebody has to be asked about again; undefined when nothing concerns them. */
  function forget(namespacesFor: (scope: UserScope) => ReadonlySet<string> | undefined): void {
    const concerned = new Map<string, ReadonlySet<string>>();
    for (const [hash, scope] of known) {
      const namespaces = namespacesFor(scope);
      if (namespaces !== undefined) concerned.set(hash, namespaces);
    }
    reviews.forget(concerned);
    // Whoever is being asked about for the first time may be concerned too.
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
      // Whoever sees everything has the list of projects to be told about.
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

/** What of the projects is shown, and its key. */
type Shown = Pick<UserScope, "shown" | "shownKey">;
type Rights = Omit<UserScope, "askedAt" | "identity">;

function shownOf(projects: readonly Project[], withDescriptions: boolean): Shown {
  const shown = { all: true, projects: toShown(projects, { withDescriptions }), unreadable: [] };
  return { shown, shownKey: digest(JSON.stringify(shown)) };
}

async function ofSome(
  candidates: readonly Project[],
  may: (attributes: ResourceAttributes) => Promise<boolean>,
  identity: Identity,
): Promise<Rights> {
  const judged = await Promise.all(
    candidates.map(async (project) => {
      const namespace = project.spec.namespace ?? "";
      return { project, readable: namespace !== "" && (await may(rightTo("list", shoots, { namespace }))) };
    }),
  );
  const readable = judged.flatMap((each) => (each.readable ? [each.project] : []));
  const unreadable = judged.flatMap(({ project, readable }) =>
    // A binding may be about something else; only a member has reason to expect the project here.
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
  /** Absent for what is made once for all who see everything. */
  readonly reader?: Identity;
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

/** Whether `scope` covers a namespace: the one question that everything served from the shared watch must ask. */
export function covers(scope: Pick<UserScope, "all" | "namespaces">, namespace: string): boolean {
  return scope.all || scope.namespaces.has(namespace);
}
