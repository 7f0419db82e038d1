import {
  CalendarDays,
  ChartColumnStacked,
  ChartGantt,
  House,
  KeyRound,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
} from "lucide-react";
import { type Message, message } from "#lib/language/text.ts";

interface NavigationEntry {
  readonly href: string;
  readonly label: Message;
  readonly icon: LucideIcon;
  /** Key that opens the page after `g`. */
  readonly letter: string;
}

/** Pages of the navigation. Their links keep the scope and the clock. */
export const navigation: readonly NavigationEntry[] = [
  { href: "/", label: message("Overview"), icon: House, letter: "o" },
  { href: "/clusters", label: message("Clusters"), icon: LayoutGrid, letter: "c" },
  { href: "/versions", label: message("Versions"), icon: ChartGantt, letter: "v" },
  { href: "/calendar", label: message("Calendar"), icon: CalendarDays, letter: "k" },
  { href: "/forecast", label: message("Forecast"), icon: ChartColumnStacked, letter: "f" },
  { href: "/rotations", label: message("Rotations"), icon: KeyRound, letter: "r" },
  { href: "/operations", label: message("Operations"), icon: ListChecks, letter: "p" },
];
