import "server-only";
import { viewLimits } from "#lib/contract/view-limits.ts";
import { type ViewChangeRequest, viewChangeResponseSchema } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { queryOfRuleSubject } from "#lib/notices/rule-subject.ts";
import { changeViews, type ViewError } from "#lib/saved-views/change-views.ts";
import { viewEntries } from "#lib/saved-views/view-document.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { rejectLongQuery } from "#server/fleet/select-rows.ts";
import type { Session } from "#server/identity/session.ts";
import { changeStoredEntry } from "#server/storage/change-stored-entry.ts";
import type { ViewContext } from "./view-context.ts";

type ViewCall = RouteCall<ViewContext, Session, ViewChangeRequest>;

/**
 * Saves, changes or deletes a saved view: one of a project with the caller's own permissions, or one of the caller's
 * own. The audit line contains the project, but not the view's name or content.
 */
export async function changeView(call: ViewCall): Promise<Response> {
  const { app, session, body, note } = call;
  const address = "address" in body ? body.address : undefined;
  if (address !== undefined) rejectLongQuery(queryOfRuleSubject({ kind: "view", address }));
  const project = "project" in body ? body.project : undefined;
  note({ change: body.kind, ...(project === undefined ? {} : { project }) });
  const view = await changeStoredEntry(call, {
    kind: viewEntries,
    project,
    change: (book, hand) => changeViews(book, body, hand),
    problemOf: (error) => new ProblemError(...problemOf(error)),
    noStorage: text("Almanac has no credential of its own in this garden to keep views with."),
  }).finally(() => {
    if (project !== undefined) app.sharedViews.changed(session.token);
  });
  return createVisibleJsonResponse(viewChangeResponseSchema.parse(view === undefined ? {} : { view }));
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
    case "unknown-entry":
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
