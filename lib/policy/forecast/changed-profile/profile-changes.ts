import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { workerPoolsOf } from "../../maintenance/version-state.ts";
import { minimumNodes } from "../../profiles/node-limit.ts";
import { parseVersion } from "../../versions/parse.ts";
import type { Forecast } from "../forecast-result.ts";

/** Differences between two states of a profile that are relevant to forecasts. */
export interface ProfileChanges {
  /** True when the change may affect every Shoot: an unreadable entry, or capabilities. */
  readonly all: boolean;
  /** Versions that were added, removed or changed, as written. */
  readonly kubernetesVersions: ReadonlySet<string>;
  /** Minors (`1.34`) with a version that was added, removed or changed. */
  readonly kubernetesMinors: ReadonlySet<string>;
  /** Lower-case names of images that differ. */
  readonly images: ReadonlySet<string>;
  readonly machineTypes: ReadonlySet<string>;
  /** If the node limit changed, the lower of both limits: Shoots that need more nodes are affected. */
  readonly nodesAbove: number | undefined;
}

function lowerLimit(before: CloudProfileSpec, after: CloudProfileSpec): number | undefined {
  const [old, next] = [before, after].map(({ limits }) => limits?.maxNodesTotal ?? Number.POSITIVE_INFINITY);
  return old === undefined || next === undefined || old === next ? undefined : Math.min(old, next);
}

function differing<Item>(before: readonly Item[], after: readonly Item[], key: (item: Item) => string): Set<string> {
  const texts = (items: readonly Item[]) => {
    const grouped = Map.groupBy(items, key);
    return new Map([...grouped].map(([name, same]) => [name, JSON.stringify(same)]));
  };
  const [old, next] = [texts(before), texts(after)];
  return new Set([...old.keys(), ...next.keys()].filter((name) => old.get(name) !== next.get(name)));
}

/** The well-formed entries of a list that need not have come from an API server. */
function entries<Item>(list: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(list) ? list.flatMap((item: Item) => (isRecord(item) ? [item] : [])) : [];
}

const nameOf = ({ name }: { readonly name: string }) => (typeof name === "string" ? name : "");

function minorOf(text: string): string | undefined {
  const parsed = parseVersion(text);
  return parsed.ok ? `${parsed.value.major}.${parsed.value.minor}` : undefined;
}

/** Compares two states of a profile entry by entry, ignoring order. */
export function compareProfilesForForecast(before: CloudProfileSpec, after: CloudProfileSpec): ProfileChanges {
  const versions = (spec: CloudProfileSpec): readonly ExpirableVersion[] => entries(spec.kubernetes?.versions);
  const changed = differing(versions(before), versions(after), ({ version }) => version);
  const minors = [...changed].map(minorOf);
  const capabilities = (spec: CloudProfileSpec) => JSON.stringify(spec.machineCapabilities ?? []);
  return {
    all: minors.includes(undefined) || capabilities(before) !== capabilities(after),
    kubernetesVersions: changed,
    kubernetesMinors: new Set(minors.filter((minor) => minor !== undefined)),
    images: differing(entries(before.machineImages), entries(after.machineImages), (image) =>
      nameOf(image).toLowerCase(),
    ),
    machineTypes: differing(entries(before.machineTypes), entries(after.machineTypes), nameOf),
    nodesAbove: lowerLimit(before, after),
  };
}

/** Whether a version's forecast depends on a changed minor: its own, the next or, at a dead end, any later one. */
function looksAt(minors: ReadonlySet<string>, text: string, isDeadEnd: boolean): boolean {
  if (minors.size === 0) return false;
  const parsed = parseVersion(text);
  // Forecasts of short or unreadable versions depend on more minors than their own.
  if (!parsed.ok || parsed.value.text !== text || parsed.value.prerelease !== "") return true;
  const { major, minor } = parsed.value;
  if (major === 0 && minor === 0) return true;
  if (minors.has(`${major}.${minor}`) || minors.has(`${major}.${minor + 1}`)) return true;
  return isDeadEnd && [...minors].some((changed) => isAbove(changed, major, minor));
}

/** Whether a changed minor, such as `1.34`, is later than the given minor of the same major. */
function isAbove(changed: string, major: number, minor: number): boolean {
  const [ofMajor, ofMinor] = changed.split(".").map(Number);
  return ofMajor === major && ofMinor !== undefined && ofMinor > minor;
}

/** The parts of a forecast that decide whether a profile change affects it; small enough to keep for a whole fleet. */
export interface ForecastDependencies {
  readonly outcome: Forecast["outcome"];
  /** True when another Gardener release may apply; then any change may affect the forecast. */
  readonly uncertain: boolean;
  /** Current and future Kubernetes versions of the components in the forecast. */
  readonly versions: readonly string[];
  /** Current and future Kubernetes versions of components that run into a dead end. */
  readonly stuckVersions: readonly string[];
}

const nowhere: readonly never[] = [];

/** Reduces a forecast to what is needed later to decide whether a profile change affects it. */
export function forecastDependenciesOf(forecast: Forecast): ForecastDependencies {
  if (forecast.outcome !== "foreseen") {
    return { outcome: forecast.outcome, uncertain: false, versions: nowhere, stuckVersions: nowhere };
  }
  const [versions, stuckVersions] = [new Set<string>(), new Set<string>()];
  for (const { id, version, hops, deadEnds } of forecast.lanes) {
    if (id.kind === "pool-image") continue;
    const found = deadEnds.length > 0 ? stuckVersions : versions;
    for (const text of [version, ...hops.flatMap(({ from, to }) => [from, to])]) found.add(text);
  }
  return {
    outcome: "foreseen",
    uncertain: forecast.alternatives.length > 0,
    versions: [...versions],
    stuckVersions: stuckVersions.size === 0 ? nowhere : [...stuckVersions],
  };
}

/**
 * Whether a profile change can affect a Shoot. The forecast from before the change contains all versions the Shoot will
 * have; while nothing changes for these, the forecast stays the same.
 */
export function canProfileChangeAffectShoot(changes: ProfileChanges, shoot: Shoot, before: Forecast): boolean {
  return canProfileChangeAffectForecast(changes, shoot, forecastDependenciesOf(before));
}

/** Whether a profile change can affect a Shoot, for callers that only stored the result of `forecastDependenciesOf`. */
export function canProfileChangeAffectForecast(
  changes: ProfileChanges,
  shoot: Pick<Shoot, "spec">,
  before: ForecastDependencies,
): boolean {
  if (canProfileChangeAffectVersions(changes, before)) return true;
  if (before.outcome !== "foreseen") return false;
  if (changes.nodesAbove !== undefined && minimumNodes(shoot.spec) > changes.nodesAbove) return true;
  for (const { machine } of workerPoolsOf(shoot.spec)) {
    if (changes.images.has(machine.image?.name?.toLowerCase() ?? "")) return true;
    if (changes.machineTypes.has(machine.type)) return true;
  }
  return false;
}

/**
 * Whether a profile change can affect the versions in a Shoot's forecast. If false, only a change of machine images,
 * machine types or the node limit can still affect the Shoot.
 */
export function canProfileChangeAffectVersions(changes: ProfileChanges, before: ForecastDependencies): boolean {
  if (before.outcome !== "foreseen") return before.outcome === "unknown";
  if (changes.all || before.uncertain) return true;
  const { kubernetesMinors } = changes;
  return (
    before.versions.some((text) => looksAt(kubernetesMinors, text, false)) ||
    before.stuckVersions.some((text) => looksAt(kubernetesMinors, text, true))
  );
}

/**
 * Number of versions that a Shoot's components go through before a changed one, to sort Shoots by nearness to a profile
 * change; higher if a changed version is only considered, and Infinity when {@link canProfileChangeAffectVersions} is false.
 */
export function countStepsToChangedVersion(changes: ProfileChanges, before: ForecastDependencies): number {
  if (!canProfileChangeAffectVersions(changes, before)) return Number.POSITIVE_INFINITY;
  const { versions, stuckVersions } = before;
  const places = [versions, stuckVersions].map((texts) =>
    texts.findIndex((text) => changes.kubernetesVersions.has(text)),
  );
  return Math.min(versions.length + stuckVersions.length, ...places.filter((place) => place >= 0));
}
