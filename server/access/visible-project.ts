import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { UserScopes } from "./user-scope.ts";

export interface VisibleProject {
  readonly name: string;
  readonly namespace: string;
}

/** The namespace of a project that the user can see; for others the response must not disclose that they exist. */
export async function visibleProjectOf(
  { scopes }: { readonly scopes: Pick<UserScopes, "scopeOf"> },
  token: string,
  wanted: string,
): Promise<VisibleProject> {
  const { shown } = await scopes.scopeOf(token);
  const place = shown.projects.find(({ name }) => name === wanted);
  if (place !== undefined) return place;
  throw new ProblemError("not-found", { detail: text("There is no such project, or you do not see it.") });
}
