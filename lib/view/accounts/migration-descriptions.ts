import type { BindingDeadline } from "#lib/fleet/fields/account-fields.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDayRange } from "../forecast/forced-change-descriptions.ts";
import type { MigrationBoard } from "./migration-board.ts";

interface TimeContext {
  readonly clock: DisplayClock;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns when a maintenance run replaces the binding: its days, and the version; `from` where it is not certain. */
export function bindingDeadlineLabel({ at, latestAt, overdue, to }: BindingDeadline, time: TimeContext): string {
  const days = formatDayRange(at, latestAt, time);
  if (overdue) return text("{days} with {to}, overdue", { days, to });
  return latestAt === undefined ? text("from {days} with {to}", { days, to }) : text("{days} with {to}", { days, to });
}

/** Headline of the board: how many clusters have to move, and which is the first that Gardener moves by itself. */
export function describeMigration({ clusters, projects }: MigrationBoard, time: TimeContext): string {
  const [first] = clusters;
  if (first === undefined) return text("No cluster uses a SecretBinding.");
  const count = clusters.length;
  const where = text("{count, plural, one {# project} other {# projects}}", { count: projects.length });
  const still = text(
    "{count, plural, one {# cluster in {where} still uses a SecretBinding.} other {# clusters in {where} still use a SecretBinding.}}",
    { count, where },
  );
  if (first.deadline === undefined) return still;
  const next = text("The first is replaced by Gardener: {cluster}, {days}.", {
    cluster: `${first.row.project}/${first.row.name}`,
    days: bindingDeadlineLabel(first.deadline, time),
  });
  return `${still} ${next}`;
}
