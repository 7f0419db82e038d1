import { CalendarClock, Columns2, Copy, LayoutGrid } from "lucide-react";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";

export interface RowActions {
  readonly version: string;
  /** Paths of the menu items; undefined for items that are not offered. */
  readonly clusters: string | undefined;
  readonly compare: string | undefined;
  readonly whatIf: string | undefined;
}

export function VersionRowMenuItems({ version, clusters, compare, whatIf }: RowActions) {
  return (
    <>
      <MenuItem onSelect={() => void navigator.clipboard.writeText(version).catch(() => undefined)}>
        <Copy aria-hidden />
        {text("Copy {version}", { version })}
      </MenuItem>
      {clusters !== undefined && (
        <MenuItem asChild>
          <Link href={clusters}>
            <LayoutGrid aria-hidden />
            {text("Clusters on this version")}
          </Link>
        </MenuItem>
      )}
      {compare !== undefined && (
        <MenuItem asChild>
          <Link href={compare}>
            <Columns2 aria-hidden />
            {text("Compare the profiles that list it")}
          </Link>
        </MenuItem>
      )}
      {whatIf !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem asChild>
            <Link href={whatIf}>
              <CalendarClock aria-hidden />
              {text("Change expiry…")}
            </Link>
          </MenuItem>
        </>
      )}
    </>
  );
}
