import "server-only";
import type { Logger } from "pino";
import { type AnnouncedCluster, isAboutCluster } from "#lib/announcements/concerned.ts";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createFleetContext, type FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { type AnnouncedTo, announcedOccurrence, withAnnouncedCluster } from "#lib/notices/announcement-occurrences.ts";
import type { VisibleOccurrence } from "#lib/notices/report-notices.ts";
import { createRuleSubjectTest } from "#lib/notices/rule-subject.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { WatchedRuleOwner } from "./rule-owner.ts";
import { fullEvaluationIntervalMs, type WatchedRule } from "./watched-rule.ts";

/** Where the rules learn what the garden's operators announce. */
export interface AnnouncementSource {
  readonly read: () => Promise<readonly Announcement[]>;
  readonly clusterOf: (row: FleetRow) => AnnouncedCluster;
}

interface OwnersClusters {
  /** Equal for users who see the same clusters. */
  readonly rowsKey: string;
  readonly rows: () => readonly FleetRow[];
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/** What the garden's operators announce about the clusters of users' rules. */
export class AnnouncedToRules {
  readonly #source: AnnouncementSource;
  readonly #log: Pick<Logger, "warn">;
  /** The same list as long as no announcement changes. */
  #announcements: readonly Announcement[] = [];

  constructor(source: AnnouncementSource, log: Pick<Logger, "warn">) {
    this.#source = source;
    this.#log = log;
  }

  /** Reads the announcements again. While they cannot be read, those from before hold. Never rejects. */
  async look(): Promise<void> {
    try {
      // Remarks on versions stand where the version does.
      const current = (await this.#source.read()).filter(({ place }) => place.kind !== "version");
      if (!isSameJson(current, this.#announcements)) this.#announcements = current;
    } catch (error) {
      this.#log.warn({ err: error }, "the announcements could not be read for the watch rules; they are tried again");
    }
  }

  /**
   * Finds the announcements about clusters that the owner of rules sees, if either has changed, and once per hour.
   *
   * @returns whether there are others than before
   */
  async readFor(owner: WatchedRuleOwner, { rowsKey, rows, now }: OwnersClusters): Promise<boolean> {
    const announcements = this.#announcements;
    const before = owner.readAnnouncements;
    const isDue = before === undefined || now - before.at >= fullEvaluationIntervalMs;
    if (!isDue && before.announcements === announcements && before.rowsKey === rowsKey) return false;
    const rules = owner.rules.filter(({ rule }) => rule.events.announced);
    const { clusterOf } = this.#source;
    const isNeeded = announcements.length > 0 && rules.length > 0;
    const reading = { announcements, rows: isNeeded ? rows() : [], clusterOf, context: createFleetContext(now) };
    const found = await findAnnounced(rules, reading);
    owner.readAnnouncements = { announcements, rowsKey, at: now };
    return [...found].filter(([rule, announced]) => rule.setAnnounced(announced)).length > 0;
  }
}

interface AnnouncedRows {
  readonly announcements: readonly Announcement[];
  /** Clusters that the owner of the rules can see. */
  readonly rows: readonly FleetRow[];
  readonly clusterOf: AnnouncementSource["clusterOf"];
  readonly context: FleetContext;
}

/** Finds the announcements about clusters of some rules: for each rule one occurrence per announcement. */
async function findAnnounced(
  rules: readonly WatchedRule[],
  { announcements, rows, clusterOf, context }: AnnouncedRows,
): Promise<ReadonlyMap<WatchedRule, readonly VisibleOccurrence[]>> {
  const readers = rules.map((watched) => ({
    watched,
    isWatched: createRuleSubjectTest(watched.rule.subject, context),
    found: new Map<Announcement, AnnouncedTo>(),
  }));
  await forEachInTimeSlices(rows, (row) => {
    const cluster = clusterOf(row);
    const about = announcements.filter(({ place }) => isAboutCluster(place, cluster));
    for (const { isWatched, found } of about.length === 0 ? [] : readers) {
      if (!isWatched(row)) continue;
      for (const each of about) found.set(each, withAnnouncedCluster(found.get(each), row));
    }
  });
  return new Map(
    readers.map(({ watched, found }) => [watched, [...found].map(([each, to]) => announcedOccurrence(each, to))]),
  );
}
