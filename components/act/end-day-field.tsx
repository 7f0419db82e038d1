import { useState } from "react";
import { TextField } from "#components/ui/form/field.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { type EndDays, endDays, endOfAct, endOnDay } from "#lib/act/plan/extend-lifetime-act.ts";
import type { Act } from "#lib/contract/act.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { ActRequest } from "./act-dialog.tsx";

interface EndDayFieldProps {
  readonly request: ActRequest;
  /** The act for the chosen day; undefined for one that is not allowed. */
  readonly onAct: (act: Act | undefined) => void;
}

/** On which day a lifetime ends: as late as it may, unless somebody chooses an earlier one. Nothing for other acts. */
export function EndDayField({ request: { act, cluster }, onAct }: EndDayFieldProps) {
  const now = useNow(60_000);
  const furthestAt = endOfAct(act);
  const [day, setDay] = useState<string>();
  if (furthestAt === undefined) return null;
  const days = endDays(furthestAt, Math.max(now, parseInstant(cluster.endsAt) ?? 0));
  const value = day ?? days.last;
  const choose = (chosen: string) => {
    setDay(chosen);
    onAct(endOnDay(furthestAt, days, chosen));
  };
  const isAllowed = endOnDay(furthestAt, days, value) !== undefined;
  return (
    <TextField
      label={text("Ends on (UTC)")}
      type="date"
      className="w-44"
      min={days.first}
      max={days.last}
      value={value}
      onText={choose}
      error={isAllowed ? undefined : wrongDay(days)}
      hint={text("At the latest {time}.", { time: formatDateTime(furthestAt, utcClock) })}
    />
  );
}

function wrongDay({ first, last }: EndDays): string {
  return first === last
    ? text("Only {last} is possible.", { last })
    : text("Choose a day from {first} to {last}.", { first, last });
}
