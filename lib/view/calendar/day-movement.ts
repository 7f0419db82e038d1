import { addDays, addMonths, type DayKey } from "./calendar-days.ts";

/** Returns the day to which a key moves the focus, as in the ARIA APG date grid; undefined for other keys. */
export function dayReachedByKey(key: string, day: DayKey, withShift: boolean): DayKey | undefined {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekday);
    case "End":
      return addDays(day, 6 - weekday);
    case "PageUp":
      return addMonths(day, withShift ? -12 : -1);
    case "PageDown":
      return addMonths(day, withShift ? 12 : 1);
    default:
      return undefined;
  }
}
