import type { FleetRow } from "#lib/contract/fleet.ts";
import type { GroupKey } from "#lib/fleet/fleet-grouping.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { dayNumber, daysUntil } from "#lib/policy/versions/dead-end-horizon.ts";
import { naturalKey } from "#lib/text/natural-key.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { causeOf, causeOrder, causeTitle } from "./group-causes.ts";

/** What puts rows into groups, and what those are called. */
export interface GroupDefinition {
  readonly label: Message;
  /** Empty where the row has none. */
  readonly valueOf: (row: FleetRow, now: number) => string;
  readonly titleOf: (value: string) => string;
  /** Groups come by this: of one kind for all values of a definition. */
  readonly orderOf: (value: string) => string | number;
  /** Where groups are alike in order, the larger one comes first. */
  readonly largestFirst?: true;
}

/** Behind every text that people write. */
const lastOfAll = "\uffff";

/** Groups by a text as it is, in the order of names; what has none comes last, by an honest name. */
function byText(label: Message, textOf: (row: FleetRow) => string | undefined, without: Message): GroupDefinition {
  return {
    label,
    valueOf: (row) => textOf(row) ?? "",
    titleOf: (value) => (value === "" ? text(without) : value),
    orderOf: (value) => (value === "" ? lastOfAll : naturalKey(value)),
  };
}

/** As Gardener's dashboard has them, what matters most first. */
const purposes: readonly string[] = ["production", "infrastructure", "evaluation", "development", "testing"];

/** `1.33` of `1.33.4`; empty for what is no version. */
function minorOf(version: string): string {
  const end = version.indexOf(".", version.indexOf(".") + 1);
  return end < 0 || !/^\d/.test(version) ? "" : version.slice(0, end);
}

/** Between a namespace and a profile in it; no name has it. */
const within = "/";

const [overdue, nothing, unknown] = ["overdue", "none", "unknown"];

/** The Monday, in UTC, of the week in which something is forced first. The first of January 1970 was a Thursday. */
function weekValue(row: FleetRow, now: number): string {
  const [first] = forcedEvents(row);
  if (first === undefined) return row.forecast === undefined || row.forecast.without !== undefined ? unknown : nothing;
  if (first.overdue) return overdue;
  const day = dayNumber(now) + daysUntil(first.at, now);
  return String(day - ((day + 3) % 7));
}

const unweekly: Readonly<Record<string, Message>> = {
  [overdue]: message("Overdue"),
  [nothing]: message("No forced change in sight"),
  [unknown]: message("No forecast"),
};

export const groupDefinitions: Readonly<Record<GroupKey, GroupDefinition>> = {
  project: byText(message("Project"), ({ project }) => project, message("No project")),
  cause: { label: message("Cause"), valueOf: causeOf, titleOf: causeTitle, orderOf: causeOrder, largestFirst: true },
  version: {
    label: message("Kubernetes minor"),
    valueOf: ({ kubernetes }) => minorOf(kubernetes.version),
    titleOf: (value) =>
      value === "" ? text("Version not readable") : text("Kubernetes {version}", { version: value }),
    orderOf: (value) => (value === "" ? lastOfAll : naturalKey(value)),
  },
  week: {
    label: message("Week of the next forced change"),
    valueOf: weekValue,
    titleOf: (value) =>
      String(unweekly[value] ?? text("Week of {monday}", { monday: formatDate(Number(value) * dayMs, utcClock) })),
    orderOf: (value) => {
      if (value === overdue) return -1;
      const behind = [nothing, unknown].indexOf(value);
      return behind < 0 ? Number(value) : Number.MAX_SAFE_INTEGER - 1 + behind;
    },
  },
  seed: byText(message("Seed"), ({ seed }) => seed, message("No Seed yet")),
  provider: byText(message("Provider"), ({ provider }) => provider, message("No provider")),
  purpose: {
    ...byText(message("Purpose"), ({ purpose }) => purpose, message("No purpose")),
    orderOf: (value) => {
      const place = purposes.indexOf(value);
      return `${place < 0 ? purposes.length : place}${value === "" ? lastOfAll : value}`;
    },
  },
  profile: {
    label: message("Cloud profile"),
    // Two projects may each have a profile of one name.
    valueOf: ({ profile, namespace }) =>
      profile?.kind === "NamespacedCloudProfile" ? `${namespace}${within}${profile.name}` : (profile?.name ?? ""),
    titleOf: (value) => {
      const [namespace = "", name] = value.split(within, 2);
      if (value === "") return text("No cloud profile");
      return name === undefined
        ? value
        : text("{name}, of {project}", { name, project: namespace.replace(/^garden-/, "") });
    },
    orderOf: (value) => (value === "" ? lastOfAll : naturalKey(value.split(within).reverse().join(within))),
  },
};
