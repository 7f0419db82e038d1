"use client";

import { Clock3 } from "lucide-react";
import { useUrlQuery, writeUrlQuery } from "#components/data/url-query.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "#components/ui/menu.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import { type ClockName, clockNames } from "#lib/view/clock.ts";

const labels: Readonly<Record<ClockName, { readonly short: string; readonly long: string }>> = {
  me: { short: "My time", long: "My time zone" },
  cluster: { short: "Cluster", long: "Each cluster's own offset" },
  utc: { short: "UTC", long: "UTC" },
};

/** In which clock dates and windows are shown; part of the address, so a colleague reads the same hours. */
export function ClockSwitch() {
  const query = useUrlQuery();
  const choose = (clock: ClockName) => writeUrlQuery({ ...query, clock }, "replace");
  useShortcut("z", () => choose(clockNames[(clockNames.indexOf(query.clock) + 1) % clockNames.length] ?? "me"));
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Clock: ${labels[query.clock].long}`} className="max-sm:px-1.5">
          <Clock3 aria-hidden />
          <span className="max-md:sr-only">{labels[query.clock].short}</span>
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuLabel>Show times in</MenuLabel>
        <MenuRadioGroup value={query.clock}>
          {clockNames.map((name) => (
            <MenuRadioItem key={name} value={name} onSelect={() => choose(name)}>
              {labels[name].long}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
