"use client";

import { type ComponentProps, type RefObject, useId, useMemo } from "react";
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
import { type OwnColumnKey, ownColumnTitleOf } from "#lib/fleet/fields/field-names.ts";
import { type Grouping, groupKeys, isFieldGroupKey, parseGrouping } from "#lib/fleet/fleet-grouping.ts";
import { withGrouping } from "#lib/fleet/fleet-query.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { settingChoiceLabels } from "#lib/user-settings/setting-labels.ts";
import { customFieldChoicesOf } from "#lib/view/grid/custom-field-choices.ts";
import { groupDefinitions } from "#lib/view/grid/group-definitions.ts";
import { userLabelKeysOf } from "#lib/view/grid/label-choices.ts";
import { shownFieldsOf } from "#lib/view/grid/shown-fields.ts";
import { setAllGroupsClosed } from "./closed-groups.ts";
import { ColumnChoices } from "./column-choices.tsx";

interface ViewPanelProps {
  /** All clusters that the list can show, whose labels and custom fields it can be grouped by. */
  readonly rows: readonly FleetRow[];
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Panel for the layout of the list. Groups and columns are part of the URL; row density is a user setting. */
export function ListLayoutPanel({ rows, anchor, onClose }: ViewPanelProps) {
  const density = useSetting("density");
  const { choose } = useSettingsChange();
  const query = useUrlQuery();
  const labels = useMemo(() => userLabelKeysOf(rows).map((label): OwnColumnKey => `label:${label}`), [rows]);
  const { choices: fields, leftOut } = useMemo(() => customFieldChoicesOf(rows, query), [rows, query]);
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
      <GroupChoices labels={labels} fields={fields} />
      {/* Cards have neither rows nor columns. */}
      <div className="max-md:hidden">
        <ColumnChoices labels={labels} fields={fields} shownFields={shownFieldsOf(rows, query)} />
      </div>
      {leftOut > 0 && (
        <p className="text-xs text-pretty text-secondary">
          {text(
            "{count, plural, one {# more custom field is} other {# more custom fields are}} not offered. Fields of the project that you filter by come first.",
            { count: leftOut },
          )}
        </p>
      )}
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
function GroupChoices({ labels, fields }: Omit<ComponentProps<typeof ColumnChoices>, "shownFields">) {
  const id = useId();
  const query = useUrlQuery();
  const { group } = query;
  const own = [
    { title: text("Labels"), choices: labels.map((key) => ({ key, label: ownColumnTitleOf(key) })) },
    { title: text("Custom fields"), choices: fields },
  ];
  const isListed = own.some(({ choices }) => choices.some(({ key }) => key === group?.key));
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
        {group && !isFieldGroupKey(group.key) && !isListed && (
          <option value={group.key}>{ownColumnTitleOf(group.key)}</option>
        )}
        {own
          .filter(({ choices }) => choices.length > 0)
          .map(({ title, choices }) => (
            <optgroup key={title} label={title}>
              {choices.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
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
