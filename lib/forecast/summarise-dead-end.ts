import type { DeadEndSummary } from "#lib/contract/forecast.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { DeadEnd, DeadEndRemedy, ForecastPeriod, RejectedRunPeriod } from "#lib/policy/forecast/dead-end.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { type DescribedComponent, type ForecastContext, isExpiredOrUnlisted } from "./summarise-forecast-step.ts";
import { formatReportedComponent } from "./versioned-component-key.ts";

/** Codes of dead ends that do not depend on a version's end: they apply as soon as maintenance runs. */
const timeless: ReadonlySet<DeadEnd["code"]> = new Set([
  "image-does-not-fit",
  "image-not-in-profile",
  "machine-type-not-in-profile",
  "image-missing",
  "version-unreadable",
  "profile-unreadable",
]);

function periodOf({ fromAt, byAt, untilAt }: ForecastPeriod): Pick<DeadEndSummary, "fromAt" | "byAt" | "untilAt"> {
  return { fromAt, ...(byAt !== undefined && { byAt }), ...(untilAt !== undefined && { untilAt }) };
}

/** Converts a component's dead end to the form of lists and reports. */
export function summariseDeadEnd(deadEnd: DeadEnd, lane: DescribedComponent, context: ForecastContext): DeadEndSummary {
  const { code, version, remedies, confidence } = deadEnd;
  const { classification, endsAt } = context.stageOf(version, lane.image);
  const missing = missingLink(remedies, lane);
  const comesOfEnd = !timeless.has(code);
  const soon = !comesOfEnd && deadEnd.fromAt <= context.now + dayMs;
  const overdue = version === lane.version && (isExpiredOrUnlisted(classification) || soon);
  return {
    lane: formatReportedComponent(lane.id),
    code,
    version,
    ...(missing !== undefined && { missing }),
    ...(missing !== undefined && context.profile !== undefined && { profile: context.profile }),
    ...periodOf(deadEnd),
    ...(comesOfEnd && endsAt !== undefined && { endsAt }),
    confidence,
    ...(overdue && { overdue }),
  };
}

/** Converts a period in which every run would be refused to the form of lists and reports. */
export function summariseRejectedRuns(rejection: RejectedRunPeriod, { now }: ForecastContext): DeadEndSummary {
  const { code, confidence, violations, remedies } = rejection;
  const [first] = violations;
  const missing = first?.scope === "field" ? `spec.${first.field}` : undefined;
  return {
    lane: "run",
    code,
    version: "",
    ...(missing !== undefined && { missing }),
    ...periodOf(rejection),
    confidence,
    ...(rejection.fromAt <= now + dayMs && { overdue: true }),
    ...(remedies.some((remedy) => remedy.code === "finish-in-place-update") && { waitsForNodes: true }),
  };
}

/** Returns what a profile lacks, in few words; undefined if adding something to a profile does not help. */
function missingLink(remedies: readonly DeadEndRemedy[], lane: DescribedComponent): string | undefined {
  for (const remedy of remedies) {
    switch (remedy.code) {
      case "add-kubernetes-minor":
        return `${remedy.minor}.x`;
      case "end-preview":
        return lane.image ?? minorPattern(remedy.version);
      case "add-image-version":
        return remedy.image;
      case "add-machine-type":
        return remedy.machineType;
      default:
        break;
    }
  }
  return undefined;
}

function minorPattern(version: string): string {
  const parsed = parseVersion(version);
  return parsed.ok ? `${parsed.value.major}.${parsed.value.minor}.x` : version;
}
