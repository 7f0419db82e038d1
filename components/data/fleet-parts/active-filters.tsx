import { Button } from "#components/ui/button.tsx";
import { clearFilters, type FleetQuery, isFleetQueryNarrowed } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { FilterChips } from "./filter-chips.tsx";

interface ActiveFiltersProps {
  readonly query: FleetQuery;
  readonly onChange: (query: FleetQuery) => void;
}

/** Active filters of the URL, which can be removed one by one or all at once; empty if there are none. */
export function ActiveFilters({ query, onChange }: ActiveFiltersProps) {
  if (!isFleetQueryNarrowed(query) && query.unknown.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FilterChips query={query} onChange={onChange} />
      <Button variant="ghost" size="xs" onClick={() => onChange(clearFilters(query))}>
        {text("Clear all")}
      </Button>
    </div>
  );
}
