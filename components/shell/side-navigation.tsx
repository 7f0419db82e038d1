import { Link } from "#components/ui/address/link.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { text } from "#lib/language/text.ts";
import { GardenName } from "./garden-name.tsx";
import { NavLinks } from "./nav-links.tsx";

export function SideNavigation() {
  return (
    <nav
      data-frame
      aria-label={text("Main")}
      className="flex w-52 shrink-0 flex-col border-r border-hairline bg-surface px-2 py-2 max-lg:w-13 max-sm:hidden"
    >
      <Link
        href="/"
        prefetch={false}
        className="focus-inset mb-3 flex h-10 items-center gap-2.5 rounded-control px-1.5"
      >
        <Logo className="size-6 shrink-0" />
        <span className="flex min-w-0 flex-col max-lg:sr-only">
          <span className="text-base leading-4 font-semibold tracking-tight">{text("Almanac")}</span>
          <GardenName />
        </span>
      </Link>
      <ul className="flex flex-col gap-0.5">
        <NavLinks form="rail" />
      </ul>
    </nav>
  );
}

export function BottomBar() {
  return (
    <nav
      data-frame
      aria-label={text("Main")}
      className="z-10 shrink-0 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {/* Entries that do not fit scroll in their own box, so that the page never does. */}
      <ul className="scrollbar-thin flex overflow-x-auto p-1">
        <NavLinks form="bar" />
      </ul>
    </nav>
  );
}
