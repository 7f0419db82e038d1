import "server-only";
import { randomBytes } from "node:crypto";
import { viewLimits } from "#lib/contract/view-limits.ts";
import { type SavedView, type ViewChangeRequest, viewChangeResponseSchema } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { queryOfRuleSubject } from "#lib/notices/rule-subject.ts";
import { changeViews, type ViewError } from "#lib/saved-views/change-views.ts";
import type { ViewDocument } from "#lib/saved-views/view-document.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { rejectLongQuery } from "#server/fleet/select-rows.ts";
import type { Session } from "#server/identity/session.ts";
import { type DocumentStore, updateDocument } from "#server/storage/document-store.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import type { ViewContext } from "./view-context.ts";
import { ownViewDocumentStore, sharedViewDocumentStore } from "./view-document-stores.ts";

type ViewCall = RouteCall<ViewContext, Session, ViewChangeRequest>;

/**
 * Saves, changes or deletes a saved view: one of a project with the caller's own permissions, or one of the caller's
 * own. The audit line contains the project, but not the view's name or content.
 */
export async function changeView(call: ViewCall): Promise<Response> {
  const { body, note } = call;
  const address = "address" in body ? body.address : undefined;
  if (address !== undefined) rejectLongQuery(queryOfRuleSubject({ kind: "view", address }));
  const project = "project" in body ? body.project : undefined;
  note({ change: body.kind, ...(project === undefined ? {} : { project }) });
  const view = await (project === undefined ? changeOwn(call) : changeShared(call, project));
  return createVisibleJsonResponse(viewChangeResponseSchema.parse(view === undefined ? {} : { view }));
}

async function changeShared(call: ViewCall, project: string): Promise<SavedView | undefined> {
  const { app, session, signal } = call;
  try {
    return await changeAt(await sharedViewDocumentStore(app, session, { project, signal }), call);
  } finally {
    app.sharedViews.changed(session.token);
  }
}

async function changeOwn(call: ViewCall): Promise<SavedView | undefined> {
  const { ownKeeping, reviews } = call.app;
  if (ownKeeping === undefined) {
    const detail = text("Almanac has no credential of its own in this garden to keep views with.");
    throw new ProblemError("not-ready", { detail });
  }
  const { name } = await reviews.identityOf(call.session.token);
  try {
    return await changeAt(ownViewDocumentStore(ownKeeping, name, call.signal), call);
  } catch (error) {
    throw new ProblemError("not-ready", { detail: describeStorageError(error, ownKeeping) }, { cause: error });
  }
}

function changeAt(
  place: DocumentStore<ViewDocument>,
  { app, session, body }: ViewCall,
): Promise<SavedView | undefined> {
  const hand = {
    by: session.user.name,
    at: new Date(app.now()).toISOString(),
    newId: randomBytes(6).toString("hex"),
  };
  return updateDocument(place, (before) => {
    const changed = changeViews(before, body, hand);
    if (!changed.ok) throw new ProblemError(...problemOf(changed.error));
    return { book: changed.value.book, value: changed.value.view };
  });
}

function problemOf(fault: ViewError): ["conflict" | "invalid-request", { readonly detail: string }] {
  switch (fault) {
    case "too-many":
      return [
        "conflict",
        { detail: text("There are {views} views already; delete one first.", { views: viewLimits.views }) },
      ];
    case "name-taken":
      return ["conflict", { detail: text("There is a view of this name already.") }];
    case "unknown-view":
      return ["conflict", { detail: text("This view is not there any more.") }];
    case "changed-meanwhile":
      return ["conflict", { detail: text("Somebody else has changed this view since you saw it.") }];
    case "not-of-the-list":
      return [
        "invalid-request",
        { detail: text("Only a view of the list of clusters can be what the list opens with.") },
      ];
  }
}
