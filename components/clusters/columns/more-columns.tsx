"use client";

import { useClock } from "#components/data/address/use-clock.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ColumnKey } from "#lib/fleet/fields/field-names.ts";
import { labelWords } from "#lib/fleet/fields/identity-fields.ts";
import { caSince } from "#lib/fleet/fields/maintenance-fields.ts";
import { operationStateWords } from "#lib/fleet/fields/operation-state-words.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatDateTime, formatDuration, formatRelative } from "#lib/words/format-time.ts";
import type { ColumnLook } from "./column-look.ts";
import { plain } from "./light-cells.ts";
import { type LightCell, type LightText, nothingText } from "./light-text.ts";

/** A text, and a second one that steps back; a dash where there is nothing to say. */
function Text({ children, aside }: { readonly children: string | undefined; readonly aside?: string | undefined }) {
  if (children === undefined || children === "") return <span className="text-tertiary">–</span>;
  return (
    <span className="truncate">
      {children}
      {aside !== undefined && <span className="text-tertiary"> {aside}</span>}
    </span>
  );
}

const light = (text: string | undefined, aside?: string): LightCell => {
  if (text === undefined || text === "") return nothingText;
  const second: LightText | undefined = aside === undefined ? undefined : { text: aside, look: "text-tertiary" };
  return second === undefined ? [{ text }] : [{ text }, second];
};

const placeOf = ({ provider, region }: FleetRow) => [provider, region].filter(Boolean).join(" · ");

/** A profile of the project's own is named as such: another project may have one of the same name. */
const ownProfile = ({ profile }: FleetRow) =>
  profile?.kind === "NamespacedCloudProfile" ? `· ${text("project")}` : undefined;

const poolsOf = ({ pools }: FleetRow) =>
  pools === 0 ? undefined : text("{pools, plural, one {# pool} other {# pools}}", { pools });
const nodesOf = ({ pools, maxNodes }: FleetRow) =>
  pools === 0 || maxNodes === undefined ? undefined : text("≤ {maxNodes, number} nodes", { maxNodes });

function autoUpdates({ autoUpdate: { kubernetes, images }, pools }: FleetRow): string {
  if (pools === 0) return kubernetes ? text("Kubernetes") : text("off", {}, "automatic updates");
  if (kubernetes && images) return text("all", {}, "automatic updates");
  if (kubernetes) return text("Kubernetes only");
  return images ? text("images only") : text("off", {}, "automatic updates");
}

function hibernation({ hibernated, hibernationEnabled }: FleetRow): string | undefined {
  if (hibernated) return hibernationEnabled ? text("hibernated") : text("waking up");
  return hibernationEnabled ? text("falling asleep") : undefined;
}

function MaintenanceCell({ row: { lastMaintenance } }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  const clock = useClock();
  if (lastMaintenance === undefined) return <Text>{undefined}</Text>;
  const at = parseInstant(lastMaintenance.triggeredAt);
  return (
    <span className="min-w-0 truncate" title={at === undefined ? undefined : formatDateTime(at, clock)}>
      <span className={maintenanceLook(lastMaintenance)}>{stateOf(lastMaintenance)}</span>
      {at !== undefined && <span className="text-tertiary"> {formatRelative(at, now)}</span>}
    </span>
  );
}

const stateOf = ({ state }: NonNullable<FleetRow["lastMaintenance"]>) =>
  state === undefined ? text("state not said") : operationStateWords(state);
const maintenanceLook = ({ state }: NonNullable<FleetRow["lastMaintenance"]>) =>
  state === "Failed" ? "font-medium text-negative-text" : "";

function CaAgeCell({ row }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  const clock = useClock();
  const { at, never } = caSince(row);
  if (at === undefined) return <Text>{undefined}</Text>;
  return (
    <span
      className="min-w-0 truncate"
      title={
        never
          ? text("Never rotated; the cluster was created {at}", { at: formatDateTime(at, clock) })
          : text("Rotated {at}", { at: formatDateTime(at, clock) })
      }
    >
      {formatDuration(now - at)}
      {never && <span className="text-tertiary"> {text("never rotated")}</span>}
    </span>
  );
}

function CreatedCell({ row: { createdAt } }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  const clock = useClock();
  const at = parseInstant(createdAt);
  if (at === undefined) return <Text>{undefined}</Text>;
  return (
    <span className="truncate" title={formatDateTime(at, clock)}>
      {formatRelative(at, now)}
    </span>
  );
}

/** What the list shows of a cluster where somebody asks for it. */
export const moreLooks = {
  purpose: { width: [112, 1], cell: (row) => <Text>{row.purpose}</Text>, light: ({ purpose }) => plain(purpose) },
  provider: { width: [170, 1], cell: (row) => <Text>{placeOf(row)}</Text>, light: (row) => plain(placeOf(row)) },
  seed: { width: [120, 1], cell: (row) => <Text>{row.seed}</Text>, light: ({ seed }) => plain(seed) },
  profile: {
    width: [140, 1],
    cell: (row) => <Text aside={ownProfile(row)}>{row.profile?.name}</Text>,
    light: (row) => light(row.profile?.name, ownProfile(row)),
  },
  workers: {
    width: [148, 1],
    cell: (row) => <Text aside={nodesOf(row)}>{poolsOf(row)}</Text>,
    light: (row) => light(poolsOf(row), nodesOf(row)),
  },
  auto: {
    width: [132, 1],
    cell: (row) => <Text>{autoUpdates(row)}</Text>,
    light: (row) => plain(autoUpdates(row)),
  },
  maintenance: {
    width: [156, 1],
    cell: (row) => <MaintenanceCell row={row} />,
    light: ({ lastMaintenance }, { now }) => {
      if (lastMaintenance === undefined) return nothingText;
      const at = parseInstant(lastMaintenance.triggeredAt);
      return [
        { text: stateOf(lastMaintenance), look: maintenanceLook(lastMaintenance) },
        { text: at === undefined ? "" : formatRelative(at, now), look: "font-normal text-tertiary" },
      ];
    },
  },
  caAge: {
    width: [148, 1],
    cell: (row) => <CaAgeCell row={row} />,
    light: (row, { now }) => {
      const { at, never } = caSince(row);
      return light(at === undefined ? undefined : formatDuration(now - at), never ? text("never rotated") : undefined);
    },
  },
  hib: {
    width: [120, 1],
    cell: (row) => <Text>{hibernation(row)}</Text>,
    light: (row) => plain(hibernation(row)),
  },
  label: { width: [180, 2], cell: (row) => <Text>{labelWords(row)}</Text>, light: (row) => plain(labelWords(row)) },
  created: {
    width: [112, 1],
    cell: (row) => <CreatedCell row={row} />,
    light: ({ createdAt }, { now }) => {
      const at = parseInstant(createdAt);
      return plain(at === undefined ? undefined : formatRelative(at, now));
    },
  },
} as const satisfies Partial<Readonly<Record<ColumnKey, ColumnLook>>>;
