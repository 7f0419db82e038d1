import { Link } from "#components/ui/address/link.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { text } from "#lib/language/text.ts";
import { DisplayClockMenuButton } from "./display-clock-menu-button.tsx";
import { HelpButton } from "./help-button.tsx";
import { LiveIndicator } from "./live-indicator.tsx";
import { NoticeBell } from "./notice-bell.tsx";
import { PageShortcuts } from "./page-shortcuts.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { ProjectScopeButton } from "./project-scope-button.tsx";
import { UserMenu } from "./user-menu.tsx";

export function TopBar() {
  return (
    <header
      data-frame
      data-print="hidden"
      className="z-30 flex h-12 shrink-0 items-center gap-1 border-b border-hairline bg-canvas px-3 sm:px-4"
    >
      <Link href="/" prefetch={false} aria-label={text("Almanac, to the overview")} className="mr-1 sm:hidden">
        <Logo className="size-6" />
      </Link>
      <ProjectScopeButton />
      <PaletteButton />
      <div className="ml-auto flex items-center gap-0.5">
        <LiveIndicator />
        <DisplayClockMenuButton />
        <NoticeBell />
        <HelpButton />
        <UserMenu />
        <PageShortcuts />
      </div>
    </header>
  );
}
