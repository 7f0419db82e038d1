import "server-only";
import type { FleetRow, Freshness } from "#lib/contract/fleet.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ProjectDirectory } from "../access/project-directory.ts";
import type { Clock } from "../watch/clock.ts";
import type { Mirror } from "../watch/mirror.ts";
import { toFleetRow } from "./fleet-row.ts";
import { ProfileIndex } from "./profile-index.ts";
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
  rowOf(shoot: KubeObject): FleetRow;
  close(): void;
}

/** Rows per turn of the event loop. */
const sliceSize = 200;
/** A profile's date is looked at again at least this often, whatever timers do. */
const maxTransitionWaitMs = 3_600_000;

/**
 * Derives the rows of all Shoots and keeps them up to date: a row is made again when its Shoot, its profile or its
 * project changes, and when a dated transition of a profile passes.
 */
export function createFleet({ sources, directory, store, clock }: FleetOptions): Fleet {
  const { shoots, projects, cloudProfiles, namespacedCloudProfiles } = sources;
  const profiles = new ProfileIndex(cloudProfiles, namespacedCloudProfiles);
  const undo: (() => void)[] = [];
  const dirty = new Set<string>();
  let draining = false;
  let closed = false;
  let settled = false;
  let cancelTransition = () => {};

  const rowOf = (shoot: KubeObject) =>
    toFleetRow(shoot, {
      project: directory.nameOf(shoot.metadata.namespace ?? ""),
      profile: profiles.readerFor(shoot, clock.wallMs()),
    });

  const mirrors = [...shoots, projects, cloudProfiles, namespacedCloudProfiles];
  /** Rows made before their profiles are there would all be made twice. */
  const isReady = () => mirrors.every(({ state, staleness }) => state !== "empty" || staleness !== undefined);

  function refresh(uid: string): void {
    const shoot = shoots.map((mirror) => mirror.get(uid)).find((found) => found !== undefined);
    if (shoot === undefined) store.remove(uid);
    else store.put(rowOf(shoot));
  }

  async function drain(): Promise<void> {
    if (draining || !isReady()) return;
    draining = true;
    while (dirty.size > 0 && !closed) {
      for (const uid of [...dirty].slice(0, sliceSize)) {
        dirty.delete(uid);
        refresh(uid);
      }
      if (dirty.size > 0) await clock.yieldToLoop();
    }
    draining = false;
    settled ||= dirty.size === 0;
  }

  function mark(uids: Iterable<string>): void {
    for (const uid of uids) dirty.add(uid);
    void drain();
  }

  const markWhere = (concerns: (shoot: KubeObject) => boolean) =>
    mark(
      shoots.flatMap((mirror) =>
        mirror
          .all()
          .filter(concerns)
          .map(({ metadata }) => metadata.uid),
      ),
    );

  function awaitTransition(): void {
    cancelTransition();
    const waitMs = Math.min(profiles.nextTransitionAfter(clock.wallMs()) - clock.wallMs(), maxTransitionWaitMs);
    cancelTransition = clock.startTimer(Math.max(waitMs, 0) + 1, () => {
      markWhere(() => true);
      awaitTransition();
    });
  }

  for (const mirror of shoots) {
    undo.push(
      mirror.subscribe((message) => {
        if (message.kind !== "difference") mark([]);
        else mark([...message.removes, ...message.upserts].map(({ metadata }) => metadata.uid));
      }),
    );
  }
  for (const mirror of [cloudProfiles, namespacedCloudProfiles]) {
    undo.push(
      mirror.subscribe((message) => {
        if (message.kind !== "difference") return mark([]);
        // Few and rarely changed, and a row that comes out equal is no change to anybody.
        markWhere(() => true);
        awaitTransition();
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
  awaitTransition();

  return {
    store,
    rowOf,
    isSettled: () => settled,
    freshness: () => freshnessOf(shoots, settled, clock.wallMs()),
    close() {
      closed = true;
      cancelTransition();
      for (const end of undo) end();
    },
  };
}

const minuteMs = 60_000;

function freshnessOf(shoots: readonly Mirror<Shoot>[], settled: boolean, now: number): Freshness {
  const stale = shoots.map(({ staleness }) => staleness).filter((staleness) => staleness !== undefined);
  const oldest = stale.sort((a, b) => (a.since < b.since ? -1 : 1))[0];
  if (oldest !== undefined) return { state: "stale", since: oldest.since, reason: oldest.reason };
  if (!settled) return { state: "loading" };
  // Whole minutes: a snapshot that has not changed keeps its ETag for a while.
  return { state: "live", asOf: new Date(Math.floor(now / minuteMs) * minuteMs).toISOString() };
}
