"use client";

import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useSpecSnapshots } from "#components/data/queries/spec-snapshots.ts";
import { usePinsAndRecentVisits } from "#components/data/storage/habits.ts";
import { ChoicePopover } from "#components/ui/overlay/choice-popover.tsx";
import type { TypeAheadBuffer } from "#components/ui/state/type-ahead-buffer.ts";
import { text } from "#lib/language/text.ts";
import type { ComparedRef } from "#lib/view/compare/compare-address.ts";
import { compareChoices } from "#lib/view/compare/compare-choices.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

interface CompareChooserProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly typedAhead: TypeAheadBuffer;
  /** Clusters that are compared already. */
  readonly refs: readonly ComparedRef[];
  readonly onChoose: (ref: ComparedRef) => void;
  readonly onClose: () => void;
}

/** Combobox that adds a column to the comparison: another cluster, or an earlier state of a compared cluster. */
export function CompareChooser({ anchor, typedAhead, refs, onChoose, onClose }: CompareChooserProps) {
  const [typed, setTyped] = useState("");
  const rows = useQuery(fleetQuery).data?.rows;
  const context = useFleetFilterContext();
  const clock = useDisplayClock();
  const { pinned, recent } = usePinsAndRecentVisits();
  const states = useSpecSnapshots();
  const groups = compareChoices(
    { typed, refs, pinned, recent },
    {
      rows: rows ?? [],
      context,
      states: states.map((state) => ({
        ...state,
        words: text("as read {seenAt}", { seenAt: formatDateTime(state.seenAt, clock) }),
      })),
    },
  );
  const isNothing = groups.every(({ choices }) => choices.length === 0);
  return (
    <ChoicePopover
      anchor={anchor}
      onClose={onClose}
      labels={{ popover: text("Choose what to compare with"), input: text("Search clusters"), list: text("Choices") }}
      placeholder={text("Cluster, or field:value")}
      typed={typed}
      onType={setTyped}
      typedAhead={typedAhead}
      groups={groups.map(({ title, choices }) => ({
        title,
        choices: choices.map(({ key, title: name, more, ref }) => ({
          key,
          onChoose: () => onChoose(ref),
          content: (
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 wrap-anywhere" translate="no">
                {name}
              </span>
              <span className="text-xs text-tertiary">{more}</span>
            </span>
          ),
        })),
      }))}
      status={rows === undefined ? text("Loading clusters…") : isNothing ? text("No cluster matches.") : ""}
    />
  );
}
