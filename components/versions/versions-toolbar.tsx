import { ChartGantt, Table2, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Button } from "#components/ui/button.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { text } from "#lib/language/text.ts";
import {
  nextZoomMonths,
  type VersionsQuery,
  type VersionView,
  type ZoomMonths,
  zoomMonths,
} from "#lib/view/versions/versions-query.ts";
import type { ShownProfiles } from "./use-profiles.ts";
import type { VersionsQueryChange } from "./use-versions-query.ts";

interface ToolbarProps {
  readonly query: VersionsQuery;
  readonly shown: ShownProfiles;
  readonly view: VersionView;
  readonly onChange: (part: VersionsQueryChange) => void;
  readonly more: ReactNode;
}

/** Toolbar of the versions page: CloudProfile, another one to compare with, chart or table, and time range. */
export function VersionsToolbar({ query, shown, view, onChange, more }: ToolbarProps) {
  const { all, chosen } = shown;
  const [first, second] = chosen.map(({ profile }) => profileKey(profile));
  const options = all.map((profile) => ({ value: profileKey(profile), label: profileKey(profile) }));
  const zoom = (step: -1 | 1) => onChange((now) => ({ zoom: nextZoomMonths(now.zoom, step) }));
  useShortcut("+", () => zoom(-1));
  useShortcut("-", () => zoom(1));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <InlineSelect
        label={text("Profile")}
        value={first ?? ""}
        options={options}
        onChange={(value) =>
          onChange({ profiles: second === undefined || second === value ? [value] : [value, second] })
        }
      />
      <InlineSelect
        label={text("Compare with")}
        value={second ?? ""}
        options={[{ value: "", label: text("nothing") }, ...options.filter(({ value }) => value !== first)]}
        onChange={(value) => onChange({ profiles: [first ?? "", value].filter((key) => key !== "") })}
      />
      {view === "gantt" && (
        <fieldset className="flex items-center gap-1">
          <legend className="sr-only">{text("Time shown")}</legend>
          <Button
            size="icon"
            variant="ghost"
            aria-label={text("Show less time")}
            {...(query.zoom === zoomMonths[0] && { disabledReason: text("Three months is the least.") })}
            onClick={() => zoom(-1)}
          >
            <ZoomIn aria-hidden />
          </Button>
          <InlineSelect
            label={text("Scale")}
            value={String(query.zoom)}
            options={zoomMonths.map((months) => ({
              value: String(months),
              label: text("{months} months", { months }),
            }))}
            onChange={(value) => onChange({ zoom: zoomOf(value) })}
          />
          <Button
            size="icon"
            variant="ghost"
            aria-label={text("Show more time")}
            {...(query.zoom === zoomMonths.at(-1) && { disabledReason: text("Two years is the most.") })}
            onClick={() => zoom(1)}
          >
            <ZoomOut aria-hidden />
          </Button>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {more}
        <Segments
          label={text("Form")}
          value={view}
          options={[
            { value: "gantt", label: text("Time line"), icon: <ChartGantt aria-hidden /> },
            { value: "table", label: text("Table"), icon: <Table2 aria-hidden /> },
          ]}
          onChange={(form) => onChange({ view: form })}
        />
      </div>
    </div>
  );
}

function zoomOf(text: string): ZoomMonths {
  return zoomMonths.find((months) => String(months) === text) ?? 12;
}
