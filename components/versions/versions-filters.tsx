import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { text } from "#lib/language/text.ts";
import type { FilteredVersions } from "#lib/view/versions/filter-versions.ts";
import { unreadableVersionsGroupKey, type VersionGroup } from "#lib/view/versions/version-groups.ts";
import type { VersionsPageSubject } from "#lib/view/versions/version-rows.ts";
import { isVersionsQueryNarrowed, type VersionsQuery } from "#lib/view/versions/versions-query.ts";
import { inlineStageLabel } from "#lib/words/version-stage.ts";

interface FiltersProps {
  readonly query: VersionsQuery;
  readonly subject: VersionsPageSubject;
  readonly groups: readonly VersionGroup[];
  readonly filtered: FilteredVersions;
  readonly onChange: (part: Partial<VersionsQuery>) => void;
}

const cleared = {
  stages: [],
  minors: [],
  architectures: [],
  strategies: [],
  usedOnly: false,
  inPlaceOnly: false,
  expiringDays: undefined,
} as const satisfies Partial<VersionsQuery>;

const within = [7, 30, 90, 180] as const;

interface OneOfProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Selected values in the URL. */
  readonly asked: readonly string[];
  readonly onAsk: (values: readonly string[]) => void;
}

/** Select that sets a single value. If the URL has several values, they are shown as an extra option. */
function OneOf({ label, options, asked, onAsk }: OneOfProps) {
  const value = asked.join(",");
  const known = value === "" || options.some((option) => option.value === value);
  return (
    <InlineSelect
      label={label}
      value={value}
      options={[{ value: "", label: text("all") }, ...options, ...(known ? [] : [{ value, label: asked.join(", ") }])]}
      onChange={(chosen) => onAsk(chosen === "" ? [] : chosen.split(","))}
    />
  );
}

const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

export function VersionsFilters({ query, subject, groups, filtered, onChange }: FiltersProps) {
  const stages = [...new Set(groups.flatMap(({ rows }) => rows.map(({ stage }) => stage)))].sort();
  const minors = groups.map(({ key }) => key).filter((key) => key !== unreadableVersionsGroupKey);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <OneOf
        label={text("Stage")}
        options={stages.map((stage) => ({ value: stage, label: inlineStageLabel(stage) }))}
        asked={query.stages}
        onAsk={(asked) => onChange({ stages: asked })}
      />
      <OneOf
        label={subject.kind === "kubernetes" ? text("Minor") : text("Major")}
        options={named(minors)}
        asked={query.minors}
        onAsk={(asked) => onChange({ minors: asked })}
      />
      <OneOf
        label={text("Ends within")}
        options={within.map((days) => ({ value: String(days), label: text("{days} days", { days }) }))}
        asked={query.expiringDays === undefined ? [] : [String(query.expiringDays)]}
        onAsk={([days]) => onChange({ expiringDays: days === undefined ? undefined : Number(days) })}
      />
      <CheckField
        className="h-8 text-sm"
        label={text("Used only")}
        checked={query.usedOnly}
        onChange={(usedOnly) => onChange({ usedOnly })}
      />
      {subject.kind === "image" && (
        <>
          <OneOf
            label={text("Architecture")}
            options={named(["amd64", "arm64"])}
            asked={query.architectures}
            onAsk={(architectures) => onChange({ architectures })}
          />
          <OneOf
            label={text("Update strategy")}
            options={named(["patch", "minor", "major"])}
            asked={query.strategies}
            onAsk={(strategies) => onChange({ strategies })}
          />
          <CheckField
            className="h-8 text-sm"
            label={text("In-place updates")}
            checked={query.inPlaceOnly}
            onChange={(inPlaceOnly) => onChange({ inPlaceOnly })}
          />
        </>
      )}
      {isVersionsQueryNarrowed(query) && (
        <Button variant="ghost" size="xs" onClick={() => onChange(cleared)}>
          {text("Clear all")}
        </Button>
      )}
      <p role="status" className="ml-auto text-sm text-secondary tabular-nums">
        {text("Showing {shown} of {total} versions", { shown: filtered.shown, total: filtered.total })}
      </p>
    </div>
  );
}
