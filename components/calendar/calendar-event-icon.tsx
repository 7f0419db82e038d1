import {
  Boxes,
  CalendarClock,
  FolderX,
  KeyRound,
  type LucideIcon,
  MilestoneIcon,
  OctagonX,
  Trash2,
  TrendingUp,
} from "lucide-react";
import type { DayEntry } from "#lib/view/calendar/calendar-days.ts";
import type { CalendarLayer } from "#lib/view/calendar/calendar-event.ts";

const glyphs: Readonly<Record<CalendarLayer, LucideIcon>> = {
  k8s: OctagonX,
  image: Boxes,
  stage: MilestoneIcon,
  forced: TrendingUp,
  lifetime: Trash2,
  project: FolderX,
  rotation: KeyRound,
  window: CalendarClock,
};

/** Icon of a calendar event's kind, for use beside a text that says the same. */
export function CalendarEventIcon({ entry }: { readonly entry: Pick<DayEntry, "layer" | "events"> }) {
  const Glyph = entry.events[0]?.deadEnd !== undefined ? OctagonX : glyphs[entry.layer];
  return <Glyph aria-hidden className="size-3.5 shrink-0" />;
}
