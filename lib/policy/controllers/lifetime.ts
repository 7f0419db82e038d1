import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { parseOrderedInstant } from "../versions/instant.ts";

/** Default interval at which Gardener checks the lifetime of every Shoot. */
const lifetimeCheckPeriodMs = hourMs;

/** The expiration annotation of a Shoot, read without its quotas. Instants in milliseconds since 1970. */
export type Lifetime =
  /** The Shoot has no expiration, or its deletion has already begun. */
  | { readonly state: "none" }
  /** Gardener cannot parse it, and so never deletes the Shoot. */
  | { readonly state: "unreadable"; readonly text: string }
  /**
   * Gardener deletes the Shoot at a check between the two instants if a quota of its binding still has a lifetime then;
   * otherwise it removes the annotation.
   */
  | {
      readonly state: "ends";
      readonly endsAt: number;
      readonly deletedUntilAt: number;
    };

function endOf(shoot: Pick<ShootWithLifetime, "metadata">): string | undefined {
  return shoot.metadata.annotations?.[annotations.expiration];
}

/** Whether the Shoot has a credentials binding: lifetimes come only from the Quotas of a binding. */
function hasBinding({ spec }: Pick<ShootWithLifetime, "spec">): boolean {
  return Boolean(spec.secretBindingName || spec.credentialsBindingName);
}

/** The fields of a Shoot that determine its lifetime. */
export type ShootWithLifetime = {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>> | undefined;
    readonly deletionTimestamp?: string | undefined;
  };
  readonly spec: Pick<Shoot["spec"], "secretBindingName" | "credentialsBindingName">;
};

/** End of the lifetime in milliseconds since 1970; undefined without one, and once deletion has begun. */
export function lifetimeEnd(shoot: ShootWithLifetime): number | undefined {
  if (shoot.metadata.deletionTimestamp || !hasBinding(shoot)) return undefined;
  return parseInstant(endOf(shoot));
}

/**
 * When Gardener deletes the Shoot because its lifetime is over. Hibernated, failed and busy Shoots are deleted too.
 * @source Gardener: pkg/controllermanager/controller/shoot/quota/reconciler.go
 */
export function readLifetime(shoot: Shoot): Lifetime {
  const text = endOf(shoot);
  if (text === undefined || shoot.metadata.deletionTimestamp || !hasBinding(shoot)) return { state: "none" };
  const endsAt = parseInstant(text);
  if (endsAt === undefined) return { state: "unreadable", text: annotationOf(shoot, annotations.expiration) };
  return { state: "ends", endsAt, deletedUntilAt: endsAt + lifetimeCheckPeriodMs };
}

/** The quota with the shortest lifetime; undefined when none has one. */
export function findShortestQuotaLifetime(
  quotas: readonly KubeObject[],
): { readonly days: number; readonly quota: string } | undefined {
  const [shortest] = quotas
    .flatMap((quota) => {
      const days = fieldAt(quota, "spec", "clusterLifetimeDays");
      return typeof days === "number" ? [{ days, quota: quota.metadata.name }] : [];
    })
    .sort((left, right) => left.days - right.days);
  return shortest;
}

/** The lifetime of clusters whose binding names Quotas with these lifetimes, in days; undefined when none has one. */
export function shortestLifetimeDays(lifetimes: readonly (number | undefined)[]): number | undefined {
  const days = lifetimes.filter((each) => each !== undefined);
  return days.length === 0 ? undefined : Math.min(...days);
}

/** The latest expiration an owner may set now. @source Gardener: plugin/pkg/shoot/quotavalidator */
export function latestAllowedExpirationAt(days: number, nowMs: number): number {
  return nowMs + days * dayMs;
}

/** The annotation that sets a Shoot's expiration. */
export function expirationAnnotationPatch(endsAt: number): Readonly<Record<string, string>> {
  return { [annotations.expiration]: formatInstant(endsAt) };
}

/** The expiration set by a change of annotations; undefined when it is not changed. */
export function expirationInAnnotationChange(
  changed: Readonly<Record<string, string | null>> | undefined,
): number | undefined {
  return parseInstant(changed?.[annotations.expiration] ?? undefined);
}

/** Result of the controller's lifetime check of a Shoot. */
export type LifetimeCheck =
  /** Binding or Quota is missing, or the expiration is unparsable: the controller changes nothing and checks again. */
  | { readonly outcome: "fails"; readonly cause: "quota-missing" | "unreadable" }
  /** No quota has a lifetime: an annotated expiration is removed. */
  | { readonly outcome: "unlimited"; readonly removesEnd: boolean }
  /** `setsEnd`: the annotation was missing, and the end is computed from the creation timestamp. */
  | { readonly outcome: "lives" | "deletes"; readonly endsAt: number; readonly setsEnd: boolean };

/**
 * Predicts the controller's lifetime check. The annotation decides, not the quota, so a longer quota does not extend
 * the lifetime; a removed annotation is restored as creation + lifetime, which may be in the past.
 *
 * @param quotas quotas of the binding; an entry is undefined when not found, and so is the list without the binding
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/quota/reconciler.go
 */
export function checkLifetime(
  shoot: Shoot,
  quotas: readonly (KubeObject | undefined)[] | undefined,
  nowMs: number,
): LifetimeCheck {
  const found = hasBinding(shoot) ? quotas?.filter((quota) => quota !== undefined) : [];
  if (found === undefined || (hasBinding(shoot) && found.length !== quotas?.length)) {
    return { outcome: "fails", cause: "quota-missing" };
  }
  const shortest = findShortestQuotaLifetime(found);
  const text = endOf(shoot);
  if (shortest === undefined) return { outcome: "unlimited", removesEnd: text !== undefined };
  const setsEnd = text === undefined;
  const createdAt = parseInstant(shoot.metadata.creationTimestamp) ?? nowMs;
  const endsAt = setsEnd ? createdAt + shortest.days * dayMs : parseOrderedInstant(text);
  if (endsAt === undefined) return { outcome: "fails", cause: "unreadable" };
  return { outcome: nowMs > endsAt ? "deletes" : "lives", endsAt, setsEnd };
}
