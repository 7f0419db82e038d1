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
}

/** The pages there are. Links carry the scope and the clock along. */
export const navigation: readonly NavigationEntry[] = [
  { href: "/", label: "Overview", icon: House },
  { href: "/clusters", label: "Clusters", icon: LayoutGrid },
  { href: "/versions", label: "Versions", icon: ChartGantt },
  { href: "/calendar", label: "Calendar", icon: CalendarDays },
  { href: "/forecast", label: "Forecast", icon: ChartColumnStacked },
  { href: "/rotations", label: "Rotations", icon: KeyRound },
  { href: "/operations", label: "Operations", icon: ListChecks },
];
