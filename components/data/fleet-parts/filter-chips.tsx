import { clsx } from "clsx";
import { X } from "lucide-react";
import { findFilterField } from "#lib/fleet/fields/fleet-fields.ts";
import {
  type FleetQuery,
  toggleFilter,
  withFilter,
  withoutLastVisitFilter,
  withPinnedFilter,
} from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";

interface FilterChipsProps {
  readonly query: FleetQuery;
  readonly onChange: (query: FleetQuery) => void;
}

/** Chips of all active filters. They are always visible, so that users notice that the list is filtered. */
export function FilterChips({ query, onChange }: FilterChipsProps) {
  const chips = [...query.filters].map(([key, values]) => {
    const field = findFilterField(key);
    const isUnderstood = (value: string) => field?.understands?.(value.replace(/^-/, "")) ?? true;
    const others = values.filter((value) => !isUnderstood(value));
    return { key, field, known: values.filter(isUnderstood), others };
  });
  if (chips.length === 0 && query.unknown.length === 0 && !query.pinned && !query.since) return null;
  return (
    <ul aria-label={text("Active filters")} className="flex flex-wrap items-center gap-1.5">
      {query.pinned && (
        <Chip name={text("Only")} words={text("pinned")} onRemove={() => onChange(withPinnedFilter(query, false))} />
      )}
      {query.since !== undefined && (
        <Chip
          name={text("Changed")}
          words={text("since you last looked")}
          onRemove={() => onChange(withoutLastVisitFilter(query))}
        />
      )}
      {chips.flatMap(({ key, field, known, others }) => [
        known.length > 0 && (
          <Chip
            key={key}
            name={field ? text(field.label) : key}
            words={known.map((value) => labelOf(value, field?.describe)).join(", ")}
            onRemove={() => onChange(withFilter(query, key, others))}
          />
        ),
        ...others.map((value) => (
          <Chip
            key={`${key}=${value}`}
            name={text("Not understood")}
            words={`${key}=${value}`}
            grey
            onRemove={() => onChange(toggleFilter(query, key, value))}
          />
        )),
      ])}
      {query.unknown.map(({ key, value }, index) => (
        <Chip
          key={`${key}=${value}`}
          name={text("Not understood")}
          words={`${key}=${value}`}
          grey
          onRemove={() => onChange({ ...query, unknown: query.unknown.filter((_, other) => other !== index) })}
        />
      ))}
    </ul>
  );
}

function labelOf(value: string, words: ((value: string) => string) | undefined): string {
  const bare = value.replace(/^-/, "");
  const said = words?.(bare) ?? bare;
  return value.startsWith("-") ? text("not {value}", { value: said }) : said;
}

interface ChipProps {
  readonly name: string;
  readonly words: string;
  readonly grey?: boolean;
  readonly onRemove: () => void;
}

function Chip({ name, words, grey = false, onRemove }: ChipProps) {
  return (
    <li
      className={clsx(
        "flex h-6 max-w-full items-center rounded-control border pl-2 text-sm",
        grey ? "border-dashed border-neutral-border text-secondary" : "border-info-border bg-info-tint text-info-text",
      )}
    >
      <span className="min-w-0 truncate">
        <span className={grey ? "" : "opacity-80"}>{name}</span> <span className="font-medium">{words}</span>
      </span>
      <button
        type="button"
        aria-label={text("Remove the filter {name} {words}", { name, words })}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-control hover:bg-hover"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
