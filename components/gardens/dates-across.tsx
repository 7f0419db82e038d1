import { clsx } from "clsx";
import { Card } from "#components/ui/card.tsx";
import { roleFill } from "#components/ui/role-classes.ts";
import { text } from "#lib/language/text.ts";
import { type DateOfGarden, datesAcross, type ToldGarden } from "#lib/view/gardens/across-gardens.ts";
import { dayWords } from "#lib/words/day-words.ts";
import { GardenLine, GardenLink } from "./garden-link.tsx";

/** What the calendars of all gardens say of versions, day by day. */
export function DatesAcross({ told }: { readonly told: readonly ToldGarden[] }) {
  const { days, leftOutFrom } = datesAcross(told);
  return (
    <Card id="dates" title={text("Dates of versions in use")} flush>
      {days.length === 0 && (
        <p className="px-4 py-6 text-base text-secondary">{text("None in the next twelve weeks.")}</p>
      )}
      <ol className="divide-y divide-hairline">
        {days.map(([day, entries]) => (
          <li key={day} className="px-4 py-2">
            <h3 className="text-sm font-semibold text-secondary">{dayWords(day)}</h3>
            <ul>
              {entries.map((entry) => (
                <Dated key={`${entry.garden} ${entry.title}`} entry={entry} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-x-4 border-t border-hairline px-4 py-1.5 text-sm text-secondary">
        {leftOutFrom !== undefined && (
          <span>{text("From {day} on, see the calendars.", { day: dayWords(leftOutFrom) })}</span>
        )}
        {told.map(({ garden }) => (
          <GardenLink key={garden} garden={garden} href="/calendar">
            {text("Calendar of {garden}", { garden })}
          </GardenLink>
        ))}
      </p>
    </Card>
  );
}

function Dated({ entry: { garden, title, hue, clusters, href } }: { readonly entry: DateOfGarden }) {
  return (
    <GardenLine garden={garden} href={href} clusters={clusters}>
      <span className="flex min-w-0 flex-1 basis-60 items-baseline gap-2 text-base break-words">
        <span aria-hidden data-graphic className={clsx("size-2 shrink-0 rounded-full", roleFill[hue])} />
        {title}
      </span>
    </GardenLine>
  );
}
