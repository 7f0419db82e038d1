"use client";

import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Choice } from "#components/ui/form/choice.tsx";
import { laneKey } from "#lib/forecast/lane-key.ts";
import { text } from "#lib/language/text.ts";
import type { Lane } from "#lib/policy/forecast/lane.ts";
import { laneLabel } from "#lib/words/hop-sentences.ts";
import { chooseLane, laneInAddress } from "./use-updates-address.ts";

interface LanePickerProps {
  readonly lanes: readonly Lane[];
  readonly only: string | undefined;
}

/** Which lane is looked at: one, or all. `l` goes on to the next one and after the last to all again. */
export function LanePicker({ lanes, only }: LanePickerProps) {
  const keys = lanes.map((lane) => laneKey(lane.id));
  useShortcut("l", () => chooseLane(keys[keys.indexOf(laneInAddress() ?? "") + 1]));
  return (
    <div className="flex flex-wrap items-center gap-2" data-print="hidden">
      <Choice
        label={text("Component")}
        value={only ?? ""}
        options={[
          { value: "", label: text("All components") },
          ...lanes.map(({ id }) => ({ value: laneKey(id), label: laneLabel(id) })),
        ]}
        onChange={(value) => chooseLane(value || undefined)}
      />
    </div>
  );
}
