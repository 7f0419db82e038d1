import type { ForecastFact, NoticeCluster, NoticeFact } from "#lib/contract/notices.ts";
import { deadEndCodeLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { message, text } from "#lib/language/text.ts";
import { rotationFamilyLabel } from "#lib/words/format-list.ts";
import { projectDateTitles } from "#lib/words/project/project-dates.ts";
import { describeSummaryFact } from "./summary-occurrences.ts";

/** Describes a cluster's event of a notice in the current language; notices of older builds keep their stored text. */
export function describeNoticeCluster({ what, fact }: Pick<NoticeCluster, "what" | "fact">): string {
  return fact === undefined ? what : describeNoticeFact(fact);
}

export function describeNoticeFact(fact: NoticeFact): string {
  switch (fact.kind) {
    case "unhealthy":
      return fact.conditions.length === 0
        ? text("Unhealthy")
        : text("Unhealthy: {conditions}", { conditions: fact.conditions.join(", ") });
    case "forced": {
      const step = describeStepFact(fact);
      return fact.notReady
        ? text("Forced change: {step}, not ready", { step })
        : text("Forced change: {step}", { step });
    }
    case "not-ready":
      return text(
        "Not ready for the forced update to Kubernetes {to}{blocks, plural, =0 {} one {: # finding blocks} other {: # findings block}}",
        { to: fact.to, blocks: fact.blocks },
      );
    case "forecast":
      return text("Forecast changed: {now}, before: {before}", {
        now: describeForecastFact(fact.now),
        before: describeForecastFact(fact.before),
      });
    case "dead-end":
      return text("Dead end: {end}", { end: describeForecastFact(fact) });
    case "rotation-waits":
      return text("Rotation waits for people: {family}", { family: rotationFamilyLabel(fact.family) });
    case "rotation-started":
      return text("Rotation started: {family}", { family: rotationFamilyLabel(fact.family) });
    case "earlier-end":
      return fact.was === undefined
        ? text("{version} ends earlier, it had no end", { version: fact.version })
        : text("{version} ends earlier, it was {was}", { version: fact.version, was: fact.was });
    case "deletion":
      return text("Deletion requested");
    case "act":
      return text("Somebody changed it or requested an operation: {operation} began", { operation: fact.operation });
    case "held":
      return text(heldLabels.get(fact.subject) ?? message("The last operation failed; Gardener has stopped"));
    case "ends":
      return text("Its lifetime ends: Gardener deletes it");
    case "project":
      return text(projectDateTitles[fact.date]);
    case "announced":
      return text(
        "{clusters, plural, one {The operators announce: {title}} other {The operators announce, about # clusters: {title}}}",
        { title: fact.title, clusters: fact.clusters },
      );
    case "summary":
      return describeSummaryFact(fact);
    case "operation":
      return text("Operation requested: {operation}", { operation: fact.operation });
    default:
      return fact satisfies never;
  }
}

const heldLabels = new Map([
  ["ignored", message("Gardener is told to ignore the cluster")],
  ["seed-stopped", message("The operator has stopped all reconciliations on its Seed")],
  ["seed-silent", message("Nothing has been heard from the gardenlet of its Seed")],
  ["seed-not-ready", message("Its Seed is not ready")],
  ["deletion-failed", message("The deletion failed; Gardener has stopped")],
]);

function describeForecastFact(fact: ForecastFact): string {
  switch (fact.kind) {
    case "nothing":
      return text("no forced change");
    case "step":
      return describeStepFact(fact);
    case "to":
      return text("to {to}", { to: fact.to });
    case "dead-end": {
      const { code, version, missing } = fact;
      const end = version === "" ? deadEndCodeLabel(code) : `${deadEndCodeLabel(code)} (${version})`;
      return missing === undefined ? end : text("{end}, missing {missing}", { end, missing });
    }
    default:
      return fact satisfies never;
  }
}

function describeStepFact({
  image = "Kubernetes",
  from,
  to,
}: Omit<Extract<ForecastFact, { kind: "step" }>, "kind">): string {
  return text("{what} {from} to {to}", { what: image === "" ? text("machine image") : image, from, to });
}
