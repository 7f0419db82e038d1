import "server-only";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { VisibleProject } from "#server/access/visible-project.ts";
import { ProblemError } from "#server/boundary/problem.ts";

type Json = Readonly<Record<string, unknown>>;

const apiVersion = "core.gardener.cloud/v1beta1";
const kind = "Shoot";

/** The Shoot of a request as it is sent to the garden, and as rules read it. */
export interface ReadDraft {
  /** The Shoot as it was written, in the project's namespace and without a status. */
  readonly body: Json;
  /** The same with valid types in every field that a rule reads. */
  readonly shoot: Shoot;
}

/** @throws ProblemError if the object is no Shoot, or one of another project */
export function readDraft(draft: Json, { name, namespace }: VisibleProject): ReadDraft {
  const { status: _status, metadata, ...rest } = draft;
  refuseOther("apiVersion", draft.apiVersion, apiVersion);
  refuseOther("kind", draft.kind, kind);
  const written = isRecord(metadata) ? metadata : {};
  const place = written.namespace;
  if (place !== undefined && place !== namespace) {
    const message = text("The namespace of the project {project} is {namespace}.", { project: name, namespace });
    throw new ProblemError("invalid-request", { detail: message, causes: [{ field: "metadata.namespace", message }] });
  }
  const body = { ...rest, apiVersion, kind, metadata: { ...written, namespace } };
  const shoot = { ...body, metadata: { ...body.metadata, name: stringAt(written, "name") ?? "" }, spec: specOf(draft) };
  return { body, shoot: shootWithValidTypes(shoot) };
}

function specOf(draft: Json): Shoot["spec"] {
  const spec = fieldAt(draft, "spec");
  const empty = { kubernetes: { version: "" }, provider: { type: "" } };
  return isRecord(spec) ? { ...empty, ...spec } : empty;
}

function refuseOther(field: string, value: unknown, expected: string): void {
  if (value === undefined || value === expected) return;
  const message = text("{field} must be {expected}.", { field, expected });
  throw new ProblemError("invalid-request", { detail: message, causes: [{ field, message }] });
}
