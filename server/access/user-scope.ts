import "server-only";
import { createHash } from "node:crypto";
import type { Scope } from "#lib/contract/fleet.ts";
import type { Project } from "#lib/garden/project.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { projects as projectResource, shoots } from "#lib/kube/resource.ts";
import { markHiddenCharacters } from "#lib/text/hidden-characters.ts";
import { tokenHash } from "../identity/session.ts";
import type { AccessReviews, Identity } from "./access-reviews.ts";
import { CachedAnswers } from "./cached-answers.ts";
import { isMember } from "./membership.ts";
import type { ProjectDirectory } from "./project-directory.ts";
import { type Concerns, noGrants, type RoleGrants } from "./role-grants.ts";

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
}

export interface UserScopes {
  scopeOf(token: string): Promise<UserScope>;
  /** A project's members have changed from `before` to `after`: whoever is concerned is asked about anew. */
  projectChanged(before: Project | undefined, after: Project | undefined): void;
  /** RoleBindings have changed: whoever they name, or named, is asked about anew. */
  grantsChanged(concerns: Concerns): void;
}

export interface UserScopesOptions {
  readonly reviews: AccessReviews;
  readonly projects: Pick<ProjectDirectory, "all">;
  /** Absent where Almanac may not see RoleBindings: then only members are asked about. */
  readonly grants?: Pick<RoleGrants, "isNamedIn">;
  readonly now: () => number;
  readonly ttlMs?: number;
}

/** Soon enough to notice that Gardener has made the RoleBinding of a new member. */
const incompleteTtlMs = 5_000;
const maxScopes = 10_000;

const listShoots = (namespace?: string): ResourceAttributes => ({
  verb: "list",
  group: shoots.group,
  resource: shoots.plural,
  ...(namespace === undefined ? {} : { namespace }),
});
const listProjects: ResourceAttributes = {
  verb: "list",
  group: projectResource.group,
  resource: projectResource.plural,
};

export function createUserScopes(options: UserScopesOptions): UserScopes {
  const { reviews, projects, grants = noGrants, now, ttlMs = 60_000 } = options;
  const scopes = new CachedAnswers<UserScope>({ now, ttlMs, maxEntries: maxScopes });
  const identities = new Map<string, Identity>();

  async function ask(token: string, hash: string): Promise<UserScope> {
    const identity = await reviews.identityOf(token);
    identities.delete(hash);
    identities.set(hash, identity);
    const [oldest] = identities.keys();
    if (identities.size > maxScopes && oldest !== undefined) identities.delete(oldest);
    if (await reviews.may(token, listShoots())) {
      return everything(projects.all(), await reviews.may(token, listProjects), identity);
    }
    const candidates = projects.all().filter((project) => {
      const namespace = project.spec.namespace;
      return isMember(project, identity) || (Boolean(namespace) && grants.isNamedIn(namespace ?? "", identity));
    });
    return ofSome(candidates, { reviews, token, identity });
  }

  function forgetThoseConcerned(concerns: Concerns): void {
    for (const [hash, identity] of identities) if (concerns(identity)) reviews.forget(hash);
  }

  return {
    scopeOf(token) {
      const hash = tokenHash(token);
      return scopes.get(
        hash,
        () => ask(token, hash),
        ({ shown }) => (shown.unreadable.length > 0 ? incompleteTtlMs : ttlMs),
      );
    },
    projectChanged(before, after) {
      const concerned = (identity: Identity) =>
        (before !== undefined && isMember(before, identity)) || (after !== undefined && isMember(after, identity));
      forgetThoseConcerned(concerned);
      // Who sees everything still has the list of projects to be told about.
      scopes.forget((hash) => {
        const identity = identities.get(hash);
        return identity === undefined || concerned(identity) || before === undefined || after === undefined;
      });
    },
    grantsChanged(concerns) {
      forgetThoseConcerned(concerns);
      scopes.forget((hash) => {
        const identity = identities.get(hash);
        return identity === undefined || concerns(identity);
      });
    },
  };
}

function everything(projects: readonly Project[], withDescriptions: boolean, identity: Identity): UserScope {
  const shown = { all: true, projects: toShown(projects, withDescriptions), unreadable: [] };
  return { all: true, namespaces: new Set(), shown, rowsKey: "all", shownKey: digest(JSON.stringify(shown)), identity };
}

async function ofSome(
  candidates: readonly Project[],
  context: { reviews: AccessReviews; token: string; identity: Identity },
): Promise<UserScope> {
  const { reviews, token, identity } = context;
  const judged = await Promise.all(
    candidates.map(async (project) => {
      const namespace = project.spec.namespace;
      return { project, readable: Boolean(namespace) && (await reviews.may(token, listShoots(namespace ?? ""))) };
    }),
  );
  const readable = judged.flatMap(({ project, readable: may }) => (may ? [project] : []));
  const unreadable = judged.flatMap(({ project, readable: may }) =>
    // A binding may be about something else; only a member has reason to expect the project here.
    may || !isMember(project, identity) ? [] : [{ name: project.metadata.name, reason: reasonFor(project) }],
  );
  // Sorted, so that equal scopes list their rows in the same order.
  const namespaces = readable.flatMap(({ spec }) => spec.namespace ?? []).sort();
  const shown = { all: false, projects: toShown(readable, true), unreadable };
  return {
    all: false,
    namespaces: new Set(namespaces),
    shown,
    rowsKey: digest(namespaces.join(" ")),
    shownKey: digest(JSON.stringify(shown)),
    identity,
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function reasonFor({ spec }: Project): string {
  return spec.namespace
    ? "You are a member, but the garden does not let you list its clusters."
    : "The project has no namespace yet.";
}

function toShown(projects: readonly Project[], withDescriptions: boolean): Scope["projects"] {
  return projects
    .flatMap(({ metadata: { name }, spec: { namespace, description, owner } }) =>
      namespace
        ? [
            {
              name,
              namespace,
              ...(withDescriptions && description ? { description: markHiddenCharacters(description) } : {}),
              ...(withDescriptions && owner?.name ? { owner: owner.name } : {}),
            },
          ]
        : [],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether `scope` covers a namespace: the one question that everything served from the shared watch must ask. */
export function covers(scope: Pick<UserScope, "all" | "namespaces">, namespace: string): boolean {
  return scope.all || scope.namespaces.has(namespace);
}
