import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { latestEndAt, shortestLifetime } from "../controllers/lifetime.ts";
import { annotations } from "../operations/annotations.ts";
import { changeFault, type Faults, faultIf } from "../settings/fault.ts";
import { isSet } from "../settings/field-checks.ts";
import { parseOrderedInstant } from "../versions/instant.ts";

/** A write of a Shoot, also one that leaves its spec as it is. */
export interface AnnotatedChange {
  /** Undefined for a new one. */
  readonly before: Shoot | undefined;
  readonly after: Shoot;
  /** Whether the landscape has an issuer for Shoots; undefined where nobody knows. */
  readonly hasIssuer?: boolean | undefined;
  /** Those that the Shoot's binding names, as far as they can be read. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What admission finds about annotations that ask for something (403). They are judged whether or not the spec changes.
 * Operations, which travel as annotations too, are judged elsewhere.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, and plugin/pkg/shoot/validator, validateManagedServiceAccountIssuer
 */
export function admitAnnotations(change: AnnotatedChange): Faults {
  return [...lifetimeFaults(change), ...issuerFaults(change)];
}

/** The day of its end, where a write sets it anew. */
export function newExpiration({ before, after }: Pick<AnnotatedChange, "before" | "after">): string | undefined {
  if (before === undefined || after.metadata.deletionTimestamp !== undefined) return undefined;
  const [was, is] = [before, after].map(({ metadata }) => metadata.annotations?.[annotations.expiration]);
  return is === was ? undefined : is;
}

/**
 * The quota with the shortest life says how far from now the end of a Shoot may be set. The API server fails over an end
 * that it cannot read (500).
 */
function lifetimeFaults(change: AnnotatedChange): Faults {
  const value = newExpiration(change);
  const shortest = shortestLifetime(change.quotas ?? []);
  if (value === undefined || shortest === undefined) return [];
  const path = `metadata.annotations[${annotations.expiration}]`;
  const end = parseOrderedInstant(value);
  if (end === undefined) return [changeFault(path, "EXPIRATION_MALFORMED", { value })];
  const facts = { quota: shortest.quota, days: String(shortest.days) };
  return faultIf(end > latestEndAt(shortest.days, change.now), path, "EXPIRATION_TOO_LATE", facts);
}

function isIssuedForIt(shoot: Shoot | undefined): boolean {
  return shoot?.metadata.annotations?.[annotations.issuer] === "managed";
}

/** Whether a write asks that the landscape issue the Shoot's ServiceAccount tokens from now on. */
export function asksForIssuer({ before, after }: Pick<AnnotatedChange, "before" | "after">): boolean {
  return isIssuedForIt(after) && !isIssuedForIt(before);
}

/**
 * A managed issuer needs a landscape that has one, stays once it is there, and stands beside no issuer of the Shoot's own.
 * The first of these ends the judgement.
 */
function issuerFaults({ before, after, hasIssuer }: AnnotatedChange): Faults {
  const path = `metadata.annotations[${annotations.issuer}]`;
  const own = "spec.kubernetes.kubeAPIServer.serviceAccountConfig.issuer";
  if (!isIssuedForIt(after)) return faultIf(isIssuedForIt(before), path, "ISSUER_STAYS_MANAGED");
  if (hasIssuer === false) return [changeFault(path, "ISSUER_NOT_OFFERED")];
  const isOwn = isSet(fieldAt(after.spec.kubernetes.kubeAPIServer, "serviceAccountConfig", "issuer"));
  return faultIf(isOwn, own, "ISSUER_BESIDE_MANAGED");
}
