import { Bookmark } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { text } from "#lib/language/text.ts";

const load = () => import("./saved-view-menu-items.tsx");
const SavedViewMenuItems = lazyComponent(async () => (await load()).SavedViewMenuItems);

// Loaded on demand: finding the saved view of the current page needs views, which are read when the page is idle.
const ViewNameReporter = lazyComponent(async () => (await import("./view-name-reporter.tsx")).ViewNameReporter);

/** Menu button of the saved views, labelled with the name of the current view. */
export function ViewsButton() {
  const idle = useIdle();
  const [name, setName] = useState<string>();
  return (
    <>
      <LazyMenu
        items={<SavedViewMenuItems />}
        preload={load}
        align="start"
        className="w-72 max-w-[calc(100vw-1rem)]"
        trigger={
          <Button aria-label={name === undefined ? text("Saved views") : text("Saved views, showing {name}", { name })}>
            <Bookmark aria-hidden />
            <span className="max-w-44 truncate">{name ?? text("Saved views")}</span>
          </Button>
        }
      />
      <Suspense>{idle && <ViewNameReporter onName={setName} />}</Suspense>
    </>
  );
}
