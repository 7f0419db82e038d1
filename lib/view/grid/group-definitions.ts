import type { FleetRow } from "#lib/contract/fleet.ts";
import { type OwnColumnKey, ownColumnTitleOf, ownValueOf } from "#lib/fleet/fields/field-names.ts";
import { type FieldGroupKey, type GroupKey, isFieldGroupKey } from "#lib/fleet/fleet-grouping.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { dayNumber, daysUntil } from "#lib/policy/versions/dead-end-horizon.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { causeGroupKeyOf, causeGroupOrder, causeGroupTitle } from "./group-causes.ts";

/** Rule for grouping rows, with the order and the titles of the groups. */
export interface GroupDefinition {
  /** Returns the value by which a row is grouped; empty if the row has none. */
  readonly valueOf: (row: FleetRow, now: number) => string;
  readonly titleOf: (value: string) => string;
  /** Returns the sort key of a group; it has the same type for all values of a definition. */
  readonly orderOf: (value: string) => string | number;
  /** Whether larger groups come first if their sort keys are equal. */
  readonly largestFirst?: true;
}

interface FieldGroupDefinition extends GroupDefinition {
  readonly label: Message;
}

/** Sort key after any text that users write. */
const lastOfAll = "\uffff";

/** Rule that groups rows by a text, in name order; rows without a value come last, in a group with its own title. */
function byText(label: Message, textOf: (row: FleetRow) => string | undefined, without: Message): FieldGroupDefinition {
  return {
    label,
    valueOf: (row) => textOf(row) ?? "",
    titleOf: (value) => (value === "" ? text(without) : value),
    orderOf: (value) => (value === "" ? lastOfAll : naturalKey(value)),
  };
}

/** Purposes of clusters in the order of Gardener's dashboard, most important first. */
const purposes: readonly string[] = ["production", "infrastructure", "evaluation", "development", "testing"];

/** Returns the minor of a version, `1.33` of `1.33.4`; empty if the text is not a version. */
function minorOf(version: string): string {
  const end = version.indexOf(".", version.indexOf(".") + 1);
  return end < 0 || !/^\d/.test(version) ? "" : version.slice(0, end);
}

/** Separator between a namespace and a profile in it; no name contains it. */
const within = "/";

const [overdue, nothing, unknown] = ["overdue", "none", "unknown"];

/** Monday, in UTC, of the week of the first forced change. 1970-01-01 was a Thursday. */
function weekValue(row: FleetRow, now: number): string {
  const [first] = forcedEventsOf(row);
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

/** Returns the rule for any grouping; rows without the label or field, or with an empty label, have their own group. */
export function groupDefinitionOf(key: GroupKey): GroupDefinition {
  return isFieldGroupKey(key) ? groupDefinitions[key] : byOwnValue(key);
}

/** The value stands behind `=`, because a label with an empty value is not the same as none. */
function byOwnValue(key: OwnColumnKey): GroupDefinition {
  const title = ownColumnTitleOf(key);
  return {
    valueOf: (row) => {
      const value = ownValueOf(row, key);
      return value === undefined ? "" : `=${value}`;
    },
    titleOf: (value) => {
      if (key.startsWith("label")) return value === "" ? text("No label {key}", { key: title }) : `${title}${value}`;
      return value === "" ? text("{field} has no value", { field: title }) : `${title}: ${value.slice(1)}`;
    },
    orderOf: (value) => (value === "" ? lastOfAll : naturalKey(value)),
  };
}

export const groupDefinitions: Readonly<Record<FieldGroupKey, FieldGroupDefinition>> = {
  project: byText(message("Project"), ({ project }) => project, message("No project")),
  cause: {
    label: message("Cause"),
    valueOf: causeGroupKeyOf,
    titleOf: causeGroupTitle,
    orderOf: causeGroupOrder,
    largestFirst: true,
  },
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
  release: byText(
    message("Gardener release"),
    ({ gardenerVersion }) => minorOf(gardenerVersion?.replace(/^v/, "") ?? "") || undefined,
    message("Not reconciled yet"),
  ),
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
    // Profiles of different projects may have the same name.
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
