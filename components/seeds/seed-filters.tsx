import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Segments } from "#components/ui/form/segments.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isSeedQueryNarrowed, type SeedQuery, type SeedState, seedStates } from "#lib/view/seeds/seed-query.ts";
import { isSeedInState, seedsByRelease } from "#lib/view/seeds/select-seeds.ts";
import { formatNumber } from "#lib/words/count.ts";

interface SeedFiltersProps {
  readonly seeds: readonly ListedSeed[];
  readonly query: SeedQuery;
  /** Number of Seeds that the query selects. */
  readonly shown: number;
  readonly onChange: (part: Partial<SeedQuery>, how?: "push" | "replace") => void;
}

const stateLabels: Readonly<Record<SeedState, Message>> = {
  attention: message("Needs attention"),
  stopped: message("Emergency stop"),
  hidden: message("Not visible"),
  full: message("Nearly full"),
};

const cleared = { q: "", provider: undefined, region: undefined, gardener: undefined, state: undefined };

/** Search and filters of the list of Seeds. */
export function SeedFilters({ seeds, query, shown, onChange }: SeedFiltersProps) {
  const choices = useMemo(
    () => ({
      providers: distinct(seeds.map(({ provider }) => provider)),
      regions: distinct(seeds.map(({ region }) => region)),
      releases: seedsByRelease(seeds).map(({ release }) => release.replace(/^v/, "")),
    }),
    [seeds],
  );
  const stateOptions = seedStates.map((state) => ({
    value: state,
    label: `${text(stateLabels[state])} ${formatNumber(seeds.filter((seed) => isSeedInState(seed, state)).length)}`,
  }));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        type="search"
        aria-label={text("Search Seeds")}
        placeholder={text("Search Seeds")}
        value={query.q}
        onChange={({ target }) => onChange({ q: target.value }, "replace")}
        className={`${inputClass} h-8 w-full text-base sm:max-w-64`}
      />
      <Segments<SeedState | "all">
        label={text("Seeds by state")}
        value={query.state ?? "all"}
        options={[{ value: "all", label: text("All") }, ...stateOptions]}
        onChange={(state) => onChange({ state: state === "all" ? undefined : state })}
      />
      <OneOf
        label={text("Provider")}
        values={choices.providers}
        chosen={query.provider}
        onChoose={(provider) => onChange({ provider })}
      />
      <OneOf
        label={text("Region")}
        values={choices.regions}
        chosen={query.region}
        onChoose={(region) => onChange({ region })}
      />
      <OneOf
        label={text("Gardener release")}
        values={choices.releases}
        chosen={query.gardener}
        onChoose={(gardener) => onChange({ gardener })}
      />
      {isSeedQueryNarrowed(query) && (
        <Button variant="ghost" size="xs" onClick={() => onChange(cleared)}>
          {text("Clear all")}
        </Button>
      )}
      <p role="status" className="ml-auto text-sm text-secondary tabular-nums">
        {text("{shown, number} of {all, plural, one {# Seed} other {# Seeds}}", { shown, all: seeds.length })}
      </p>
    </div>
  );
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== "").sort();
}

interface OneOfProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

/** Select of one value. A value of the address that no Seed has is offered, too, so that it can be seen. */
function OneOf({ label, values, chosen, onChoose }: OneOfProps) {
  const offered = chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
  return (
    <InlineSelect
      label={label}
      value={chosen ?? ""}
      options={[{ value: "", label: text("all") }, ...offered.map((value) => ({ value, label: value }))]}
      onChange={(value) => onChoose(value === "" ? undefined : value)}
    />
  );
}
