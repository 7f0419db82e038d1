import { CalendarDays, ChartGantt, LayoutGrid, type LucideIcon } from "lucide-react";

interface NavigationEntry {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** The pages there are. Links carry the scope and the clock along. */
export const navigation: readonly NavigationEntry[] = [
  { href: "/clusters", label: "Clusters", icon: LayoutGrid },
  { href: "/versions", label: "Versions", icon: ChartGantt },
  { href: "/calendar", label: "Calendar", icon: CalendarDays },
];
