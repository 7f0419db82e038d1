import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { kubernetesSupportOf } from "#lib/policy/versions/kubernetes-support.ts";
import { utcClock } from "../clock.ts";
import { formatDate } from "../format-time.ts";
import { lastSecondOfDay } from "../version-end.ts";

/** Formats a day such as `2026-06-28` of the Kubernetes project as `28 Jun 2026`. */
export function formatSupportDay(day: string): string {
  return formatDate(parseInstant(`${day}T00:00:00Z`) ?? Number.NaN, utcClock);
}

/**
 * Sentence on the Kubernetes project's support of a minor such as `1.33`. It is apart from the profile's dates, which
 * alone decide what Gardener does.
 */
export function describeKubernetesSupport(minor: string, nowMs: number): string {
  const support = kubernetesSupportOf(minor);
  if (support === undefined) return text("No date of the Kubernetes project for {minor} is known here.", { minor });
  const at = formatSupportDay(support.endsOn);
  if (!support.planned) return text("The Kubernetes project ended support of {minor} on {at}.", { minor, at });
  return hasPassed(support.endsOn, nowMs)
    ? text("The Kubernetes project planned to end support of {minor} on {at}.", { minor, at })
    : text("The Kubernetes project plans to end support of {minor} on {at}.", { minor, at });
}

/** Short form for a table whose column names the Kubernetes project: `ended 28 Jun 2026`. */
export function kubernetesSupportLabel(minor: string, nowMs: number): string {
  const support = kubernetesSupportOf(minor);
  if (support === undefined) return text("no date known here");
  const at = formatSupportDay(support.endsOn);
  if (!support.planned) return text("ended {at}", { at });
  return hasPassed(support.endsOn, nowMs) ? text("was planned for {at}", { at }) : text("planned for {at}", { at });
}

function hasPassed(day: string, nowMs: number): boolean {
  return nowMs > (lastSecondOfDay(day) ?? Number.POSITIVE_INFINITY);
}
