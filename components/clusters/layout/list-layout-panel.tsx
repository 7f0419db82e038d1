"use client";

import { type RefObject, useId, useMemo } from "react";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { nativeSelectClass } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Segments } from "#components/ui/form/segments.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { settingChoices } from "#lib/contract/setting-choices.ts";
import { userLabelKeysOf } from "#lib/fleet/fields/row-labels.ts";
import {
  type Grouping,
  groupKeys,
  isFieldGroupKey,
  labelOfGrouping,
  parseGrouping,
} from "#lib/fleet/fleet-grouping.ts";
import { withGrouping } from "#lib/fleet/fleet-query.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { settingChoiceLabels } from "#lib/user-settings/setting-labels.ts";
import { groupDefinitions } from "#lib/view/grid/group-definitions.ts";
import { setAllGroupsClosed } from "./closed-groups.ts";
import { ColumnChoices } from "./column-choices.tsx";

interface ViewPanelProps {
  /** All clusters that the list can show, whose labels it can be grouped by. */
  readonly rows: readonly FleetRow[];
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Panel for the layout of the list. Groups and columns are part of the URL; row density is a user setting. */
export function ListLayoutPanel({ rows, anchor, onClose }: ViewPanelProps) {
  const density = useSetting("density");
  const { choose } = useSettingsChange();
  const userLabels = useMemo(() => userLabelKeysOf(rows), [rows]);
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      label={text("View of the list")}
      className="scrollbar-thin flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] flex-col gap-4 overflow-y-auto"
    >
      <section className="flex flex-col items-start gap-1.5 max-md:hidden">
        <h2 className="text-xs font-medium text-tertiary">{text("Density")}</h2>
        <Segments
          label={text("Density")}
          value={density}
          options={settingChoices.density.map((value) => ({ value, label: text(settingChoiceLabels.density[value]) }))}
          onChange={(value) => choose({ density: value })}
        />
      </section>
      <GroupChoices userLabels={userLabels} />
      {/* Cards have neither rows nor columns. */}
      <div className="max-md:hidden">
        <ColumnChoices labels={userLabels} />
      </div>
    </Popover>
  );
}

const options: readonly { readonly value: string; readonly label: Message }[] = [
  { value: "", label: message("Nothing") },
  ...groupKeys.map((key) => ({ value: key, label: groupDefinitions[key].label })),
];
const orders = [
  { value: "own", label: message("In order") },
  { value: "worst", label: message("Worst first") },
] as const;

/** Form that selects the grouping of the list and the order of the groups, both of which are in the URL. */
function GroupChoices({ userLabels }: { readonly userLabels: readonly string[] }) {
  const id = useId();
  const query = useUrlQuery();
  const { group } = query;
  const chosenLabel = group && !isFieldGroupKey(group.key) ? [labelOfGrouping(group.key)] : [];
  const labels = [...new Set([...userLabels, ...chosenLabel])];
  const choose = (next: Grouping | undefined) => writeUrlQuery(withGrouping(query, next), "push");
  return (
    <section className="flex flex-col items-start gap-1.5">
      <h2 id={id} className="text-xs font-medium text-tertiary">
        {text("Group by")}
      </h2>
      <select
        aria-labelledby={id}
        value={group?.key ?? ""}
        className={`${inputClass} ${nativeSelectClass} w-full`}
        onChange={({ target: { value } }) => {
          const chosen = parseGrouping(value);
          choose(chosen && { ...chosen, ...(group?.worst && { worst: true }) });
        }}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {text(label)}
          </option>
        ))}
        {labels.length > 0 && (
          <optgroup label={text("Labels")}>
            {labels.map((label) => (
              <option key={label} value={`label:${label}`}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {group && (
        <>
          <Segments
            label={text("Order of the groups")}
            value={group.worst ? "worst" : "own"}
            options={orders.map(({ value, label }) => ({ value, label: text(label) }))}
            onChange={(order) => choose({ key: group.key, ...(order === "worst" && { worst: true }) })}
          />
          <span className="flex gap-2">
            <Button size="sm" onClick={() => setAllGroupsClosed(group.key, true)}>
              {text("Close all groups")}
            </Button>
            <Button size="sm" onClick={() => setAllGroupsClosed(group.key, false)}>
              {text("Open all")}
            </Button>
          </span>
        </>
      )}
    </section>
  );
}
