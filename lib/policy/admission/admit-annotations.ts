import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { findShortestQuotaLifetime, latestAllowedExpirationAt } from "../controllers/lifetime.ts";
import { annotations } from "../operations/annotations.ts";
import { isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { parseOrderedInstant } from "../versions/instant.ts";

/** A write of a Shoot, including one that leaves its spec unchanged. */
export interface AnnotationAdmissionInput {
  /** The Shoot before the write; undefined when the write creates the Shoot. */
  readonly before: Shoot | undefined;
  readonly after: Shoot;
  /** Whether the landscape has a managed issuer for Shoots; undefined when unknown. */
  readonly hasIssuer?: boolean | undefined;
  /** The Quotas to which the Shoot's credentials binding refers, as far as the user may read them. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** The current time in epoch milliseconds. */
  readonly now: number;
}

/**
 * Admission errors (403) for a Shoot's annotations for its expiration and its managed token issuer, also when the spec
 * does not change. Annotations that request an operation are validated elsewhere.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, and plugin/pkg/shoot/validator,
 * validateManagedServiceAccountIssuer
 */
export function findAnnotationAdmissionErrors(change: AnnotationAdmissionInput): FieldErrors {
  return [...lifetimeErrors(change), ...issuerErrors(change)];
}

/** The new value of a Shoot's expiration annotation, if the write changes it. */
export function findChangedExpiration({
  before,
  after,
}: Pick<AnnotationAdmissionInput, "before" | "after">): string | undefined {
  if (before === undefined || after.metadata.deletionTimestamp !== undefined) return undefined;
  const [was, is] = [before, after].map(({ metadata }) => metadata.annotations?.[annotations.expiration]);
  return is === was ? undefined : is;
}

/**
 * Checks a new expiration of a Shoot against the Quota with the shortest lifetime: the expiration may be at most that
 * far from now. The API server fails (500) on a timestamp that it cannot parse.
 */
function lifetimeErrors(change: AnnotationAdmissionInput): FieldErrors {
  const value = findChangedExpiration(change);
  const shortest = findShortestQuotaLifetime(change.quotas ?? []);
  if (value === undefined || shortest === undefined) return [];
  const path = `metadata.annotations[${annotations.expiration}]`;
  const end = parseOrderedInstant(value);
  if (end === undefined) return [fieldError(path, "EXPIRATION_MALFORMED", { value })];
  const facts = { quota: shortest.quota, days: String(shortest.days) };
  return fieldErrorIf(end > latestAllowedExpirationAt(shortest.days, change.now), path, "EXPIRATION_TOO_LATE", facts);
}

function isIssuedForIt(shoot: Shoot | undefined): boolean {
  return shoot?.metadata.annotations?.[annotations.issuer] === "managed";
}

/** Whether a write newly requests that the landscape issue the Shoot's ServiceAccount tokens. */
export function newlyRequestsManagedIssuer({
  before,
  after,
}: Pick<AnnotationAdmissionInput, "before" | "after">): boolean {
  return isIssuedForIt(after) && !isIssuedForIt(before);
}

/**
 * Errors for a managed issuer of ServiceAccount tokens: the landscape must provide one, it cannot be removed again, and
 * the Shoot must not configure an issuer of its own. Without one in the landscape, the other rules are not checked.
 */
function issuerErrors({ before, after, hasIssuer }: AnnotationAdmissionInput): FieldErrors {
  const path = `metadata.annotations[${annotations.issuer}]`;
  const own = "spec.kubernetes.kubeAPIServer.serviceAccountConfig.issuer";
  if (!isIssuedForIt(after)) return fieldErrorIf(isIssuedForIt(before), path, "ISSUER_STAYS_MANAGED");
  if (hasIssuer === false) return [fieldError(path, "ISSUER_NOT_OFFERED")];
  const isOwn = isSet(fieldAt(after.spec.kubernetes.kubeAPIServer, "serviceAccountConfig", "issuer"));
  return fieldErrorIf(isOwn, own, "ISSUER_BESIDE_MANAGED");
}
