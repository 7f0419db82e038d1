import "server-only";
import {
  type StagedRun,
  type StagedRunChange,
  type StagedRunPlan,
  stagedRunChangeResponseSchema,
  stagedRunLimits,
} from "#lib/contract/staged/staged-runs.ts";
import { shoots } from "#lib/kube/resource.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { bulkClusterOf } from "#lib/staged-runs/bulk-run-of-stage.ts";
import { clustersOfStage } from "#lib/staged-runs/stage-gate.ts";
import {
  addStagedRun,
  changeStagedRunEntry,
  type StagedRunEntryError,
  stagedRunEntries,
} from "#lib/staged-runs/staged-run-entries.ts";
import { findEntry } from "#lib/stored-entries/change-entries.ts";
import { accessReviewAttributes } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { changeStoredEntry } from "#server/storage/change-stored-entry.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { sharedEntryStore } from "#server/storage/entry-document-stores.ts";
import { namespacesOf } from "./list-staged-runs.ts";
import { shownStagedRun } from "./shown-staged-run.ts";
import type { StagedRunContext } from "./staged-run-context.ts";

/** Makes a staged run with the caller's own permissions. Nothing is sent to a cluster by it. */
export async function makeStagedRun(call: RouteCall<StagedRunContext, Session, StagedRunPlan>): Promise<Response> {
  const { app, session, body, note } = call;
  const { project, clusters } = body;
  note({ change: "make", project, clusters: clusters.length });
  const scope = await app.scopes.scopeOf(session.token);
  await rejectWithoutRights(call, scope, clusters);
  const { name: by } = await app.reviews.identityOf(session.token);
  const run = await changeStoredEntry(call, {
    kind: stagedRunEntries,
    project,
    change: (book, hand) => addStagedRun(book, body, { ...hand, by }),
    problemOf,
  });
  return answer(run, project, scope);
}

/**
 * Makes one change of a staged run with the caller's own permissions. Who approves is the user of the session: it is
 * never part of the request.
 */
export async function changeStagedRuns(call: RouteCall<StagedRunContext, Session, StagedRunChange>): Promise<Response> {
  const { app, session, body, note } = call;
  const { kind, project, id } = body;
  note({ change: kind, project, run: id });
  const scope = await app.scopes.scopeOf(session.token);
  if (body.kind === "progress") rejectOversizedProgress(body.clusters);
  if (["approve", "begin", "drive", "go-on"].includes(body.kind))
    await rejectWithoutRights(call, scope, await clustersConcerned(call));
  // The garden says who approves, not the browser.
  const { name: by } = await app.reviews.identityOf(session.token);
  const observation = observationOf(app.fleet, scope);
  const run = await changeStoredEntry(call, {
    kind: stagedRunEntries,
    project,
    change: (book, { at }) => changeStagedRunEntry(book, body, { by, at, ...observation }),
    problemOf,
  });
  return answer(kind === "delete" ? undefined : run, project, scope);
}

/** What the list shows of clusters. A cluster is gone only if its project is seen, and the list is current. */
function observationOf({ store, freshness, knowsWhatIsGone }: StagedRunContext["fleet"], scope: UserScope) {
  const rows = new Map(store.rows(scope).map((row) => [row.uid, row]));
  const { state, parts } = freshness();
  const isCurrent = state === "live" && parts === undefined && knowsWhatIsGone();
  const seen = new Set(isCurrent ? scope.shown.projects.map(({ name }) => name) : []);
  return {
    rowOf: (uid: string) => rows.get(uid),
    isListed: (project: string) => seen.has(project),
  };
}

function answer(run: StagedRun | undefined, project: string, scope: UserScope): Response {
  const shown = run === undefined ? {} : { run: shownStagedRun(run, project, scope) };
  return createVisibleJsonResponse(stagedRunChangeResponseSchema.parse(shown));
}

/** Clusters on which a change lets acts follow: those of the stage that is driven, begun or approved. */
async function clustersConcerned({
  app,
  session,
  body,
  signal,
}: RouteCall<StagedRunContext, Session, StagedRunChange>): Promise<StagedRun["clusters"]> {
  const { project, id } = body;
  const store = await sharedEntryStore(stagedRunEntries, app, { token: session.token, project, signal });
  const book = await findDocument(store);
  const found = book && findEntry(book, stagedRunEntries, { id });
  if (!found?.ok) throw problemOf("unknown-entry");
  const run = found.value;
  return [...clustersOfStage(run, body.kind === "approve" || body.kind === "begin" ? body.stage : run.current)];
}

/** @throws ProblemError unless the caller may change the clusters, by the garden's own answer */
async function rejectWithoutRights(
  { app, session }: Pick<RouteCall<StagedRunContext, Session, unknown>, "app" | "session">,
  scope: UserScope,
  clusters: readonly { readonly project: string }[],
): Promise<void> {
  const detail = text("You may not change every cluster of this stage, so you cannot let it go on.");
  const namespaces = namespacesOf(scope, new Set(clusters.map(({ project }) => project)), detail);
  const rights = await Promise.all(
    namespaces.map((namespace) =>
      app.reviews.may(session.token, accessReviewAttributes("patch", shoots, { namespace })),
    ),
  );
  if (rights.includes(false)) throw new ProblemError("forbidden", { detail });
}

/** @throws ProblemError for progress that this build could not read again, or that would fill the ConfigMap */
function rejectOversizedProgress(clusters: Extract<StagedRunChange, { readonly kind: "progress" }>["clusters"]): void {
  const sample = {
    ...{ project: "p", name: "n", stage: 0, sentence: "", substance: "", inWindow: false },
    act: { kind: "operation", id: "reconcile", when: "now" } as const,
  };
  const isWrong = clusters.some(
    (cluster) =>
      JSON.stringify(cluster.progress).length > stagedRunLimits.progressBytes ||
      bulkClusterOf({ ...sample, ...cluster }) === undefined,
  );
  if (isWrong)
    throw new ProblemError("invalid-request", { detail: text("The progress of a cluster has a wrong form.") });
}

const details: Readonly<Record<StagedRunEntryError, Message>> = {
  "too-many": message("The project keeps too many runs that are not over. Stop one first."),
  "too-many-own": message("You have too many runs in this project that are not over. Stop one first."),
  "too-large": message("The run is too large for the project to keep. Choose fewer clusters."),
  "project-full": message("The runs of the project would become too large to keep. Delete one that is over first."),
  "empty-stage": message("A stage has no cluster."),
  "name-taken": message("This run no longer exists."),
  "unknown-entry": message("This run no longer exists."),
  "changed-meanwhile": message("Somebody else has changed this run since you saw it."),
  "not-going": message("This run is over."),
  "driven-by-another": message("Another tab drives this run."),
  "not-driver": message("This tab no longer drives the run."),
  "sent-before": message("Another tab sends this already."),
  "gate-closed": message("The gate of this stage is not open."),
  "held-by-failures": message("Too many clusters have failed, so nothing more is sent."),
  "no-such-gate": message("No approval is asked before this stage."),
  "stage-unfinished": message("The stage before is not over, so there is nothing to approve yet."),
  "own-approval": message("You made this run, so another person has to approve it."),
  "other-stage": message("The run is in another stage by now."),
  "still-going": message("The run is not over. Stop it first."),
};

function problemOf(error: StagedRunEntryError): ProblemError {
  return new ProblemError(error === "own-approval" ? "forbidden" : "conflict", { detail: text(details[error]) });
}
