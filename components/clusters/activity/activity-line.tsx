import { CalendarCheck, CircleDot, KeyRound, Megaphone, MousePointerClick, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import { solidText } from "#components/ui/role-classes.ts";
import { text } from "#lib/language/text.ts";
import type { ActivityKind, ActivityLine } from "#lib/view/activity/activity-lines.ts";
import { activityKindWords } from "#lib/view/activity/activity-lines.ts";
import type { Clock } from "#lib/words/clock.ts";
import { formatClockTime, formatDateTime } from "#lib/words/format-time.ts";

const icons: Readonly<Record<ActivityKind, ReactNode>> = {
  event: <Megaphone />,
  operation: <CircleDot />,
  maintenance: <CalendarCheck />,
  rotation: <KeyRound />,
  fields: <PencilLine />,
  here: <MousePointerClick />,
};

interface ActivityLineProps {
  readonly line: ActivityLine;
  readonly clock: Clock;
  /** Where it leads on. */
  readonly action?: ReactNode;
}

/** One entry of the time line: when, what kind, what, and who as far as anybody keeps it. */
export function ActivityLineView({ line, clock, action }: ActivityLineProps) {
  const { kind, at, title, detail, by, hue } = line;
  return (
    <li className="flex gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <time
        dateTime={new Date(at).toISOString()}
        title={formatDateTime(at, clock)}
        className="w-12 shrink-0 pt-px text-sm text-secondary tabular-nums"
      >
        {formatClockTime(at, clock)}
      </time>
      <span aria-hidden className={`mt-0.5 shrink-0 [&_svg]:size-4 ${solidText[hue]}`}>
        {icons[kind]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium text-pretty">
          <span className="sr-only">{text(activityKindWords[kind])}: </span>
          {title}
          {by !== undefined && <span className="font-normal text-secondary"> · {by}</span>}
        </p>
        {detail !== "" && <p className="mt-0.5 text-sm text-pretty wrap-anywhere text-secondary">{detail}</p>}
        {action !== undefined && <p className="mt-0.5 text-sm">{action}</p>}
      </div>
    </li>
  );
}
