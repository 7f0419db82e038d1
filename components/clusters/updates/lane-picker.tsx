"use client";

import { useId } from "react";
import { inputClass } from "#components/ui/field.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { Lane } from "#lib/policy/forecast/lane.ts";
import { laneKey } from "#lib/view/ladder/lane-key.ts";
import { laneLabel } from "#lib/view/sentences/hop-sentences.ts";
import { chooseLane, laneInAddress } from "./use-updates-address.ts";

interface LanePickerProps {
  readonly lanes: readonly Lane[];
  readonly only: string | undefined;
}

/** Which lane is looked at: one, or all. `l` goes on to the next one and after the last to all again. */
export function LanePicker({ lanes, only }: LanePickerProps) {
  const id = useId();
  const keys = lanes.map((lane) => laneKey(lane.id));
  useShortcut("l", () => chooseLane(keys[keys.indexOf(laneInAddress() ?? "") + 1]));
  return (
    <div className="flex flex-wrap items-center gap-2" data-print="hidden">
      <label htmlFor={id} className="text-sm font-medium">
        Lane
      </label>
      <div className="max-w-full min-w-48">
        <select
          id={id}
          value={only ?? ""}
          onChange={({ target }) => chooseLane(target.value || undefined)}
          className={`${inputClass} h-8 text-base`}
        >
          <option value="">All lanes</option>
          {lanes.map((lane) => (
            <option key={laneKey(lane.id)} value={laneKey(lane.id)}>
              {laneLabel(lane.id)}
            </option>
          ))}
        </select>
      </div>
      <span className="text-sm text-tertiary">
        <Kbd>l</Kbd> next lane
      </span>
    </div>
  );
}
