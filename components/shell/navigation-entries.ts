import {
  CalendarDays,
  ChartColumnStacked,
  ChartGantt,
  FolderKanban,
  House,
  KeyRound,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Server,
} from "lucide-react";
import { type Message, message } from "#lib/language/text.ts";

interface NavigationEntry {
  readonly href: string;
  readonly label: Message;
  readonly icon: LucideIcon;
  /** Second key of the shortcut that opens the page: `g`, then this letter. */
  readonly letter: string;
  /** Further words by which the command palette finds the page. */
  readonly more?: Message;
}

/** Pages of the navigation. Their links preserve the selected project and time zone. */
export const navigationEntries: readonly NavigationEntry[] = [
  { href: "/", label: message("Overview"), icon: House, letter: "o" },
  { href: "/clusters", label: message("Clusters"), icon: LayoutGrid, letter: "c", more: message("list export") },
  { href: "/versions", label: message("Versions"), icon: ChartGantt, letter: "v", more: message("expires images") },
  { href: "/calendar", label: message("Calendar"), icon: CalendarDays, letter: "k" },
  {
    href: "/forecast",
    label: message("Forecast"),
    icon: ChartColumnStacked,
    letter: "f",
    more: message("forced stuck expires"),
  },
  {
    href: "/rotations",
    label: message("Rotations"),
    icon: KeyRound,
    letter: "r",
    more: message("rotate credentials keys"),
  },
  {
    href: "/operations",
    label: message("Operations"),
    icon: ListChecks,
    letter: "p",
    more: message("runs failed last night"),
  },
  { href: "/projects", label: message("Projects"), icon: FolderKanban, letter: "j", more: message("members roles") },
  { href: "/seeds", label: message("Seeds"), icon: Server, letter: "s", more: message("gardenlet roll-out capacity") },
];
