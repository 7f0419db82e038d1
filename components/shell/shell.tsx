import type { ReactNode } from "react";
import { ActDialogProvider } from "#components/act/act-dialog-provider.tsx";
import { DataProvider } from "#components/data/calls/data-provider.tsx";
import { LiveFleetProvider } from "#components/data/live/live-fleet.tsx";
import { text } from "#lib/language/text.ts";
import { LazyIdleParts } from "./lazy-idle-parts.tsx";
import { ServerNotices } from "./server-notices.tsx";
import { BottomBar, SideNavigation } from "./side-navigation.tsx";
import { StoringToastProvider } from "./storing-toast-provider.tsx";
import { TopBar } from "./top-bar.tsx";

/** Frame around every page of a signed-in user: navigation, top bar and notices. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <DataProvider>
      <LiveFleetProvider>
        <StoringToastProvider>
          <ActDialogProvider>
            <a
              href="#content"
              className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-ink px-3 py-2 text-base font-medium text-canvas focus:translate-y-0"
            >
              {text("Skip to the content")}
            </a>
            <div className="flex h-dvh">
              <SideNavigation />
              <div className="flex min-w-0 flex-1 flex-col">
                <TopBar />
                <ServerNotices />
                <LazyIdleParts />
                <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
                  {children}
                </main>
                <BottomBar />
              </div>
            </div>
          </ActDialogProvider>
        </StoringToastProvider>
      </LiveFleetProvider>
    </DataProvider>
  );
}
