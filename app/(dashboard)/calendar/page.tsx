import { CalendarScreen } from "#components/calendar/calendar-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Calendar") });

export default function CalendarPage() {
  return <CalendarScreen />;
}
