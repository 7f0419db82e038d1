import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message } from "#lib/language/text.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { FleetContext } from "./create-fleet-context.ts";
import { dueCredentialsOf } from "./due-families.ts";
import type { FieldDefinitions } from "./field-definition.ts";
import {
  filterValuesOfFlag,
  filterValuesOfText,
  isFlagFilterValue,
  lastSortValue,
  missingFilterValue,
  yesNoLabel,
} from "./field-values.ts";
import { forcedUpdateWindowOf } from "./forced-update-window.ts";
import { nextWindowOfRow } from "./next-window-of-row.ts";
import {
  createRotationAgeTest,
  isRotationAgeFilterValue,
  parseFamilyName,
  rotationAgeFilterLabel,
} from "./rotation-age-filter.ts";

const windowLabels: Readonly<Record<string, Message>> = {
  now: message("open now"),
  today: message("today"),
  later: message("later"),
};

const windowsAt = memoizePerObject((_: FleetContext) => new Map<string, readonly string[]>());

/** Returns the window's filter values, computed once per window and time: a fleet has few windows and many clusters. */
function windowValues({ window }: FleetRow, context: FleetContext): readonly string[] {
  const known = windowsAt(context);
  const key = `${window?.begin} ${window?.end}`;
  const values = known.get(key) ?? readWindow(window, context);
  known.set(key, values);
  return values;
}

function readWindow(window: FleetRow["window"], { now, todayEndsAt }: FleetContext): readonly string[] {
  const next = nextWindowOfRow(window, now);
  // Without a window, Gardener may begin at any time.
  if (next === undefined || next.open) return ["now", "today"];
  return next.beginMs < todayEndsAt ? ["today"] : ["later"];
}

/** Returns a test for filter values such as `ca`, `ca:prepared`, or `none` for clusters without a rotation. */
function rotationTest(values: readonly string[]): (row: FleetRow) => boolean {
  const wanted = new Set(
    values.map((value) => {
      const [family = "", ...phase] = value.toLowerCase().split(":", 2);
      return [parseFamilyName(family), ...phase].join(":");
    }),
  );
  const isNone = values.some((value) => value.toLowerCase() === missingFilterValue);
  return ({ rotation }) =>
    rotation ? wanted.has(rotation.family) || wanted.has(`${rotation.family}:${rotation.phase.toLowerCase()}`) : isNone;
}

const farPast = 1e14;

/** Time from which the age of certificate authorities counts: their last rotation, or the cluster's creation. */
export function certificateAuthorityAgeStartOf({ rotatedAt, createdAt }: FleetRow): {
  readonly at: number | undefined;
  readonly never: boolean;
} {
  const rotated = parseInstant(rotatedAt?.certificateAuthorities);
  return { at: rotated ?? parseInstant(createdAt), never: rotated === undefined };
}

/** Definitions of the fields for a cluster's maintenance and rotations. */
export const maintenanceFields = {
  window: {
    label: message("Maintenance window"),
    filter: {
      valuesOf: (row, context) => (row.deletionRequestedAt === undefined ? windowValues(row, context) : []),
      understands: (value) => Object.hasOwn(windowLabels, value.toLowerCase()),
      describe: (value) => String(windowLabels[value] ?? value),
      facet: true,
      timed: true,
      order: Object.keys(windowLabels),
    },
    sort: (row, { windowBegin }) => windowBegin(row) ?? lastSortValue,
    column: { label: message("Next window"), shown: true },
  },
  rotation: {
    label: message("Rotation"),
    filter: {
      valuesOf: ({ rotation }) => (rotation ? [`${rotation.family}:${rotation.phase}`] : [missingFilterValue]),
      testFor: rotationTest,
      facet: true,
    },
    sort: ({ rotation }) => (rotation ? (parseInstant(rotation.since) ?? 0) : lastSortValue),
    column: { shown: false },
  },
  rotAge: {
    label: message("Age"),
    filter: {
      valuesOf: () => [],
      testFor: createRotationAgeTest,
      understands: isRotationAgeFilterValue,
      describe: rotationAgeFilterLabel,
    },
  },
  due: {
    label: message("Rotation due"),
    filter: {
      valuesOf: (row, { now }) => filterValuesOfFlag(dueCredentialsOf(row, now).length > 0),
      understands: isFlagFilterValue,
      describe: yesNoLabel,
    },
  },
  held: {
    label: message("Held, with a window"),
    filter: {
      valuesOf: (row) => filterValuesOfFlag(forcedUpdateWindowOf(row) !== undefined),
      understands: isFlagFilterValue,
      describe: yesNoLabel,
    },
  },
  maintenance: {
    label: message("Last maintenance"),
    filter: { valuesOf: ({ lastMaintenance }) => filterValuesOfText(lastMaintenance?.state) },
    // Clusters whose last maintenance failed come first, then those maintained the longest time ago.
    sort: ({ lastMaintenance }) => {
      if (lastMaintenance === undefined) return lastSortValue;
      const at = parseInstant(lastMaintenance.triggeredAt) ?? 0;
      return lastMaintenance.state === "Failed" ? at - farPast : at;
    },
    column: { shown: false },
  },
  auto: {
    label: message("Auto-update"),
    filter: {
      valuesOf: ({ autoUpdate, pools }) => [
        `k8s:${autoUpdate.kubernetes ? "on" : "off"}`,
        ...(pools === 0 ? [] : [`image:${autoUpdate.images ? "on" : "off"}`]),
      ],
      facet: true,
    },
    sort: ({ autoUpdate: { kubernetes, images } }) => Number(kubernetes) * 2 + Number(images),
    column: { shown: false },
  },
  caAge: {
    label: message("CA age"),
    sort: (row) => certificateAuthorityAgeStartOf(row).at ?? lastSortValue,
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
