import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type CalendarQuery, formatCalendarQuery, parseCalendarQuery } from "#lib/view/calendar/calendar-query.ts";

/** What the address says of the calendar, and how to say something else. Choosing pushes; moving the focus replaces. */
export function useCalendarQuery() {
  const text = useSearchParams().toString();
  return useMemo(() => {
    const query = parseCalendarQuery(new URLSearchParams(text));
    return {
      query,
      change(next: CalendarQuery, how: "push" | "replace" = "push") {
        const address = `${window.location.pathname}${formatCalendarQuery(next)}`;
        if (how === "push") window.history.pushState(null, "", address);
        else window.history.replaceState(null, "", address);
      },
    };
  }, [text]);
}
