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

interface NavigationEntry {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Leads there after `g`. */
  readonly letter: string;
}

/** The pages there are. Links carry the scope and the clock along. */
export const navigation: readonly NavigationEntry[] = [
  { href: "/", label: "Overview", icon: House, letter: "o" },
  { href: "/clusters", label: "Clusters", icon: LayoutGrid, letter: "c" },
  { href: "/versions", label: "Versions", icon: ChartGantt, letter: "v" },
  { href: "/calendar", label: "Calendar", icon: CalendarDays, letter: "k" },
  { href: "/forecast", label: "Forecast", icon: ChartColumnStacked, letter: "f" },
  { href: "/rotations", label: "Rotations", icon: KeyRound, letter: "r" },
  { href: "/operations", label: "Operations", icon: ListChecks, letter: "p" },
];
