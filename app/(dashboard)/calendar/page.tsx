import { CalendarPageContent } from "#components/calendar/calendar-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Calendar") });

export default function CalendarPage() {
  return <CalendarPageContent />;
}
