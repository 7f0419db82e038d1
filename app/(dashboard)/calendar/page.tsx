import type { Metadata } from "next";
import { CalendarScreen } from "#components/calendar/calendar-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Calendar") };
}

export default function CalendarPage() {
  return <CalendarScreen />;
}
