"use client";

import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Choice } from "#components/ui/form/choice.tsx";
import { text } from "#lib/language/text.ts";
import type { FilteredVersions } from "#lib/view/versions/filter-versions.ts";
import { unreadableGroup, type VersionGroup } from "#lib/view/versions/version-groups.ts";
import type { Subject } from "#lib/view/versions/version-rows.ts";
import { isNarrowedVersions, type VersionsQuery } from "#lib/view/versions/versions-query.ts";
import { stageWithin } from "#lib/words/version-stage.ts";

interface FiltersProps {
  readonly query: VersionsQuery;
  readonly subject: Subject;
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

/** A choice of one; an address may name several, which the list then says. */
function one(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : values.join(",");
}

const split = (value: string) => (value === "" ? [] : value.split(","));

function withHeld(
  options: readonly { readonly value: string; readonly label: string }[],
  values: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  const value = one(values);
  const known = value === "" || options.some((option) => option.value === value);
  return [{ value: "", label: text("all") }, ...options, ...(known ? [] : [{ value, label: values.join(", ") }])];
}

export function VersionsFilters({ query, subject, groups, filtered, onChange }: FiltersProps) {
  const stages = [...new Set(groups.flatMap(({ rows }) => rows.map(({ stage }) => stage)))].sort();
  const minors = groups.map(({ key }) => key).filter((key) => key !== unreadableGroup);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Choice
        label={text("Stage")}
        value={one(query.stages)}
        options={withHeld(
          stages.map((stage) => ({ value: stage, label: stageWithin(stage) })),
          query.stages,
        )}
        onChange={(value) => onChange({ stages: split(value) })}
      />
      <Choice
        label={subject.kind === "kubernetes" ? text("Minor") : text("Major")}
        value={one(query.minors)}
        options={withHeld(
          minors.map((minor) => ({ value: minor, label: minor })),
          query.minors,
        )}
        onChange={(value) => onChange({ minors: split(value) })}
      />
      <Choice
        label={text("Ends within")}
        value={query.expiringDays === undefined ? "" : String(query.expiringDays)}
        options={withHeld(
          within.map((days) => ({ value: String(days), label: text("{days} days", { days }) })),
          query.expiringDays === undefined ? [] : [String(query.expiringDays)],
        )}
        onChange={(value) => onChange({ expiringDays: value === "" ? undefined : Number(value) })}
      />
      <CheckField
        className="h-8 text-sm"
        label={text("Used only")}
        checked={query.usedOnly}
        onChange={(usedOnly) => onChange({ usedOnly })}
      />
      {subject.kind === "image" && (
        <>
          <Choice
            label={text("Architecture")}
            value={one(query.architectures)}
            options={withHeld(
              ["amd64", "arm64"].map((name) => ({ value: name, label: name })),
              query.architectures,
            )}
            onChange={(value) => onChange({ architectures: split(value) })}
          />
          <Choice
            label={text("Update strategy")}
            value={one(query.strategies)}
            options={withHeld(
              ["patch", "minor", "major"].map((name) => ({ value: name, label: name })),
              query.strategies,
            )}
            onChange={(value) => onChange({ strategies: split(value) })}
          />
          <CheckField
            className="h-8 text-sm"
            label={text("In-place updates")}
            checked={query.inPlaceOnly}
            onChange={(inPlaceOnly) => onChange({ inPlaceOnly })}
          />
        </>
      )}
      {isNarrowedVersions(query) && (
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
