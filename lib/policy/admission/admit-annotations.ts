import type { Shoot } from "../../garden/shoot.ts";
import { fieldAt } from "../../kube/field.ts";
import type { KubeObject } from "../../kube/object.ts";
import { dayMs } from "../../kube/time-units.ts";
import { annotations } from "../operations/annotations.ts";
import type { ChangeFault } from "../settings/fault.ts";
import { parseOrderedInstant } from "../versions/instant.ts";

type Faults = readonly ChangeFault[];

/** A write of a Shoot that is there, also one that leaves its spec as it is. */
export interface AnnotatedChange {
  readonly before: Shoot;
  readonly after: Shoot;
  /** Those that the Shoot's binding names, as far as they can be read. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What admission finds about annotations that ask for something (403). They are judged whether or not the spec changes.
 * Operations, which travel as annotations too, are judged elsewhere.
 * @source Gardener: plugin/pkg/shoot/quotavalidator
 */
export function admitAnnotations(change: AnnotatedChange): Faults {
  return lifetimeFaults(change);
}

/** The day of its end, where a write sets it anew. */
export function newExpiration({ before, after }: Pick<AnnotatedChange, "before" | "after">): string | undefined {
  const [was, is] = [before, after].map(({ metadata }) => metadata.annotations?.[annotations.expiration]);
  return is === was || after.metadata.deletionTimestamp !== undefined ? undefined : is;
}

/**
 * The quota with the shortest life says how far from now the end of a Shoot may be set. The API server fails over an end
 * that it cannot read (500).
 */
function lifetimeFaults(change: AnnotatedChange): Faults {
  const value = newExpiration(change);
  const [shortest] = (change.quotas ?? [])
    .flatMap((quota) => {
      const days = fieldAt(quota, "spec", "clusterLifetimeDays");
      return typeof days === "number" ? [{ days, quota: quota.metadata.name }] : [];
    })
    .sort((left, right) => left.days - right.days);
  if (value === undefined || shortest === undefined) return [];
  const path = `metadata.annotations[${annotations.expiration}]`;
  const end = parseOrderedInstant(value);
  if (end === undefined) return [{ path, code: "EXPIRATION_MALFORMED", type: "Invalid", facts: { value } }];
  if (end <= change.now + shortest.days * dayMs) return [];
  const facts = { quota: shortest.quota, days: String(shortest.days) };
  return [{ path, code: "EXPIRATION_TOO_LATE", type: "Forbidden", facts }];
}
