"use client";

import { useDisplayClockLookup } from "#components/data/address/use-clock.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FieldColumnKey, type OwnColumnKey, ownColumnTitleOf, ownValueOf } from "#lib/fleet/fields/field-names.ts";
import { certificateAuthorityAgeStartOf } from "#lib/fleet/fields/maintenance-fields.ts";
import { blockedRowLabels, lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { inlineOperationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import { readinessLabels } from "#lib/fleet/fields/readiness-labels.ts";
import { formatRowLabels } from "#lib/fleet/fields/row-labels.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { lifetimeWarningPeriodMs } from "#lib/policy/next/diagnosis.ts";
import { clusterRowStateOf } from "#lib/policy/next/row-state.ts";
import { formatDate, formatDateTime, formatDuration, formatRelative } from "#lib/words/format-time.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";
import { type CellTextContext, type ColumnRendering, emptyCell } from "./text-only-cell.ts";

/** Texts of a cell; without `said` the cell shows a dash. */
interface CellLabels {
  readonly said?: string | undefined;
  readonly look?: string;
  /** Secondary text, rendered less prominently. */
  readonly aside?: string | undefined;
  readonly title?: string;
}

type LabelsOf = (row: FleetRow, speech: Omit<CellTextContext, "onlookerAt">) => CellLabels;

function LabelCell({ row, wordsOf }: { readonly row: FleetRow; readonly wordsOf: LabelsOf }) {
  const now = useNow(60_000);
  const clockFor = useDisplayClockLookup();
  const { said, look, aside, title } = wordsOf(row, { now, clockFor });
  if (!said) return <span className="text-tertiary">–</span>;
  return (
    <span className="truncate" title={title}>
      <span className={look}>{said}</span>
      {aside !== undefined && <span className="text-tertiary"> {aside}</span>}
    </span>
  );
}

function wordColumn(width: ColumnRendering["width"], wordsOf: LabelsOf): ColumnRendering {
  return {
    width,
    cell: (row) => <LabelCell row={row} wordsOf={wordsOf} />,
    light: (row, speech) => {
      const { said, look = "", aside } = wordsOf(row, speech);
      if (!said) return emptyCell;
      const first = { text: said, look };
      return aside === undefined ? [first] : [first, { text: aside, look: "font-normal text-tertiary" }];
    },
  };
}

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

const loud = "font-medium text-caution-text";

/** Columns of the list that are hidden unless the user selects them. */
export const optionalColumns = {
  state: wordColumn([172, 1], (row, { now }) => ({ said: text(stateLabels[clusterRowStateOf(row, now)]) })),
  heldBack: wordColumn([188, 1], (row) => {
    const { hold, waiting } = blockedRowLabels(row) ?? {};
    return { said: hold, look: loud, aside: waiting && `· ${waiting}` };
  }),
  endsOn: wordColumn([172, 1], (row, { now, clockFor, withoutAges }) => {
    const at = lifetimeEndOf(row);
    if (at === undefined) return {};
    const clock = clockFor();
    return {
      said: formatDate(at, clock),
      look: at <= now + lifetimeWarningPeriodMs ? loud : "",
      aside: withoutAges ? undefined : `· ${formatRelative(at, now)}`,
      title: formatDateTime(at, clock),
    };
  }),
  readiness: wordColumn([248, 1], (row) => {
    const { said, isBad, blocks, title } = readinessLabels(row);
    return {
      said,
      look: isBad ? "font-medium text-negative-text" : "",
      aside: blocks === undefined ? undefined : `· ${blocks}`,
      ...(title && { title }),
    };
  }),
  purpose: wordColumn([112, 1], ({ purpose }) => ({ said: purpose })),
  provider: wordColumn([170, 1], ({ provider, region }) => ({ said: [provider, region].filter(Boolean).join(" · ") })),
  seed: wordColumn([120, 1], ({ seed }) => ({ said: seed })),
  profile: wordColumn([140, 1], ({ profile }) => ({
    said: profile?.name,
    // Several projects may have a NamespacedCloudProfile of the same name, so the text mentions the project.
    aside: profile?.kind === "NamespacedCloudProfile" ? `· ${text("project")}` : undefined,
  })),
  release: wordColumn([136, 1], ({ gardenerVersion }) => ({ said: gardenerVersion?.replace(/^v/, "") })),
  workers: wordColumn([148, 1], ({ pools, maxNodes }) => {
    if (pools === 0) return {};
    return {
      said: text("{pools, plural, one {# pool} other {# pools}}", { pools }),
      aside: maxNodes === undefined ? undefined : text("≤ {maxNodes, number} nodes", { maxNodes }),
    };
  }),
  auto: wordColumn([132, 1], (row) => ({ said: autoUpdates(row) })),
  maintenance: wordColumn([156, 1], ({ lastMaintenance }, { now, clockFor, withoutAges }) => {
    if (lastMaintenance === undefined) return {};
    const { state, triggeredAt } = lastMaintenance;
    const at = parseInstant(triggeredAt);
    return {
      said: state === undefined ? text("state not said") : inlineOperationStateLabel(state),
      look: state === "Failed" ? "font-medium text-negative-text" : "",
      ...(at !== undefined && {
        aside: withoutAges ? undefined : formatRelative(at, now),
        title: formatDateTime(at, clockFor()),
      }),
    };
  }),
  caAge: wordColumn([148, 1], (row, { now, clockFor, withoutAges }) => {
    const { at, never } = certificateAuthorityAgeStartOf(row);
    if (at === undefined) return {};
    if (withoutAges) return { said: never ? text("never rotated") : text("rotated") };
    const words = { at: formatDateTime(at, clockFor()) };
    return {
      said: formatDuration(now - at),
      aside: never ? text("never rotated") : undefined,
      title: never ? text("Never rotated; the cluster was created {at}", words) : text("Rotated {at}", words),
    };
  }),
  hib: wordColumn([120, 1], (row) => ({ said: hibernation(row) })),
  label: wordColumn([180, 2], (row) => ({ said: formatRowLabels(row) })),
  created: wordColumn([112, 1], ({ createdAt }, { now, clockFor }) => {
    const at = parseInstant(createdAt);
    return at === undefined ? {} : { said: formatRelative(at, now), title: formatDateTime(at, clockFor()) };
  }),
} as const satisfies Partial<Readonly<Record<FieldColumnKey, ColumnRendering>>>;

/** Column of a label or custom field; a label without a value shows its key, as in a list of labels. */
export const ownColumn = (key: OwnColumnKey): ColumnRendering =>
  wordColumn([120, 1], (row) => {
    const value = ownValueOf(row, key);
    return { said: value === "" ? ownColumnTitleOf(key) : value };
  });
