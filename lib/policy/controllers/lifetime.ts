import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { parseOrderedInstant } from "../versions/instant.ts";

/** How often Gardener looks at the lifetime of every Shoot, unless its operator says otherwise. */
const lifetimeCheckPeriodMs = hourMs;

/** What the annotation of a Shoot says about its end, without its quotas. Instants in milliseconds since 1970. */
export type Lifetime =
  /** No end, or a deletion that has begun already. */
  | { readonly state: "none" }
  /** Gardener cannot read it, and so never deletes the Shoot. */
  | { readonly state: "unreadable"; readonly text: string }
  /**
   * Gardener deletes the Shoot at one of its looks, between the two instants, if a quota of its binding still has a
   * lifetime then; if none has, it removes the annotation.
   */
  | {
      readonly state: "ends";
      readonly endsAt: number;
      readonly deletedUntilAt: number;
    };

function endOf(shoot: Pick<LivingShoot, "metadata">): string | undefined {
  return shoot.metadata.annotations?.[annotations.expiration];
}

/** Only the quotas of a binding give a lifetime. */
function hasBinding({ spec }: Pick<LivingShoot, "spec">): boolean {
  return Boolean(spec.secretBindingName || spec.credentialsBindingName);
}

/** What the end of a lifetime is read of. */
export type LivingShoot = {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>> | undefined;
    readonly deletionTimestamp?: string | undefined;
  };
  readonly spec: Pick<Shoot["spec"], "secretBindingName" | "credentialsBindingName">;
};

/** When the lifetime ends, in milliseconds since 1970; undefined without an end, and once the deletion has begun. */
export function lifetimeEnd(shoot: LivingShoot): number | undefined {
  if (shoot.metadata.deletionTimestamp || !hasBinding(shoot)) return undefined;
  return parseInstant(endOf(shoot));
}

/**
 * When Gardener deletes the Shoot because its lifetime is over. It deletes sleeping, failed and busy ones alike.
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
export function shortestLifetime(
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

/** The latest instant to which an owner may move the end now. @source Gardener: plugin/pkg/shoot/quotavalidator */
export function latestEndAt(days: number, nowMs: number): number {
  return nowMs + days * dayMs;
}

/** The annotation that ends a Shoot at an instant. */
export function endAnnotation(endsAt: number): Readonly<Record<string, string>> {
  return { [annotations.expiration]: formatInstant(endsAt) };
}

/** The instant at which a change of annotations ends a Shoot; undefined where it leaves the end alone. */
export function endInChange(changed: Readonly<Record<string, string | null>> | undefined): number | undefined {
  return parseInstant(changed?.[annotations.expiration] ?? undefined);
}

/** What the controller does when it looks at the lifetime of a Shoot. */
export type LifetimeCheck =
  /** A quota of its binding, or the binding, cannot be found, or nobody can read the end: nothing, again and again. */
  | { readonly outcome: "fails"; readonly cause: "quota-missing" | "unreadable" }
  /** No quota has a lifetime: an end that is annotated is removed. */
  | { readonly outcome: "unlimited"; readonly removesEnd: boolean }
  /** `setsEnd`: the annotation was missing, and the end is counted from the creation. */
  | { readonly outcome: "lives" | "deletes"; readonly endsAt: number; readonly setsEnd: boolean };

/**
 * What the controller does when it looks: the annotation counts, not the quota, so a longer quota moves no end; an end
 * that somebody removed comes back as creation + lifetime, which may have passed.
 *
 * @param quotas those of the binding; undefined for one that cannot be found, or for a binding that cannot be found
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
  const shortest = shortestLifetime(found);
  const text = endOf(shoot);
  if (shortest === undefined) return { outcome: "unlimited", removesEnd: text !== undefined };
  const setsEnd = text === undefined;
  const createdAt = parseInstant(shoot.metadata.creationTimestamp) ?? nowMs;
  const endsAt = setsEnd ? createdAt + shortest.days * dayMs : parseOrderedInstant(text);
  if (endsAt === undefined) return { outcome: "fails", cause: "unreadable" };
  return { outcome: nowMs > endsAt ? "deletes" : "lives", endsAt, setsEnd };
}
