import "server-only";
import { type FreezeChangeRequest, freezeChangeResponseSchema, freezeLimits } from "#lib/contract/freeze/freezes.ts";
import { changeFreezes, freezeEntries } from "#lib/freezes/change-freezes.ts";
import { text } from "#lib/language/text.ts";
import { findFreezeTimeError } from "#lib/policy/freeze/freeze-period.ts";
import type { EntryError } from "#lib/stored-entries/change-entries.ts";
import { freezeTimeErrorDescriptions } from "#lib/words/freeze/freeze-descriptions.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { changeStoredEntry } from "#server/storage/change-stored-entry.ts";
import type { FreezeContext } from "./freeze-context.ts";

/**
 * Saves, changes or deletes a freeze period of a project with the caller's own permissions. The audit line contains the
 * project, but not the period's name or times.
 */
export async function changeFreeze(call: RouteCall<FreezeContext, Session, FreezeChangeRequest>): Promise<Response> {
  const { body, note } = call;
  const { project } = body;
  note({ change: body.kind, project });
  rejectInvalidTimes(body);
  const freeze = await changeStoredEntry(call, {
    kind: freezeEntries,
    project,
    change: (book, hand) => changeFreezes(book, body, hand),
    problemOf: (error) => new ProblemError("conflict", { detail: detailOf(error) }),
  });
  return createVisibleJsonResponse(freezeChangeResponseSchema.parse(freeze === undefined ? {} : { freeze }));
}

/** @throws ProblemError with the field that has to change */
function rejectInvalidTimes(body: FreezeChangeRequest): void {
  const error = body.kind === "delete" ? undefined : findFreezeTimeError(body);
  if (error === undefined) return;
  const detail = text(freezeTimeErrorDescriptions[error.code]);
  throw new ProblemError("invalid-request", { detail, causes: [{ field: error.field, message: detail }] });
}

function detailOf(error: EntryError): string {
  switch (error) {
    case "too-many":
      return text("There are {freezes} freezes already; delete one first.", { freezes: freezeLimits.freezes });
    case "name-taken":
    case "unknown-entry":
      return text("This freeze no longer exists.");
    case "changed-meanwhile":
      return text("Somebody else has changed this freeze since you saw it.");
  }
}
