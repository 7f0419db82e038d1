import "server-only";
import type { FleetRow, Freshness } from "#lib/contract/fleet.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import type { ProjectDirectory } from "../access/project-directory.ts";
import type { Clock } from "../watch/clock.ts";
import type { Mirror } from "../watch/mirror.ts";
import { createDueTimer } from "./due-timer.ts";
import { FleetForecasts } from "./fleet-forecasts.ts";
import { profileOf, toFleetRow } from "./fleet-row.ts";
import { ProfileIndex } from "./profile-index.ts";
import type { ProfileReader } from "./profile-reader.ts";
import { createRowQueue } from "./row-queue.ts";
import type { RowStore } from "./row-store.ts";

/** The watched collections that everything shared is derived from. */
export interface FleetSources {
  /** One for all namespaces, or one for each namespace that the dashboard's credential may list. */
  readonly shoots: readonly Mirror<Shoot>[];
  readonly projects: Mirror<Project>;
  readonly cloudProfiles: Mirror<CloudProfile>;
  readonly namespacedCloudProfiles: Mirror<NamespacedCloudProfile>;
}

export interface FleetOptions {
  readonly sources: FleetSources;
  readonly directory: ProjectDirectory;
  readonly store: RowStore;
  readonly clock: Clock;
}

export interface Fleet {
  readonly store: RowStore;
  freshness(): Freshness;
  /** Whether every row has been made at least once. */
  isSettled(): boolean;
  /** The row of a Shoot that was read otherwise, such as live. */
  rowOf(shoot: Shoot): FleetRow;
  /** Everything that is foreseen for a Shoot of the fleet; undefined when there is no such Shoot. */
  forecastOf(uid: string): FleetForecast | undefined;
  /** Another number whenever a Shoot's forecast was made anew; undefined when there is no such Shoot. */
  forecastStampOf(uid: string): number | undefined;
  /** Another text whenever a profile has changed and every row says what comes of it. */
  profilesRevision(): string;
  close(): void;
}

export interface FleetForecast {
  readonly forecast: Forecast;
  /** Epoch milliseconds: when it was made. */
  readonly at: number;
  readonly reader: ProfileReader;
  readonly rootProfile: string | undefined;
}

/**
 * Derives the rows of all Shoots and keeps them up to date: a row is made again when its Shoot, its profile or its
 * project changes, and when a dated transition of a profile passes.
 */
export function createFleet({ sources, directory, store, clock }: FleetOptions): Fleet {
  const { shoots, projects, cloudProfiles, namespacedCloudProfiles } = sources;
  const profiles = new ProfileIndex(cloudProfiles, namespacedCloudProfiles);
  const undo: (() => void)[] = [];
  let settled = false;
  let transitionAt = profiles.nextTransitionAfter(clock.wallMs());
  let profileChanges = 0;
  let shownProfileChanges = 0;
  const forecasts = new FleetForecasts();

  const groundOf = (shoot: Shoot, now: number) => ({ ...profiles.groundFor(shoot, now), now });

  function rowOf(shoot: Shoot): FleetRow {
    const ground = groundOf(shoot, clock.wallMs());
    return toFleetRow(shoot, {
      project: directory.nameOf(shoot.metadata.namespace ?? ""),
      profile: ground.reader,
      forecast: forecasts.rowFor(shoot, ground),
    });
  }

  function shootOf(uid: string): Shoot | undefined {
    for (const mirror of shoots) {
      const found = mirror.get(uid);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function refresh(uid: string): void {
    const shoot = shootOf(uid);
    if (shoot !== undefined) return void store.put(rowOf(shoot));
    forecasts.forget(uid);
    store.remove(uid);
  }

  const mirrors = [...shoots, projects, cloudProfiles, namespacedCloudProfiles];
  const { mark, close: closeQueue } = createRowQueue({
    isReady: () => mirrors.every(({ state, staleness }) => state !== "empty" || staleness !== undefined),
    refresh,
    yieldToLoop: () => clock.yieldToLoop(),
    onDrained() {
      settled = true;
      shownProfileChanges = profileChanges;
      due.reset();
    },
  });

  const markWhere = (concerns: (shoot: KubeObject) => boolean) =>
    mark(
      shoots.flatMap((mirror) =>
        mirror
          .all()
          .filter(concerns)
          .map(({ metadata }) => metadata.uid),
      ),
    );

  /** A date of a profile, or one of a forecast's own. */
  const firstDateAfter = (now: number) => Math.min(profiles.nextTransitionAfter(now), forecasts.nextDueAt());
  const due = createDueTimer(clock, firstDateAfter, () => {
    const now = clock.wallMs();
    if (now > transitionAt) markWhere(() => true);
    else mark(forecasts.dueAt(now));
    transitionAt = profiles.nextTransitionAfter(now);
  });

  for (const mirror of shoots) {
    undo.push(
      mirror.subscribe((message) => {
        if (message.kind !== "difference") mark([]);
        else mark([...message.removes, ...message.upserts].map(({ metadata }) => metadata.uid));
      }),
    );
  }
  for (const [kind, mirror] of [
    ["CloudProfile", cloudProfiles],
    ["NamespacedCloudProfile", namespacedCloudProfiles],
  ] as const) {
    undo.push(
      mirror.subscribe((message) => {
        if (message.kind !== "difference") return mark([]);
        profileChanges += 1;
        const changed = new Set(
          [...message.removes, ...message.upserts].map(({ metadata: { namespace, name } }) =>
            profileKey({ kind, name }, namespace),
          ),
        );
        // Only the Shoots that it concerns get a new forecast, and a row that comes out equal is no change to anybody.
        markWhere((shoot) => changed.has(profileKey(profileOf(shoot), shoot.metadata.namespace)));
        transitionAt = profiles.nextTransitionAfter(clock.wallMs());
      }),
    );
  }
  undo.push(
    projects.subscribe(() => mark([])),
    directory.onChange((before, after) => {
      const namespaces = [before?.spec.namespace, after?.spec.namespace];
      markWhere(({ metadata }) => namespaces.includes(metadata.namespace));
    }),
  );
  markWhere(() => true);
  due.reset();

  return {
    store,
    rowOf,
    forecastOf(uid) {
      const shoot = shootOf(uid);
      if (shoot === undefined) return undefined;
      const now = clock.wallMs();
      const { reader, rootProfile, spec } = groundOf(shoot, now);
      // As of the instant at which the row's share was made, so that both tell the very same.
      const at = forecasts.heldOf(uid)?.madeAt ?? now;
      return { forecast: forecasts.forecastFor(shoot, { spec, now: at }), at, reader, rootProfile };
    },
    forecastStampOf: (uid) => forecasts.heldOf(uid)?.stamp,
    profilesRevision: () => `${store.epoch}.${shownProfileChanges}`,
    isSettled: () => settled,
    freshness: () => freshnessOf(shoots, settled, clock.wallMs()),
    close() {
      closeQueue();
      due.cancel();
      for (const end of undo) end();
    },
  };
}

/** One text for a profile, as it is named by itself and by the Shoots that follow it. */
function profileKey(profile: FleetRow["profile"], namespace: string | undefined): string | undefined {
  if (profile === undefined) return undefined;
  return profile.kind === "CloudProfile" ? profile.name : `${profile.kind}/${namespace}/${profile.name}`;
}

function freshnessOf(shoots: readonly Mirror<Shoot>[], settled: boolean, now: number): Freshness {
  const stale = shoots.map(({ staleness }) => staleness).filter((staleness) => staleness !== undefined);
  const oldest = stale.sort((a, b) => (a.since < b.since ? -1 : 1))[0];
  if (oldest !== undefined) return { state: "stale", since: oldest.since, reason: oldest.reason };
  if (!settled) return { state: "loading" };
  // Whole minutes: a snapshot that has not changed keeps its ETag for a while.
  return { state: "live", asOf: new Date(Math.floor(now / minuteMs) * minuteMs).toISOString() };
}
