import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useDisplayClockName, writeDisplayClockToUrl } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";
import { clockLabels, clockNames } from "#lib/words/clock.ts";

export function DisplayClockMenuItems() {
  const query = useUrlQuery();
  return (
    <>
      <MenuLabel>{text("Show times in")}</MenuLabel>
      <MenuRadioGroup value={useDisplayClockName()}>
        {clockNames.map((clock) => (
          <MenuRadioItem key={clock} value={clock} onSelect={() => writeDisplayClockToUrl(query, clock)}>
            {text(clockLabels[clock].short)} <span className="text-tertiary">{text(clockLabels[clock].long)}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/settings#clock">{text("Your usual clock")}</Link>
      </MenuItem>
    </>
  );
}
