// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys of its options.
// biome-ignore-all lint/a11y/useSemanticElements: a combobox is an ARIA widget; native elements cannot carry it.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays in the input (active descendant), as the pattern asks.

import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { inputClass } from "../form/input-class.ts";
import type { TypeAheadBuffer } from "../state/type-ahead-buffer.ts";
import { Popover } from "./popover.tsx";

/** Option that the user can choose in the popover. */
export interface PopoverChoice {
  readonly key: string;
  readonly content: ReactNode;
  readonly onChoose: () => void;
}

/** Group of options. A group without a title comes first. */
export interface ChoiceGroup {
  readonly title?: string;
  readonly choices: readonly PopoverChoice[];
}

interface ChoicePopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  /** Accessible names of the popover, its input and its list. */
  readonly labels: { readonly popover: string; readonly input: string; readonly list: string };
  readonly placeholder: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Keys that the user pressed before the popover was loaded. */
  readonly typedAhead?: TypeAheadBuffer;
  readonly groups: readonly ChoiceGroup[];
  /** Status below the list, such as that no option matches; empty if there is nothing to report. */
  readonly status: string;
  /** Content to show above the input. */
  readonly before?: ReactNode;
}

/**
 * Popover with a searchable list of choices. Arrow keys move, Enter chooses, and a choice closes the popover.
 * @source ARIA APG, combobox with a listbox popup
 */
export function ChoicePopover(props: ChoicePopoverProps) {
  const { anchor, onClose, labels, placeholder, typed, onType, typedAhead, groups, status, before } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(0);
  const offered = groups.flatMap(({ choices }) => choices);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const choose = (choice: PopoverChoice | undefined) => {
    if (choice === undefined) return;
    choice.onChoose();
    onClose();
  };
  const [isEntered, setIsEntered] = useState(false);
  useEffect(() => {
    if (!isEntered) return;
    setIsEntered(false);
    choose(offered[0]);
  });
  const takeTyped = () => {
    const ahead = typedAhead?.take();
    if (ahead === undefined) return;
    if (ahead.text !== "") onType(ahead.text);
    setIsEntered(ahead.isEntered);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && offered.length > 0) setActive((active + step + offered.length) % offered.length);
    else if (event.key === "Enter") choose(offered[active]);
    else return;
    event.preventDefault();
  };
  const optionOf = (choice: PopoverChoice) => {
    const at = offered.indexOf(choice);
    return (
      <div
        key={choice.key}
        id={`${id}-${at}`}
        role="option"
        aria-selected={at === active}
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={() => setActive(at)}
        onClick={() => choose(choice)}
        className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 text-base aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {choice.content}
      </div>
    );
  };
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      label={labels.popover}
      align="start"
      firstFocus={input}
      className="w-84 max-w-[calc(100vw-1rem)] p-1!"
    >
      {before}
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-tertiary" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={labels.input}
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => {
            onType(target.value);
            setActive(0);
          }}
          onFocus={takeTyped}
          onKeyDown={handleKey}
          className={`${inputClass} h-8 pl-8`}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={labels.list}
        className="scrollbar-thin mt-1 max-h-80 overflow-y-auto"
      >
        {groups.map(({ title, choices }) =>
          choices.length === 0 ? null : title === undefined ? (
            choices.map(optionOf)
          ) : (
            <div key={title} role="group" aria-label={title}>
              <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-tertiary">
                {title}
              </div>
              {choices.map(optionOf)}
            </div>
          ),
        )}
      </div>
      <p role="status" className="px-2 py-1 text-xs text-tertiary empty:hidden">
        {status}
      </p>
    </Popover>
  );
}
