import "server-only";
import type { ShownStagedRun, StagedRuns } from "#lib/contract/staged/staged-runs.ts";
import { stagedRunEntries } from "#lib/staged-runs/staged-run-entries.ts";
import { type EntryDocument, shownEntriesOf } from "#lib/stored-entries/entry-document.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { parseEntryConfigMap, sharedEntryStore } from "#server/storage/entry-document-stores.ts";
import { readSharedDocuments } from "#server/storage/shared-documents.ts";
import { shownStagedRun } from "./shown-staged-run.ts";
import type { StagedRunContext } from "./staged-run-context.ts";

/** Limit on the size of a ConfigMap that is read: any member of a project can write anything into its namespace. */
const mostBytes = 256 * 1024;

/** The staged runs that one project keeps, read with the caller's token. */
export async function listStagedRunsOfProject(
  context: StagedRunContext,
  { token }: Session,
  { project, signal }: { readonly project: string; readonly signal: AbortSignal },
): Promise<StagedRuns> {
  const store = await sharedEntryStore(stagedRunEntries, context, { token, project, signal });
  const [book, scope] = await Promise.all([
    findDocument({ ...store, limitBytes: mostBytes }),
    context.scopes.scopeOf(token),
  ]);
  const { runs, unread } = runsIn(book, project, scope);
  return { runs: [...runs], unread: unread ? [project] : [], beyond: 0 };
}

/** The staged runs of all projects that the caller sees, read with the caller's token. */
export async function listStagedRuns({ scopes, withToken }: StagedRunContext, { token }: Session): Promise<StagedRuns> {
  const scope = await scopes.scopeOf(token);
  const { books, forbidden, beyond } = await readSharedDocuments({
    kind: stagedRunEntries,
    client: withToken(token),
    scope,
  });
  const runs: ShownStagedRun[] = [];
  const unread = new Set(forbidden);
  await forEachInTimeSlices(books, ([{ name }, kept]) => {
    const read = runsIn(kept && parseEntryConfigMap(stagedRunEntries, kept), name, scope);
    runs.push(...read.runs);
    if (read.unread) unread.add(name);
  });
  return { runs, unread: [...unread], beyond };
}

function runsIn(
  book: EntryDocument | undefined,
  project: string,
  scope: UserScope,
): { readonly runs: readonly ShownStagedRun[]; readonly unread: boolean } {
  if (book === undefined) return { runs: [], unread: true };
  const { shown, unshown } = shownEntriesOf(book, stagedRunEntries);
  return { runs: shown.map((run) => shownStagedRun(run, project, scope)), unread: unshown > 0 };
}

/** Namespaces of projects, if the caller sees them all. @throws ProblemError if not */
export function namespacesOf({ shown }: UserScope, projects: ReadonlySet<string>, detail: string): readonly string[] {
  const found = shown.projects.filter(({ name }) => projects.has(name)).map(({ namespace }) => namespace);
  if (found.length < projects.size) throw new ProblemError("forbidden", { detail });
  return found;
}
