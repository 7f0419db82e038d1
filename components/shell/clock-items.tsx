"use client";

import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { MenuLabel, MenuRadioGroup, MenuRadioItem } from "#components/ui/overlay/menu.tsx";
import { clockLabels, clockNames } from "#lib/words/clock.ts";

export function ClockItems() {
  const query = useUrlQuery();
  return (
    <>
      <MenuLabel>Show times in</MenuLabel>
      <MenuRadioGroup value={query.clock}>
        {clockNames.map((clock) => (
          <MenuRadioItem key={clock} value={clock} onSelect={() => writeUrlQuery({ ...query, clock }, "replace")}>
            {clockLabels[clock].short} <span className="text-tertiary">{clockLabels[clock].long}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
