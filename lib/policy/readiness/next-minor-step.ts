import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { ForecastVariant } from "../forecast/forecast-result.ts";
import { versionStepSizeOf } from "../forecast/version-step-size.ts";
import type { VersionedComponent } from "../forecast/versioned-component.ts";
import { isDeleting } from "../maintenance/run-due.ts";
import { type ShootVersions, shootVersionsOf } from "../maintenance/version-state.ts";
import { latestVersion } from "../profiles/latest-version.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import { isActive, isSupported } from "../versions/classify.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { versionCore } from "../versions/version-step.ts";
import type { MinorStep } from "./readiness-finding.ts";

/** Facts with which the next minor of a cluster is found. */
export interface NextMinorContext {
  /** The forecast; undefined if there is none. */
  readonly forecast: ForecastVariant | undefined;
  readonly profile: CloudProfileSpec | undefined;
  readonly rules: GardenerRules;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/**
 * The next minor version of a cluster's control plane: the first that maintenance makes, or would make if the API server
 * accepted the run, else the newest supported one of the next minor, else the newest that somebody can choose. Undefined if there is none, as in deletion.
 */
export function nextMinorStep(shoot: Shoot, context: NextMinorContext): MinorStep | undefined {
  if (isDeleting(shoot)) return undefined;
  return plannedMinorStep(shoot, context.forecast) ?? chosenStep(shoot.spec.kubernetes.version, context);
}

/** The next minor step that maintenance makes, or would make if the API server accepted the run. */
export function plannedMinorStep(
  { spec }: Pick<Shoot, "spec">,
  forecast: ForecastVariant | undefined,
): MinorStep | undefined {
  const planned = firstPlannedStep(forecast);
  return planned?.at === undefined ? planned : { ...planned, before: versionsAt(planned.at, spec, forecast) };
}

function firstPlannedStep(forecast: ForecastVariant | undefined): MinorStep | undefined {
  const made = (forecast?.lanes ?? [])
    .filter(({ id }) => id.kind === "control-plane")
    .flatMap(({ hops }) => hops)
    .map(({ from, to, kind, earliestAt }): MinorStep => {
      return { from, to, way: kind === "forced" ? "forced" : "automatic", at: earliestAt };
    });
  // A run that the API server rejects would have made a forced step: automatic updates stay within a minor.
  const tried = (forecast?.rejections ?? []).flatMap(({ fromAt, attempted }) =>
    attempted
      .filter(({ lane }) => lane.kind === "control-plane")
      .map(({ from, to }): MinorStep => ({ from, to, way: "forced", at: fromAt })),
  );
  return [...made, ...tried]
    .filter(({ from, to }) => versionStepSizeOf(from, to) === "minor")
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))[0];
}

/** The versions of a spec after all steps of the forecast that are made before a time. */
function versionsAt(at: number, spec: ShootSpec, forecast: ForecastVariant | undefined): ShootVersions {
  const reached = (wanted: VersionedComponent["kind"], pool?: string): string | undefined =>
    forecast?.lanes
      .find(({ id }) => id.kind === wanted && (id.kind === "control-plane" || id.pool === pool))
      ?.hops.filter(({ earliestAt }) => earliestAt < at)
      .sort((a, b) => a.earliestAt - b.earliestAt)
      .at(-1)?.to;
  const today = shootVersionsOf(spec);
  return {
    kubernetes: reached("control-plane") ?? today.kubernetes,
    pools: today.pools.map((pool) => ({
      ...pool,
      // A pool without a version of its own follows the control plane.
      kubernetes: pool.kubernetes && (reached("pool-kubernetes", pool.name) ?? pool.kubernetes),
      image: reached("pool-image", pool.name) ?? pool.image,
    })),
  };
}

function chosenStep(from: string, { profile, rules, now }: NextMinorContext): MinorStep | undefined {
  const current = versionCore(from);
  if (current === undefined || profile === undefined) return undefined;
  const reading = classificationContextAt(now, rules);
  const isNext = ({ version }: ListedVersion) =>
    version?.major === current.major && version.minor === current.minor + 1;
  const offered = prepareProfile(profile).kubernetes.filter((listed) => isNext(listed) && isActive(listed, reading));
  const supported = latestVersion(offered.filter((listed) => isSupported(listed, reading)));
  if (supported !== undefined) return { from, to: supported.text, way: "chosen" };
  const target = latestVersion(offered);
  return target && { from, to: target.text, way: "chosen", isUnsupported: true };
}
