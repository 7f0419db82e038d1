import type { CloudProfileSpec, ExpirableVersion } from "../../garden/cloud-profile.ts";
import type { Shoot } from "../../garden/shoot.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { parseVersion } from "../versions/parse.ts";
import type { Forecast } from "./forecast-result.ts";

/** What differs between two states of a profile, as far as forecasts care. */
export interface ProfileChanges {
  /** True when the change may concern every Shoot: an entry that cannot be read, capabilities. */
  readonly all: boolean;
  /** Minors (`1.34`) of which a version was added, removed or changed. */
  readonly kubernetesMinors: ReadonlySet<string>;
  /** Lower-case names of images that differ. */
  readonly images: ReadonlySet<string>;
  readonly machineTypes: ReadonlySet<string>;
}

function differing<Item>(before: readonly Item[], after: readonly Item[], key: (item: Item) => string): Set<string> {
  const texts = (items: readonly Item[]) => {
    const grouped = Map.groupBy(items, key);
    return new Map([...grouped].map(([name, same]) => [name, JSON.stringify(same)]));
  };
  const [old, next] = [texts(before), texts(after)];
  return new Set([...old.keys(), ...next.keys()].filter((name) => old.get(name) !== next.get(name)));
}

function entries<Item>(list: readonly Item[] | null | undefined): readonly Item[] {
  return (list ?? []).filter((item) => item !== null && item !== undefined);
}

function minorOf(text: string): string | undefined {
  const parsed = parseVersion(text);
  return parsed.ok ? `${parsed.value.major}.${parsed.value.minor}` : undefined;
}

/** Compares two states of a profile entry by entry; their order does not count. */
export function profileChanges(before: CloudProfileSpec, after: CloudProfileSpec): ProfileChanges {
  const versions = (spec: CloudProfileSpec): readonly ExpirableVersion[] => entries(spec.kubernetes?.versions);
  const changed = differing(versions(before), versions(after), ({ version }) => version);
  const minors = [...changed].map(minorOf);
  const capabilities = (spec: CloudProfileSpec) => JSON.stringify(spec.machineCapabilities ?? []);
  return {
    all: minors.includes(undefined) || capabilities(before) !== capabilities(after),
    kubernetesMinors: new Set(minors.filter((minor) => minor !== undefined)),
    images: differing(entries(before.machineImages), entries(after.machineImages), ({ name }) => name.toLowerCase()),
    machineTypes: differing(entries(before.machineTypes), entries(after.machineTypes), ({ name }) => name),
  };
}

/** Whether any version that a lane stands on looks at a changed minor: its own, the next, and above a dead end any. */
function looksAt(minors: ReadonlySet<string>, text: string, isDeadEnd: boolean): boolean {
  if (minors.size === 0) return false;
  const parsed = parseVersion(text);
  // Short or unreadable versions look at more than their own minor.
  if (!parsed.ok || parsed.value.text !== text || parsed.value.prerelease !== "") return true;
  const { major, minor } = parsed.value;
  if (major === 0 && minor === 0) return true;
  if (minors.has(`${major}.${minor}`) || minors.has(`${major}.${minor + 1}`)) return true;
  return isDeadEnd && [...minors].some((changed) => changed.startsWith(`${major}.`));
}

/**
 * Whether a change of the profile can concern a Shoot. Its forecast from before the change tells which versions it will
 * stand on; as long as nothing changes for these, the forecast stays as it is.
 */
export function concernsShoot(changes: ProfileChanges, shoot: Shoot, before: Forecast): boolean {
  if (before.outcome !== "foreseen") return before.outcome === "unknown";
  if (changes.all || before.alternatives.length > 0) return true;
  for (const { machine } of poolsOf(shoot.spec)) {
    if (changes.images.has(machine.image?.name?.toLowerCase() ?? "")) return true;
    if (changes.machineTypes.has(machine.type)) return true;
  }
  return before.lanes.some(({ id, version, hops, deadEnds }) => {
    if (id.kind === "pool-image") return false;
    const isDeadEnd = deadEnds.length > 0;
    const stands = [version, ...hops.flatMap(({ from, to }) => [from, to])];
    return stands.some((text) => looksAt(changes.kubernetesMinors, text, isDeadEnd));
  });
}
