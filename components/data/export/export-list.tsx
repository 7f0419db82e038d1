import { Download } from "lucide-react";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { text } from "#lib/language/text.ts";
import type { ListToExport } from "./export-list-items.tsx";

const load = () => import("./export-list-items.tsx");
const ExportListItems = lazyComponent(async () => (await load()).ExportListItems);

interface ExportListProps {
  readonly list: ListToExport;
  /** Label of the menu button if the page has several lists, such as `Export nodes`. */
  readonly label?: string;
  readonly size?: ButtonProps["size"];
  readonly className?: string;
}

/** Menu button that exports a list, filtered and ordered as shown, as a file, print-out or kubectl command. */
export function ExportList({ list, label = text("Export"), size = "md", className }: ExportListProps) {
  return (
    <LazyMenu
      items={<ExportListItems {...list} />}
      preload={load}
      className="w-56"
      trigger={
        <Button size={size} data-print="hidden" className={className}>
          <Download aria-hidden />
          {label}
        </Button>
      }
    />
  );
}
