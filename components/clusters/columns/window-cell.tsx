"use client";

import { LockKeyhole } from "lucide-react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type RowWindow, rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import type { Clock } from "#lib/words/clock.ts";
import { formatShortSpan, formatSpan } from "#lib/words/format-time.ts";
import { type LightCell, nothingText, type Speech } from "./light-text.ts";

/** The next maintenance window as an interval: at which minute of it Gardener begins, nobody can say. */
export function WindowCell({ row }: { readonly row: FleetRow }) {
  const window = rowWindow(row.window, useNow(60_000));
  const clock = useClock(window?.offsetMinutes);
  if (row.deletionRequestedAt !== undefined) return <span className="text-tertiary">–</span>;
  if (window === undefined) return <span className="text-tertiary">{text("any time")}</span>;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={formatSpan(window, clock)}>
      {row.confineSpecUpdateRollout && (
        <span className="shrink-0 text-tertiary" title={text("Changes of the spec are rolled out in the window only")}>
          <LockKeyhole aria-hidden className="size-3.5" />
          <span className="sr-only">{text("spec changes confined to the window")}</span>
        </span>
      )}
      <span className="truncate">{windowWords(window, clock)}</span>
    </span>
  );
}

/** The same for a line that passes by. */
export function lightWindow(row: FleetRow, { now, clockFor }: Speech): LightCell {
  const window = rowWindow(row.window, now);
  if (row.deletionRequestedAt !== undefined) return nothingText;
  if (window === undefined) return [{ text: text("any time"), look: "text-tertiary" }];
  return [{ text: windowWords(window, clockFor(window.offsetMinutes)) }];
}

function windowWords(window: RowWindow, clock: Clock): string {
  return window.open ? text("open now") : formatShortSpan(window, clock);
}
