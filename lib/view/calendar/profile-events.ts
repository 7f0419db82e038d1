import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { followsProfile, profileFilter, profileKey } from "#lib/fleet/profile-key.ts";
import { lifeSegmentsOf } from "#lib/forecast/version-life.ts";
import { text } from "#lib/language/text.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { YieldingTask } from "#lib/yielding-task.ts";
import type { CalendarEvent, EventCluster } from "./calendar-event.ts";

interface Subject {
  readonly profile: Profile;
  /** Name of the machine image; empty for Kubernetes. */
  readonly image: string;
  readonly listed: ListedVersion;
  readonly clusters: readonly EventCluster[];
}

const nothing = {};
const noClusters: readonly EventCluster[] = [];

const keyOf = (image: string, version: string) => `${image}\n${version}`;

/** Returns keys of the distinct versions that a cluster uses, cached per row. */
export const versionKeysOf = memoizePerObject((row: FleetRow): readonly string[] => {
  const keys = new Set([keyOf("", row.kubernetes.version)]);
  for (const { version } of row.pinnedPools) keys.add(keyOf("", version));
  for (const { name, version } of row.images) keys.add(keyOf(name, version));
  return [...keys];
});

/** Groups clusters by the version of a profile that they use. */
function clustersByVersion(rows: readonly FleetRow[]): ReadonlyMap<string, readonly EventCluster[]> {
  const held = new Map<string, EventCluster[]>();
  for (const row of rows) {
    const cluster = { project: row.project, name: row.name };
    for (const key of versionKeysOf(row)) {
      const clusters = held.get(key);
      if (clusters === undefined) held.set(key, [cluster]);
      else clusters.push(cluster);
    }
  }
  return held;
}

function subjectsOf(profile: Profile, rows: readonly FleetRow[]): readonly Subject[] {
  const { kubernetes, images } = prepareProfile(profile.lists ?? nothing);
  const users = clustersByVersion(rows.filter((row) => followsProfile(row, profile)));
  const subject = (image: string) => (listed: ListedVersion) => ({
    profile,
    image,
    listed,
    clusters: users.get(keyOf(image, listed.text)) ?? noClusters,
  });
  return [...kubernetes.map(subject("")), ...images.flatMap(({ name, versions }) => versions.map(subject(name)))];
}

function filterOf({ profile, image, listed }: Subject): string {
  const version = image === "" ? ["k8s", listed.text] : ["img", `${image}:${listed.text}`];
  return `?${new URLSearchParams([[...version], ...profileFilter(profile).map((pair) => [...pair])])}`;
}

const stageHues: Readonly<Record<string, CalendarEvent["hue"]>> = {
  preview: "notice",
  supported: "info",
  deprecated: "caution",
  expired: "negative",
};

function eventsOf(subject: Subject, now: number): readonly CalendarEvent[] {
  const { profile, image, listed, clusters } = subject;
  const where = profileKey(profile);
  const what = image === "" ? listed.text : `${image} ${listed.text}`;
  const identity = [where, image, listed.text].filter((part) => part !== "").join(".");
  const filter = filterOf(subject);
  const source = text("The profile {where} gives this date.", { where });
  return lifeSegmentsOf(listed, newestClassificationContextAt(now)).flatMap(({ stage, startsAt }): CalendarEvent[] => {
    if (startsAt === undefined || !Number.isFinite(startsAt)) return [];
    const isEnd = stage === "expired";
    const layer = isEnd ? (image === "" ? "k8s" : "image") : "stage";
    const id = isEnd ? `${layer}-expiry.${identity}` : `stage.${stage}.${identity}`;
    const title = isEnd
      ? text("{what} ends in {where}", { what, where })
      : text("{what} becomes {stage} in {where}", { what, stage, where });
    const facts = isEnd
      ? [source, text("Clusters that still run it are updated in their next maintenance window.")]
      : [source];
    const hue = stageHues[stage] ?? "neutral";
    return [{ id, layer, about: id, at: startsAt, title, short: what, profile: where, facts, clusters, filter, hue }];
  });
}

/** Returns the events of a NamespacedCloudProfile that differ from those of its parent, whose versions it repeats. */
function withoutInherited(events: readonly CalendarEvent[], parent: readonly CalendarEvent[], own: Profile) {
  const parentKey = own.parent ?? "";
  const dates = new Map(parent.map((event) => [event.id, event.at]));
  return events.filter(({ id, at }) => dates.get(id.replace(profileKey(own), parentKey)) !== at);
}

/**
 * Returns the dated changes of the versions in profiles. Dates are always taken from a profile. Clusters of a
 * NamespacedCloudProfile count for the parent's event if both profiles have the same date.
 *
 * @param unused whether to include versions that none of the clusters runs
 */
export function* profileEventsTask(given: {
  readonly profiles: readonly Profile[];
  readonly rows: readonly FleetRow[];
  readonly now: number;
  readonly unused: boolean;
}): YieldingTask<readonly CalendarEvent[]> {
  const { profiles, rows, now, unused } = given;
  const roots = profiles.filter(({ kind }) => kind === "CloudProfile");
  const events: CalendarEvent[] = [];
  for (const root of roots) {
    const children = profiles.filter(({ kind, parent }) => kind !== "CloudProfile" && parent === root.name);
    const rootEvents = subjectsOf(root, rows).flatMap((subject) => eventsOf(subject, now));
    const added = new Map<string, Users>();
    for (const child of children) {
      yield;
      const childEvents = subjectsOf(child, rows).flatMap((subject) => eventsOf(subject, now));
      const own = withoutInherited(childEvents, rootEvents, child);
      events.push(...own);
      const isOwn = new Set(own);
      for (const event of childEvents.filter((one) => !isOwn.has(one) && one.clusters.length > 0)) {
        const id = event.id.replace(profileKey(child), root.name);
        const known = added.get(id) ?? { profiles: [], clusters: [] };
        const profiles = [...known.profiles, child.name];
        added.set(id, { profiles, clusters: [...known.clusters, ...event.clusters] });
      }
    }
    events.push(...rootEvents.map((event) => withClusters(event, added.get(event.id))));
  }
  return unused ? events : events.filter(({ clusters }) => clusters.length > 0);
}

/** Clusters that use a version by a NamespacedCloudProfile with the same date. */
interface Users {
  readonly profiles: readonly string[];
  readonly clusters: readonly EventCluster[];
}

/** Adds clusters of NamespacedCloudProfiles to an event; its link then names all profiles and projects. */
function withClusters(event: CalendarEvent, more: Users | undefined): CalendarEvent {
  if (more === undefined) return event;
  const clusters = [...event.clusters, ...more.clusters];
  const params = new URLSearchParams(event.filter ?? "");
  params.set("profile", [...params.getAll("profile"), ...more.profiles].join(","));
  params.set("project", [...new Set(clusters.map(({ project }) => project))].join(","));
  return { ...event, clusters, filter: `?${params}` };
}
