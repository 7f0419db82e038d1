import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { type FilterField, filterFields } from "#lib/fleet/fields/fleet-fields.ts";
import type { FacetValue } from "#lib/fleet/fleet-facets.ts";
import { type FleetQuery, toggleFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";

interface FacetPanelProps {
  readonly query: FleetQuery;
  readonly facets: ReadonlyMap<string, readonly FacetValue[]>;
  readonly onChange: (query: FleetQuery) => void;
  readonly onClose: () => void;
}

const mostValues = 12;

/** Filter panel with groups of checkboxes and numbers of matching clusters. It stays open during the selection. */
export function FacetPanel({ query, facets, onChange, onClose }: FacetPanelProps) {
  return (
    <aside
      aria-label={text("Filters")}
      className="flex w-60 shrink-0 flex-col border-t border-r border-hairline bg-surface max-md:absolute max-md:inset-0 max-md:z-30 max-md:w-full"
    >
      <div className="flex h-9 shrink-0 items-center justify-between border-b border-hairline pr-1 pl-4">
        <h2 className="text-sm font-semibold">{text("Filters")}</h2>
        <Button variant="ghost" size="iconSm" aria-label={text("Hide the filters")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {filterFields
          .filter(({ key }) => (facets.get(key)?.length ?? 0) > 0)
          .map((field) => (
            <Facet
              key={field.key}
              field={field}
              values={facets.get(field.key) ?? []}
              query={query}
              onChange={onChange}
            />
          ))}
      </div>
    </aside>
  );
}

interface FacetProps extends Pick<FacetPanelProps, "query" | "onChange"> {
  readonly field: FilterField;
  readonly values: readonly FacetValue[];
}

function Facet({ field, values, query, onChange }: FacetProps) {
  const asked = query.filters.get(field.key) ?? [];
  const ticked = values.filter(({ value }) => asked.includes(value));
  const others = values.filter(({ value }) => !asked.includes(value));
  const shown = [...ticked, ...others.slice(0, Math.max(0, mostValues - ticked.length))];
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="mb-1 text-xs font-medium text-tertiary">{text(field.label)}</legend>
      {shown.map(({ value, count }) => {
        const words = (field.facetWords ?? field.describe)?.(value) ?? value;
        return (
          <CheckField
            key={value}
            label={
              <>
                <span className="truncate" title={words}>
                  {words}
                </span>
                <span className="shrink-0 text-tertiary tabular-nums">{formatNumber(count)}</span>
              </>
            }
            checked={asked.includes(value)}
            onChange={() => onChange(toggleFilter(query, field.key, value))}
            className="-mx-2 min-h-7 rounded-control px-2 text-sm hover:bg-hover"
            labelClass="flex min-w-0 flex-1 items-center justify-between gap-2 py-1"
          />
        );
      })}
      {values.length > shown.length && (
        <p className="pt-0.5 pl-6 text-xs text-tertiary">
          {text("{count} more, by search", { count: values.length - shown.length })}
        </p>
      )}
    </fieldset>
  );
}
