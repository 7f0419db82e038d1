import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { Suspense, useId } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isPastEvent, noForcedChangeUntil } from "#lib/view/cluster/time-line/time-line.ts";
import type { TimeLineEvent } from "#lib/view/cluster/time-line/time-line-event.ts";
import { formatDate, formatRelative } from "#lib/words/format-time.ts";
import type { Cluster } from "../use-cluster.ts";
import { MaintenanceWindowDetails } from "./maintenance-window-card.tsx";
import { TimeLineIcon } from "./time-line-icon.tsx";
import type { TimeLine } from "./use-time-line.ts";

// Loaded on demand, because few clusters have freezes.
const EventFreezeTag = lazyComponent(async () => (await import("./event-freeze.tsx")).EventFreezeTag);
const EventFreezeDetails = lazyComponent(async () => (await import("./event-freeze.tsx")).EventFreezeDetails);

interface EventListProps extends TimeLine {
  /** The cluster; undefined while it is being read. Without it, a maintenance window has no details. */
  readonly cluster: Cluster | undefined;
}

/** Number of events that are listed at first; later ones can be expanded. */
const listedEvents = 6;

/** List of a cluster's future events in order of time; each can be expanded to show its reasons and its action. */
export function NextEvents(props: EventListProps) {
  const { row, events, now, clock, open } = props;
  const next = events.filter((event) => !isPastEvent(event));
  const later = next.slice(listedEvents);
  const calmUntilAt = noForcedChangeUntil(row, events, now);
  return (
    <>
      <EventLines {...props} events={next.slice(0, listedEvents)} />
      {calmUntilAt !== undefined && (
        <p className="py-1.5 text-base text-secondary">
          {text("No forced change in sight until {date}.", { date: formatDate(calmUntilAt, clock) })}
        </p>
      )}
      {later.length > 0 && (
        // The list of later events is expanded if it contains an event that the user has opened in the chart.
        <details {...(later.some(({ key }) => open.includes(key)) && { open: true })}>
          <summary className="w-fit cursor-pointer rounded-tag py-1 text-sm text-link hover:underline">
            {text("{count, plural, one {# later event} other {# later events}}", { count: later.length })}
          </summary>
          <EventLines {...props} events={later} />
        </details>
      )}
    </>
  );
}

/** List of a cluster's past operations, the latest first. */
export function PastEvents(props: EventListProps) {
  const past = props.events.filter(isPastEvent).reverse();
  if (past.length === 0)
    return <p className="py-1.5 text-base text-secondary">{text("Nothing is reported for the last two months.")}</p>;
  return <EventLines {...props} events={past} />;
}

function EventLines({ events, open, onOpen, ...props }: EventListProps) {
  return (
    <ol className="divide-y divide-hairline">
      {events.map((event) => (
        <EventLine
          key={event.key}
          event={event}
          isOpen={open.includes(event.key)}
          onToggle={() => onOpen(open.includes(event.key) ? open.filter((key) => key !== event.key) : [event.key])}
          {...props}
        />
      ))}
    </ol>
  );
}

interface EventLineProps extends Omit<EventListProps, "events" | "open" | "onOpen"> {
  readonly event: TimeLineEvent;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function EventLine({ event, row, cluster, outlook, now, clock, isOpen, onToggle }: EventLineProps) {
  const id = useId();
  const isIdle = useIdle();
  const isUpdate = event.kind === "forced" || event.kind === "automatic";
  const { kind, when, what, hue, at, why } = event;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex min-h-8 w-full flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-tag py-1 text-left text-base hover:bg-hover"
      >
        <span className={clsx("flex w-44 items-baseline gap-2 font-medium", hueTextClasses[hue])}>
          <span className="self-center">
            <TimeLineIcon event={event} />
          </span>
          {when}
        </span>
        <span className="min-w-0 flex-1 basis-56 text-ink">
          {what}{" "}
          {kind !== "deletion" && kind !== "stuck" && (
            <span className="text-sm text-tertiary">{formatRelative(at, now)}</span>
          )}
          {isUpdate && isIdle && (
            <Suspense>
              {" "}
              <EventFreezeTag event={event} row={row} outlook={outlook} now={now} clock={clock} />
            </Suspense>
          )}
        </span>
        <ChevronDown aria-hidden className={clsx("size-3.5 self-center text-tertiary", isOpen && "rotate-180")} />
      </button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-1.5 pt-1 pb-3 text-sm text-pretty text-secondary sm:pl-47">
          {kind === "window" && cluster && (
            <Suspense>
              <MaintenanceWindowDetails cluster={cluster} outlook={outlook} />
            </Suspense>
          )}
          {why.map((sentence) => (
            <LongText key={sentence} text={sentence} />
          ))}
          {isUpdate && (
            <Suspense>
              <EventFreezeDetails event={event} row={row} outlook={outlook} now={now} clock={clock} />
            </Suspense>
          )}
          <EventLink event={event} row={row} />
        </div>
      )}
    </li>
  );
}

const linkLabels: Readonly<Record<NonNullable<TimeLineEvent["tab"]>, Message>> = {
  updates: message("Updates of this cluster"),
  credentials: message("Credentials of this cluster"),
  maintenance: message("Maintenance of this cluster"),
  activity: message("Activity of this cluster"),
};

function EventLink({ event: { tab }, row }: { readonly event: TimeLineEvent; readonly row: FleetRow }) {
  if (tab === undefined) return null;
  return (
    <Link href={`${clusterPath(row)}/${tab}`} className="w-fit rounded-tag font-medium text-link hover:underline">
      {text(linkLabels[tab])}
    </Link>
  );
}
