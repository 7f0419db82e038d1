import "server-only";
import { changeTemplates, type TemplateError, templateEntries } from "#lib/cluster-templates/change-templates.ts";
import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import {
  type ClusterTemplateChangeRequest,
  clusterTemplateChangeResponseSchema,
} from "#lib/contract/cluster-templates.ts";
import { findTemplateProblem } from "#lib/create/template-text.ts";
import { text } from "#lib/language/text.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { changeStoredEntry } from "#server/storage/change-stored-entry.ts";
import { noTemplateStorage } from "./list-templates.ts";
import type { TemplateContext } from "./template-context.ts";

/**
 * Saves, changes or deletes a template of clusters: one of a project with the caller's own permissions, or one of the
 * caller's own. The audit line contains the project, but not the template's name or content.
 */
export async function changeTemplate(
  call: RouteCall<TemplateContext, Session, ClusterTemplateChangeRequest>,
): Promise<Response> {
  const { body, note } = call;
  const { project } = body;
  note({ change: body.kind, ...(project === undefined ? {} : { project }) });
  const problem = "text" in body && body.text !== undefined ? findTemplateProblem(body.text) : undefined;
  if (problem !== undefined) {
    throw new ProblemError("invalid-request", { detail: problem, causes: [{ field: "text", message: problem }] });
  }
  const template = await changeStoredEntry(call, {
    kind: templateEntries,
    project,
    change: (book, hand) => changeTemplates(book, body, hand),
    problemOf: (error) => new ProblemError("conflict", { detail: detailOf(error) }),
    noStorage: noTemplateStorage(),
  });
  return createVisibleJsonResponse(
    clusterTemplateChangeResponseSchema.parse(template === undefined ? {} : { template }),
  );
}

function detailOf(error: TemplateError): string {
  switch (error) {
    case "too-many":
      return text("There are {templates} templates already; delete one first.", {
        templates: clusterTemplateLimits.templates,
      });
    case "too-large":
      return text("All templates together are too large to be stored; delete one first.");
    case "name-taken":
      return text("There is a template of this name already.");
    case "unknown-entry":
      return text("This template no longer exists.");
    case "changed-meanwhile":
      return text("Somebody else has changed this template since you saw it.");
  }
}
