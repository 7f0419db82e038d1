import { Printer } from "lucide-react";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";

/** Last item of the export menu: prints the page after the menu has closed. */
export function PrintItem() {
  return (
    <>
      <MenuSeparator />
      <MenuItem onSelect={printSoon}>
        <Printer aria-hidden />
        {text("Print…")}
      </MenuItem>
    </>
  );
}

/** Prints the page once the menu has been removed from it. */
function printSoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
}
