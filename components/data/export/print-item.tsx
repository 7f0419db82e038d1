import { Printer } from "lucide-react";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";

/** The last way to take something along: on paper, once the menu has closed. */
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

/** Prints the page once the menu that was asked for it is off the page. */
function printSoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
}
