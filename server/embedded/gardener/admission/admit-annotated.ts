import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { admitAnnotations } from "#lib/policy/admission/admit-annotations.ts";
import type { ChangeFault } from "#lib/policy/settings/fault.ts";
import { type ApiError, forbidden, internalError } from "../../api/errors/api-error.ts";
import type { GardenerAdmission } from "../rules/shoot-rules.ts";
import { quotasOf } from "./shoot-references.ts";

/**
 * Refuses annotations that ask for what cannot be, also where the spec stays.
 * @throws ApiError 403, and 500 for what the API server fails over
 */
export function admitAnnotated(before: Shoot, after: Shoot, { garden, now }: GardenerAdmission): void {
  const [fault] = admitAnnotations({ before, after, quotas: quotasOf(garden, after), now: now.getTime() });
  if (fault) throw refusalOf(after.metadata.name, fault);
}

/** The words of the API server's own code, which name no field. */
function refusalOf(name: string, { code, facts }: ChangeFault): ApiError {
  const fact = (key: string) => String(facts?.[key] ?? "");
  if (code === "EXPIRATION_MALFORMED") {
    return internalError(`parsing time ${JSON.stringify(fact("value"))} as "2006-01-02T15:04:05Z07:00"`);
  }
  const text = `requested shoot expiration time is too long. Can only be extended by ${fact("days")} day(s)`;
  return forbidden(shoots, name, text);
}
