"use client";

import type { RefObject } from "react";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { Segments } from "#components/ui/form/segments.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { settingChoices } from "#lib/contract/setting-choices.ts";
import { text } from "#lib/language/text.ts";
import { settingWords } from "#lib/user-settings/setting-words.ts";
import { ColumnChoices } from "./column-choices.tsx";
import { GroupChoices } from "./group-choices.tsx";
import { useDensity } from "./use-density.ts";

interface ViewPanelProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** How the list is laid out. Groups and columns are part of the address; density is taste and stays with the reader. */
export function ViewPanel({ anchor, onClose }: ViewPanelProps) {
  const density = useDensity();
  const { choose } = useSettingsChange();
  return (
    <Popover
      anchor={anchor}
      open
      onOpenChange={onClose}
      label={text("View of the list")}
      className="scrollbar-thin flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] flex-col gap-4 overflow-y-auto"
    >
      <section className="flex flex-col items-start gap-1.5 max-md:hidden">
        <h2 className="text-xs font-medium text-tertiary">{text("Density")}</h2>
        <Segments
          label={text("Density")}
          value={density}
          options={settingChoices.density.map((value) => ({ value, label: text(settingWords.density[value]) }))}
          onChange={(value) => choose({ density: value })}
        />
      </section>
      <GroupChoices />
      {/* Cards have neither lines nor columns. */}
      <div className="max-md:hidden">
        <ColumnChoices />
      </div>
    </Popover>
  );
}
