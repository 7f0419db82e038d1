// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys of its options.
// biome-ignore-all lint/a11y/useSemanticElements: virtual rows and a combobox are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on cells (roving) or in the input (active descendant), as the patterns ask.
"use client";

import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { UserShortcutHint } from "#components/data/keys/user-shortcut-hint.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { findFilterField } from "#lib/fleet/fields/fleet-fields.ts";
import type { FacetValue } from "#lib/fleet/fleet-facets.ts";
import { extractFiltersFromSearch } from "#lib/fleet/search-grammar.ts";
import { type Suggestion, suggestSearch } from "#lib/fleet/search-suggestions.ts";
import { text } from "#lib/language/text.ts";

interface SearchBoxProps {
  readonly value: string;
  readonly facets: ReadonlyMap<string, readonly FacetValue[]>;
  readonly onType: (text: string) => void;
  /** Called when the user confirms the text: terms such as `field:value` in it become filters. */
  readonly onCommit: (text: string) => void;
  /** Called when the search box gets or loses the focus: values are suggested only while it has the focus. */
  readonly onActive: (active: boolean) => void;
}

/** Search box as accessible combobox (ARIA APG) that suggests field names, then their values. Any text is allowed. */
export function SearchBox({ value, facets, onType, onCommit, onActive }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = open ? suggestSearch(value, facets) : [];
  const shown = suggestions.length > 0;
  const unapplied = shown ? [] : extractFiltersFromSearch(value, true).filters.filter(isUnderstood);
  useShortcut("/", () => {
    input.current?.focus();
    input.current?.select();
  });

  const choose = ({ input: text, finished }: Suggestion) => {
    setActive(-1);
    if (finished) onCommit(text);
    else onType(text);
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && suggestSearch(value, facets).length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at) => wrapped(at + step, suggestSearch(value, facets).length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = suggestions[active];
      if (chosen) choose(chosen);
      else onCommit(value);
    } else if (event.key === "Escape") {
      if (shown) setOpen(false);
      else if (value !== "") onType("");
      else input.current?.blur();
    }
  };
  return (
    <search className="relative w-full sm:w-auto sm:max-w-88 sm:min-w-44 sm:flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-tertiary" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={text("Search clusters")}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={text("Search or field:value")}
        value={value}
        onChange={({ target }) => {
          setOpen(true);
          setActive(-1);
          onType(target.value);
        }}
        onKeyDown={handleKey}
        onFocus={() => onActive(true)}
        onBlur={() => {
          setOpen(false);
          onActive(false);
        }}
        className={clsx(inputClass, "h-8 pl-8", value === "" ? "pr-7" : "pr-9")}
      />
      {value === "" ? (
        <span aria-hidden className="pointer-events-none absolute top-1.5 right-2 max-sm:hidden">
          <UserShortcutHint usual="/" />
        </span>
      ) : (
        <button
          type="button"
          aria-label={text("Clear the search")}
          onClick={() => {
            onType("");
            input.current?.focus();
          }}
          className="absolute top-1 right-1 grid size-6 place-items-center rounded-tag text-tertiary hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      {unapplied.length > 0 && (
        <p
          role="status"
          className="pointer-events-none absolute top-full left-0 z-30 mt-1 w-full animate-appear truncate rounded-card bg-raised px-3 py-2 text-sm text-secondary shadow-overlay sm:min-w-88"
        >
          {text("Press Enter to filter by {filters}", {
            filters: unapplied.map(({ key, value: wanted }) => `${key}:${wanted}`).join(" "),
          })}
        </p>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text("Suggestions")}
        hidden={!shown}
        className="absolute top-full left-0 z-30 mt-1 w-full animate-appear rounded-card bg-raised p-1 shadow-overlay sm:min-w-88"
      >
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
            className="flex h-8 cursor-default items-center justify-between gap-4 rounded-control px-2 hover:bg-hover aria-selected:bg-hover"
          >
            <span className="truncate font-mono text-sm">{suggestion.label}</span>
            <span className="shrink-0 text-sm text-tertiary">{suggestion.hint}</span>
          </div>
        ))}
      </div>
    </search>
  );
}

function isUnderstood({ key, value }: { readonly key: string; readonly value: string }): boolean {
  return findFilterField(key)?.understands?.(value.replace(/^-/, "")) ?? true;
}

function wrapped(index: number, length: number): number {
  if (index < -1) return length - 1;
  return index >= length ? -1 : index;
}
