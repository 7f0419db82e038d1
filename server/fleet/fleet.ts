import "server-only";
import type { FleetCollectionError, FleetFreshness, FleetRow } from "#lib/contract/fleet.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { type DiagnosisContext, responsibleSeedName } from "#lib/policy/next/next-view.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeStaleCollection } from "#lib/words/collection-descriptions.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { describeNewerGarden } from "#lib/words/state/newer-release-descriptions.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import type { RoleBinding } from "#server/access/role-grants.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { combineContents } from "#server/watch/objects/collection-digest.ts";
import { type CachedObject, unpackObject } from "#server/watch/packed-object.ts";
import type { ChangeTraces } from "./change-traces.ts";
import { createDueTimer } from "./due-timer.ts";
import { createFleetCollections } from "./fleet-collections.ts";
import { type CollectionVersions, FleetCursors } from "./fleet-cursors.ts";
import { FleetForecasts } from "./fleet-forecasts.ts";
import { profileReferenceOf, seedNameOfShoot, toFleetRow } from "./fleet-row.ts";
import { ProfileIndex } from "./profile-index.ts";
import type { ProfileReader } from "./profile-reader.ts";
import type { RowStore } from "./row-store.ts";
import type { GardenRelease } from "./rows/garden-release.ts";
import { createRowQueue } from "./rows/row-queue.ts";
import { rowReadiness } from "./rows/row-readiness.ts";
import { SeedIndex } from "./rows/seed-index.ts";
import { ShownCollectionErrors } from "./rows/shown-collection-errors.ts";
import { versionsBeforeUpdate } from "./rows/versions-before-update.ts";
import { OperationSummaries, type ReadableSummaries } from "./summaries/operation-summaries.ts";

/** The watched collections that all shared data is derived from. */
export interface FleetSources {
  /** Shoots in all namespaces, or one object cache per namespace that Almanac's credential can list. */
  readonly shoots: readonly ObjectCache<Shoot>[];
  readonly projects: ObjectCache<Project>;
  readonly cloudProfiles: ObjectCache<CloudProfile>;
  readonly namespacedCloudProfiles: ObjectCache<NamespacedCloudProfile>;
  /** Undefined where Almanac cannot list RoleBindings, or does not need them. */
  readonly roleBindings?: ObjectCache<RoleBinding> | undefined;
  /** Undefined where Almanac cannot list Seeds, so that nothing is known about them. */
  readonly seeds?: ObjectCache<Seed> | undefined;
}

export interface FleetOptions {
  readonly sources: FleetSources;
  readonly directory: ProjectDirectory;
  readonly store: RowStore;
  /** Version of Gardener in the garden; where it is not read, only the versions of the gardenlets are known. */
  readonly release?: Pick<GardenRelease, "facts" | "onChange"> | undefined;
  readonly clock: ServerClock;
  readonly timings?: FleetTimings | undefined;
  readonly traces?: ChangeTraces | undefined;
}

export interface FleetForecast {
  readonly forecast: Forecast;
  /** When the forecast was computed, in epoch milliseconds. */
  readonly at: number;
  readonly reader: ProfileReader;
  readonly rootProfile: string | undefined;
}

export type Fleet = ReturnType<typeof createFleet>;

/**
 * Keeps one row of the cluster list for every Shoot up to date: a row is recomputed when its Shoot, profile or project
 * changes, and when a date in a profile or forecast passes.
 */
export function createFleet({ sources, directory, store, release, clock, timings, traces }: FleetOptions) {
  const { shoots, projects, cloudProfiles, namespacedCloudProfiles, roleBindings, seeds } = sources;
  const parts = createFleetCollections(sources);
  const shownFaults = new ShownCollectionErrors(() => parts.faults());
  const profiles = new ProfileIndex(cloudProfiles, namespacedCloudProfiles);
  const undo: (() => void)[] = [];
  let settled = false;
  const firstSettled = Promise.withResolvers<void>();
  let transitionAt = profiles.nextTransitionAfter(clock.wallMs());
  let profileChanges = 0;
  let shownProfileChanges = 0;
  const forecasts = new FleetForecasts(timings);
  const seedIndex = new SeedIndex(seeds);
  const gardenFacts = (): GardenFacts => release?.facts ?? {};
  const summaries = new OperationSummaries({ now: () => clock.wallMs(), gardenFacts });
  const readableSummaries: ReadableSummaries = summaries;
  /** The Shoot's Seed, and the version and gates of Gardener in the garden. */
  const viewOf = (shoot: Shoot): DiagnosisContext => ({
    seed: seedIndex.factsOf(responsibleSeedName(shoot)),
    ...gardenFacts(),
  });

  const inputOf = (shoot: Shoot, now: number) => ({
    ...profiles.inputFor(shoot, now),
    garden: gardenFacts(),
    now,
  });

  function rowOf(shoot: Shoot, head?: CachedObject<Shoot>): FleetRow {
    const input = inputOf(shoot, clock.wallMs());
    const view = viewOf(shoot);
    // Until all profiles are read, a Shoot may seem to have none, so no forecast is made.
    const made = parts.areRead() ? forecasts.rowFor(shoot, input, head) : undefined;
    const row = toFleetRow(shoot, {
      project: directory.nameOf(shoot.metadata.namespace ?? ""),
      customFields: directory.customFieldsOf(shoot.metadata.namespace ?? ""),
      profile: input.reader,
      view,
      now: input.now,
      ...(made && {
        forecast: made.told,
        readiness: rowReadiness(shoot, made.step, { profile: input.spec, forecast: made.told, view, now: input.now }),
      }),
    });
    return { ...row, versionsBefore: versionsBeforeUpdate(row, store.heldFor(row)) };
  }

  function headOf(uid: string): CachedObject<Shoot> | undefined {
    for (const mirror of shoots) {
      const found = mirror.head(uid);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function refresh(uid: string, receivedAtMs: number): void {
    const head = headOf(uid);
    if (head === undefined) {
      forecasts.forget(uid);
      summaries.forget(uid);
      store.remove(uid, receivedAtMs);
    } else {
      const row = rowOf(unpackObject(head), head);
      summaries.note(head, row, store.heldFor(row));
      store.put(row, receivedAtMs);
      forecasts.heldAs(uid, store.heldFor(row)?.forecast);
    }
    timings?.row((clock.monotonicMs() - receivedAtMs) / 1000);
    traces?.made(uid, receivedAtMs);
  }

  const rowQueue = createRowQueue({
    isReady: () => parts.areRead(),
    refresh,
    now: () => clock.monotonicMs(),
    yieldToLoop: () => clock.yieldToLoop(),
    onDrained() {
      settled = true;
      shownFaults.settle();
      firstSettled.resolve();
      shownProfileChanges = profileChanges;
      due.reset();
      cursors.note();
    },
  });
  const { mark } = rowQueue;
  /** Reacts to a collection that became stale or live, or was read for the first time. */
  const heardOfPart = () => {
    if (settled) shownFaults.note();
    mark([]);
  };
  const cursors = new FleetCursors({
    store,
    now: () => clock.wallMs(),
    reading: () => (settled && rowQueue.isIdle ? readingOf(sources) : undefined),
  });

  const followsOwnProfile = () =>
    shoots.some((mirror) =>
      mirror.listSummaries().some((shoot) => profileReferenceOf(shoot)?.kind === "NamespacedCloudProfile"),
    );

  const headsWhere = (concerns: (shoot: KubeObject) => boolean) =>
    shoots.flatMap((mirror) => mirror.listSummaries().filter(concerns));
  const markWhere = (concerns: (shoot: KubeObject) => boolean) =>
    mark(headsWhere(concerns).map(({ metadata }) => metadata.uid));

  /** Time of the earliest date in a profile or forecast. */
  const firstDateAfter = (now: number) => Math.min(profiles.nextTransitionAfter(now), forecasts.nextDueAt());
  const due = createDueTimer(clock, firstDateAfter, () => {
    const now = clock.wallMs();
    const dueShoots = forecasts.takeDue(now);
    if (now > transitionAt) markWhere(() => true);
    else mark(dueShoots);
    transitionAt = profiles.nextTransitionAfter(now);
  });

  for (const mirror of shoots) {
    undo.push(
      mirror.subscribe((message) => {
        if (message.kind !== "difference") return heardOfPart();
        const removes = uidsOf(message.removes);
        const upserts = uidsOf(message.upserts);
        traces?.received(upserts, removes);
        mark([...removes, ...upserts]);
      }),
    );
  }
  for (const [kind, mirror] of [
    ["CloudProfile", cloudProfiles],
    ["NamespacedCloudProfile", namespacedCloudProfiles],
  ] as const) {
    undo.push(
      mirror.subscribe((message) => {
        if (message.kind !== "difference") return heardOfPart();
        profileChanges += 1;
        const changed = new Set(
          [...message.removes, ...message.upserts].map(({ metadata: { namespace, name } }) =>
            profileKey({ kind, name }, namespace),
          ),
        );
        // Only Shoots whose profile changed are recomputed, and an equal row is not sent.
        const now = clock.wallMs();
        const following = headsWhere((shoot) =>
          changed.has(profileKey(profileReferenceOf(shoot), shoot.metadata.namespace)),
        );
        rowQueue.markFirst(
          forecasts.concernedFirst(
            following.map((shoot) => ({ uid: shoot.metadata.uid, spec: profiles.inputFor(shoot, now).spec })),
          ),
        );
        transitionAt = profiles.nextTransitionAfter(clock.wallMs());
      }),
    );
  }
  undo.push(
    seedIndex.onChange((names) => markWhere((shoot) => names.has(seedNameOfShoot(shoot) ?? ""))),
    release?.onChange(() => markWhere(() => true)) ?? (() => undefined),
    projects.subscribe(heardOfPart),
    roleBindings?.subscribe(heardOfPart) ?? (() => undefined),
    directory.onChange((before, after) => {
      const namespaces = [before?.spec.namespace, after?.spec.namespace];
      markWhere(({ metadata }) => namespaces.includes(metadata.namespace));
    }),
  );
  markWhere(() => true);
  due.reset();

  return {
    store,
    cursors,
    /** What maintenance, rolls and rotations did to the clusters. */
    summaries: readableSummaries,
    /** The row of a Shoot that was not read from the watch. */
    rowOf: (shoot: Shoot) => rowOf(shoot),
    viewOf,
    /** Fields that the project of a namespace defines for its clusters. */
    customFieldsOf: directory.customFieldsOf,
    /** The full forecast of a watched Shoot; undefined when there is no such Shoot. */
    forecastOf(uid: string): FleetForecast | undefined {
      const head = headOf(uid);
      if (head === undefined) return undefined;
      const shoot = unpackObject(head);
      const now = clock.wallMs();
      const { reader, rootProfile, ...input } = inputOf(shoot, now);
      // Uses the time of the forecast in the cluster list, so that both are equal.
      const at = forecasts.heldOf(uid)?.madeAt ?? now;
      return { forecast: forecasts.forecastFor(shoot, { ...input, now: at }), at, reader, rootProfile };
    },
    /** A number that changes whenever a Shoot's forecast is recomputed; undefined when there is no such Shoot. */
    forecastStampOf: (uid: string) => forecasts.heldOf(uid)?.stamp,
    /**
     * A text that changes when a profile has changed and all rows reflect it, and when all Shoots have been read for
     * the first time.
     */
    profilesRevision: () => `${store.epoch}.${settled ? shownProfileChanges : "unread"}`,
    /** Whether every row was computed at least once, with all collections read. */
    isSettled: () => settled,
    /** Whether no row is waiting to be recomputed. */
    isIdle: () => rowQueue.isIdle,
    /** Resolves when every row was computed for the first time. */
    settled: firstSettled.promise,
    /** How current the rows are: after an outage they are live when each of them reflects the garden again. */
    freshness: () => freshnessOf(settled ? shownFaults.now : parts.faults(), settled, clock.wallMs()),
    /** @throws ProblemError 503 with the reason until every row was computed for the first time */
    requireRead(): void {
      if (settled) return;
      parts.requireRead();
      throw new ProblemError("not-ready", { detail: text("The clusters are still being read."), retryAfterSeconds: 5 });
    },
    /**
     * Whether missing objects can be taken as deleted. False when there is no Shoot, project, profile or RoleBinding at
     * all: the garden may be in the middle of a restore, or RoleBindings may be unreadable. NamespacedCloudProfiles may
     * be absent, unless a Shoot references one.
     */
    knowsWhatIsGone: () => parts.empty().every((name) => name === "NamespacedCloudProfiles" && !followsOwnProfile()),
    /** One sentence for each collection that is not up to date, with times in UTC. */
    notLive: (): readonly string[] =>
      shownFaults.now.map(({ part, since }) =>
        describeStaleCollection(part, formatDateTime(Date.parse(since), utcClock)),
      ),
    /** Sentences with further caveats, such as that the garden's Gardener is newer than the rules known here. */
    caveats: (): readonly string[] =>
      [describeNewerGarden(gardenFacts().release)].filter((sentence) => sentence !== undefined),
    close(): void {
      rowQueue.close();
      due.cancel();
      for (const end of undo) end();
    },
  };
}

function uidsOf(shoots: readonly { readonly metadata: { readonly uid: string } }[]): readonly string[] {
  return shoots.map(({ metadata }) => metadata.uid);
}

/** Resource versions and digests of the collections; of several Shoot caches the lowest version. */
function readingOf({
  shoots,
  projects,
  cloudProfiles,
  namespacedCloudProfiles,
}: FleetSources): CollectionVersions | undefined {
  const [ofShoots] = shoots.map(({ version }) => version ?? "").sort(compareResourceVersions);
  const others = [projects, cloudProfiles, namespacedCloudProfiles];
  const versions = [ofShoots, ...others.map(({ version }) => version)].filter((version) => version !== undefined);
  if (versions.length <= others.length || versions.includes("")) return undefined;
  const contents = combineContents(shoots.map((mirror) => mirror.contents));
  return { versions, contents: [contents, ...others.map((mirror) => mirror.contents)] };
}

/** Key of a profile: equal for the profile object and for a Shoot that references it. */
function profileKey(profile: FleetRow["profile"], namespace: string | undefined): string | undefined {
  if (profile === undefined) return undefined;
  return profile.kind === "CloudProfile" ? profile.name : `${profile.kind}/${namespace}/${profile.name}`;
}

function partsOf(faults: readonly FleetCollectionError[]): { readonly parts?: FleetCollectionError[] } {
  return faults.length === 0 ? {} : { parts: [...faults] };
}

function freshnessOf(faults: readonly FleetCollectionError[], settled: boolean, now: number): FleetFreshness {
  if (!settled) return { state: "loading", ...partsOf(faults) };
  const parts = partsOf(faults.filter(({ part }) => part !== "Shoots"));
  const shoots = faults.find(({ part }) => part === "Shoots");
  if (shoots !== undefined) return { state: "stale", since: shoots.since, reason: shoots.reason, ...parts };
  // Rounded to minutes, so that the ETag of an unchanged list stays the same for a while.
  return { state: "live", asOf: new Date(Math.floor(now / minuteMs) * minuteMs).toISOString(), ...parts };
}
