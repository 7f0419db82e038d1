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
  /** When the garden was asked for it, by the clock of `UserScopesOptions`. */
  readonly askedAt: number;
}

export interface UserScopes {
  /**
   * While the garden cannot be asked, the last answer counts for `lastAnswerTrustMs`.
   * @param maxAgeMs what was remembered for longer is asked anew, and nothing else counts
   */
  scopeOf(token: string, maxAgeMs?: number): Promise<UserScope>;
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
  /** Milliseconds of any clock that does not jump. */
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

  async function ask(token: string, hash: string, maxAgeMs: number): Promise<UserScope> {
    const askedAt = now();
    const identity = await reviews.identityOf(token, maxAgeMs);
    const may = (attributes: ResourceAttributes) => reviews.may(token, attributes, maxAgeMs);
    identities.delete(hash);
    identities.set(hash, identity);
    const [oldest] = identities.keys();
    if (identities.size > maxScopes && oldest !== undefined) identities.delete(oldest);
    if (await may(listShoots())) {
      const isShown = await may(listProjects);
      return { ...everything(projects.all(), isShown, identity), askedAt };
    }
    const candidates = projects.all().filter((project) => {
      const namespace = project.spec.namespace;
      return isMember(project, identity) || (Boolean(namespace) && grants.isNamedIn(namespace ?? "", identity));
    });
    return { ...(await ofSome(candidates, may, identity)), askedAt };
  }

  function forgetThoseConcerned(concerns: Concerns): void {
    for (const [hash, identity] of identities) if (concerns(identity)) reviews.forget(hash);
  }

  return {
    scopeOf(token, maxAgeMs) {
      const hash = tokenHash(token);
      return scopes.get(hash, () => ask(token, hash, maxAgeMs ?? ttlMs), {
        ttlMsOf: ({ shown }) => (shown.unreadable.length > 0 ? incompleteTtlMs : ttlMs),
        maxAgeMs,
      });
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

type UndatedScope = Omit<UserScope, "askedAt">;

function everything(projects: readonly Project[], withDescriptions: boolean, identity: Identity): UndatedScope {
  const shown = { all: true, projects: toShown(projects, withDescriptions), unreadable: [] };
  return { all: true, namespaces: new Set(), shown, rowsKey: "all", shownKey: digest(JSON.stringify(shown)), identity };
}

async function ofSome(
  candidates: readonly Project[],
  may: (attributes: ResourceAttributes) => Promise<boolean>,
  identity: Identity,
): Promise<UndatedScope> {
  const judged = await Promise.all(
    candidates.map(async (project) => {
      const namespace = project.spec.namespace;
      return { project, readable: Boolean(namespace) && (await may(listShoots(namespace ?? ""))) };
    }),
  );
  const readable = judged.flatMap((each) => (each.readable ? [each.project] : []));
  const unreadable = judged.flatMap(({ project, readable }) =>
    // A binding may be about something else; only a member has reason to expect the project here.
    readable || !isMember(project, identity) ? [] : [{ name: project.metadata.name, reason: reasonFor(project) }],
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
