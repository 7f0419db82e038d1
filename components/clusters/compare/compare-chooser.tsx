// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys of its options.
// biome-ignore-all lint/a11y/useSemanticElements: a combobox is an ARIA widget; native elements cannot carry it.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays in the input (active descendant), as the pattern asks.
"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useFleetContext } from "#components/data/address/use-fleet-context.ts";
import { useHabits } from "#components/data/kept/habits.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useSeenStates } from "#components/data/queries/seen-states.ts";
import { inputClass } from "#components/ui/form/field.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import type { ComparedRef } from "#lib/view/compare/compare-address.ts";
import { compareChoices } from "#lib/view/compare/compare-choices.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

interface CompareChooserProps {
  readonly anchor: RefObject<HTMLElement | null>;
  /** What is compared already. */
  readonly refs: readonly ComparedRef[];
  readonly onChoose: (ref: ComparedRef) => void;
  readonly onClose: () => void;
}

/** A combobox of what can stand in another column: clusters by their names, and earlier states of those in sight. */
export function CompareChooser({ anchor, refs, onChoose, onClose }: CompareChooserProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const rows = useQuery(fleetQuery).data?.rows;
  const context = useFleetContext();
  const clock = useClock();
  const { pinned, recent } = useHabits();
  const states = useSeenStates();
  const groups = compareChoices(
    { typed, refs, pinned, recent },
    {
      rows: rows ?? [],
      context,
      states: states.map((state) => ({ ...state, words: `as read ${formatDateTime(state.seenAt, clock)}` })),
    },
  );
  const choices = groups.flatMap((group) => group.choices);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const choose = (at: number) => {
    const choice = choices[at];
    if (choice === undefined) return;
    onChoose(choice.ref);
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && choices.length > 0) setActive((active + step + choices.length) % choices.length);
    else if (event.key === "Enter") choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <Popover
      anchor={anchor}
      open
      onOpenChange={onClose}
      label="Choose what to compare with"
      align="start"
      firstFocus={input}
      className="w-88 max-w-[calc(100vw-1rem)] p-1!"
    >
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-tertiary" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search clusters"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Cluster, or field:value"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={handleKey}
          className={`${inputClass} h-8 pl-8`}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Choices"
        className="scrollbar-thin mt-1 max-h-80 overflow-y-auto"
      >
        {groups.map(({ title, choices: held }) => (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-tertiary">
              {title}
            </div>
            {held.map((choice) => {
              const at = choices.indexOf(choice);
              return (
                <div
                  key={choice.key}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(at)}
                  onClick={() => choose(at)}
                  className="flex min-h-8 cursor-default flex-wrap items-baseline gap-x-2 rounded-control px-2 py-1.5 text-base aria-selected:bg-hover"
                >
                  <span className="min-w-0 wrap-anywhere" translate="no">
                    {choice.title}
                  </span>
                  <span className="text-xs text-tertiary">{choice.more}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="px-2 py-1 text-xs text-tertiary empty:hidden">
        {rows === undefined ? "Loading clusters…" : choices.length === 0 ? "No cluster matches." : ""}
      </p>
    </Popover>
  );
}
