"use client";

import { clsx } from "clsx";
import { useClock } from "#components/data/address/use-clock.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ColumnKey } from "#lib/fleet/fields/field-names.ts";
import { heldBackWords, lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { text } from "#lib/language/text.ts";
import { rowState } from "#lib/policy/next/row-state.ts";
import { lifetimeNearMs } from "#lib/policy/next/truth.ts";
import { formatDate, formatDateTime, formatRelative } from "#lib/words/format-time.ts";
import { stateWords } from "#lib/words/state/state-words.ts";
import type { ColumnLook } from "./column-look.ts";
import { plain } from "./light-cells.ts";
import { nothingText } from "./light-text.ts";

const loud = "font-medium text-caution-text";
const aside = "font-normal text-tertiary";

function StateCell({ row }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  return <span className="truncate">{text(stateWords[rowState(row, now)])}</span>;
}

function HeldBackCell({ row }: { readonly row: FleetRow }) {
  const words = heldBackWords(row);
  if (words === undefined) return <span className="text-tertiary">–</span>;
  return (
    <span className="truncate">
      <span className={loud}>{words.hold}</span>
      {words.waiting !== undefined && <span className="text-tertiary"> · {words.waiting}</span>}
    </span>
  );
}

const lookOfEnd = (at: number, now: number) => (at <= now + lifetimeNearMs ? loud : "");

function EndsOnCell({ row }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  const clock = useClock();
  const at = lifetimeEndOf(row);
  if (at === undefined) return <span className="text-tertiary">–</span>;
  return (
    <span className="truncate" title={formatDateTime(at, clock)}>
      <span className={clsx(lookOfEnd(at, now))}>{formatDate(at, clock)}</span>
      <span className="text-tertiary"> · {formatRelative(at, now)}</span>
    </span>
  );
}

/** What Gardener does next with a cluster, what keeps it from that, and when it deletes the cluster. */
export const nextLooks = {
  state: {
    width: [172, 1],
    cell: (row) => <StateCell row={row} />,
    light: (row, { now }) => plain(text(stateWords[rowState(row, now)])),
  },
  heldBack: {
    width: [188, 1],
    cell: (row) => <HeldBackCell row={row} />,
    light: (row) => {
      const words = heldBackWords(row);
      if (words === undefined) return nothingText;
      const { hold, waiting } = words;
      return [
        { text: hold, look: loud },
        { text: waiting === undefined ? "" : `· ${waiting}`, look: aside },
      ];
    },
  },
  endsOn: {
    width: [172, 1],
    cell: (row) => <EndsOnCell row={row} />,
    light: (row, { now, clockFor }) => {
      const at = lifetimeEndOf(row);
      if (at === undefined) return nothingText;
      return [
        { text: formatDate(at, clockFor()), look: lookOfEnd(at, now) },
        { text: `· ${formatRelative(at, now)}`, look: aside },
      ];
    },
  },
} as const satisfies Partial<Readonly<Record<ColumnKey, ColumnLook>>>;
