import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { latestEndAt, shortestLifetime } from "../controllers/lifetime.ts";
import { annotations } from "../operations/annotations.ts";
import { isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { parseOrderedInstant } from "../versions/instant.ts";

/** A write of a Shoot, including one that leaves its spec unchanged. */
export interface AnnotatedChange {
  /** Undefined when the Shoot is created. */
  readonly before: Shoot | undefined;
  readonly after: Shoot;
  /** Whether the landscape has a managed issuer for Shoots; undefined when unknown. */
  readonly hasIssuer?: boolean | undefined;
  /** The quotas named by the Shoot's binding, as far as they are readable. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Admission errors (403) for annotations that request something, whether or not the spec changes. Operations, which are
 * annotations too, are validated elsewhere.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, and plugin/pkg/shoot/validator,
 * validateManagedServiceAccountIssuer
 */
export function admitAnnotations(change: AnnotatedChange): FieldErrors {
  return [...lifetimeErrors(change), ...issuerErrors(change)];
}

/** The new expiration timestamp, if the write changes it. */
export function newExpiration({ before, after }: Pick<AnnotatedChange, "before" | "after">): string | undefined {
  if (before === undefined || after.metadata.deletionTimestamp !== undefined) return undefined;
  const [was, is] = [before, after].map(({ metadata }) => metadata.annotations?.[annotations.expiration]);
  return is === was ? undefined : is;
}

/**
 * Checks a new expiration against the quota with the shortest lifetime, which limits how far from now it may be. The
 * API server fails (500) on a timestamp it cannot parse.
 */
function lifetimeErrors(change: AnnotatedChange): FieldErrors {
  const value = newExpiration(change);
  const shortest = shortestLifetime(change.quotas ?? []);
  if (value === undefined || shortest === undefined) return [];
  const path = `metadata.annotations[${annotations.expiration}]`;
  const end = parseOrderedInstant(value);
  if (end === undefined) return [fieldError(path, "EXPIRATION_MALFORMED", { value })];
  const facts = { quota: shortest.quota, days: String(shortest.days) };
  return fieldErrorIf(end > latestEndAt(shortest.days, change.now), path, "EXPIRATION_TOO_LATE", facts);
}

function isIssuedForIt(shoot: Shoot | undefined): boolean {
  return shoot?.metadata.annotations?.[annotations.issuer] === "managed";
}

/** Whether a write newly requests that the landscape issue the Shoot's ServiceAccount tokens. */
export function asksForIssuer({ before, after }: Pick<AnnotatedChange, "before" | "after">): boolean {
  return isIssuedForIt(after) && !isIssuedForIt(before);
}

/**
 * A managed issuer requires a landscape that has one, cannot be removed again, and excludes an issuer of the Shoot's
 * own. If the first rule fails, the others are not checked.
 */
function issuerErrors({ before, after, hasIssuer }: AnnotatedChange): FieldErrors {
  const path = `metadata.annotations[${annotations.issuer}]`;
  const own = "spec.kubernetes.kubeAPIServer.serviceAccountConfig.issuer";
  if (!isIssuedForIt(after)) return fieldErrorIf(isIssuedForIt(before), path, "ISSUER_STAYS_MANAGED");
  if (hasIssuer === false) return [fieldError(path, "ISSUER_NOT_OFFERED")];
  const isOwn = isSet(fieldAt(after.spec.kubernetes.kubeAPIServer, "serviceAccountConfig", "issuer"));
  return fieldErrorIf(isOwn, own, "ISSUER_BESIDE_MANAGED");
}
