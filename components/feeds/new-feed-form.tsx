import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, Download } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { FilterChips } from "#components/data/fleet-parts/filter-chips.tsx";
import { createFeed, feedsQuery } from "#components/data/queries/feed-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { CreateFeedResponse } from "#lib/contract/feeds.ts";
import { text } from "#lib/language/text.ts";
import { toInlineNamedLabel } from "#lib/language/to-inline-label.ts";
import { layerLabels } from "#lib/view/calendar/calendar-event.ts";
import { type CalendarQuery, feedQueryOf } from "#lib/view/calendar/calendar-query.ts";
import { subscriptionLinks } from "#lib/view/calendar/subscription-links.ts";

interface NewFeedProps {
  readonly query: CalendarQuery;
  readonly onQuery: (query: CalendarQuery) => void;
  readonly unavailable: string | undefined;
}

function suggestedName({ fleet }: CalendarQuery): string {
  const parts = [...fleet.filters.values()].flat().slice(0, 3);
  return parts.length === 0 ? "Gardener" : `Gardener ${parts.join(", ")}`;
}

/** Form that creates a calendar feed with the query in the URL. The feed's secret URL is shown only once. */
export function NewFeedForm({ query, onQuery, unavailable }: NewFeedProps) {
  const client = useQueryClient();
  const readOnly = useReadOnlyReason();
  const prefix = useAddressPrefix();
  const [name, setName] = useState<string>();
  const [alarms, setAlarms] = useState(false);
  const view = feedQueryOf(query);
  const making = useMutation({
    mutationFn: createFeed,
    // The refetch of the list is not awaited, so that the new feed's URL is shown at once.
    onSuccess: () => void refetchActiveQueries(client, feedsQuery.queryKey),
  });
  const shownName = name ?? suggestedName(query);

  function submit(event: FormEvent) {
    event.preventDefault();
    making.mutate({ name: shownName, query: view, alarms });
  }

  return (
    <Card id="new-feed" title={text("Subscribe to this view")}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5 text-base">
          <p>{query.layers.length === 0 ? text("Nothing is selected.") : `${shownLabel(query).join(", ")}.`}</p>
          {query.fleet.q !== "" && <p className="text-secondary">{text("Searched: {q}", { q: query.fleet.q })}</p>}
          <FilterChips query={query.fleet} onChange={(fleet) => onQuery({ ...query, fleet })} />
        </div>
        {unavailable !== undefined && (
          <Notice hue="caution" title={text("Feeds are not available on this garden")}>
            {text("{unavailable} You can still download the calendar once.", { unavailable })}
          </Notice>
        )}
        <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <Field
            label={text("Name in your calendar")}
            labelClass={formLabelClass}
            className="flex min-w-56 flex-1 flex-col gap-1.5"
          >
            {(control) => (
              <input
                {...control}
                value={shownName}
                maxLength={80}
                required
                onChange={(event) => setName(event.target.value)}
                className={`${inputClass} h-8`}
              />
            )}
          </Field>
          <CheckField
            label={text("Remind 30, 7 and 1 days before")}
            checked={alarms}
            onChange={setAlarms}
            className="h-8"
            labelClass="text-base"
          />
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              unavailable ?? readOnly ?? (making.isPending ? text("The feed is being created.") : undefined)
            }
          >
            <CalendarPlus aria-hidden />
            {text("Create feed link")}
          </Button>
          <a href={`${prefix}/api/calendar${view}`} download="almanac.ics" className={buttonVariants({})}>
            <Download aria-hidden />
            {text("Download once")}
          </a>
        </form>
        {making.isError && (
          <Notice hue="negative" title={text("The feed was not created")} live>
            {requestErrorOf(making.error).detail}
          </Notice>
        )}
        {making.data !== undefined && <NewAddress key={making.data.feed.id} created={making.data} />}
      </div>
    </Card>
  );
}

/** Returns short descriptions of what the calendar contains. */
function shownLabel({ layers, unused, fleet }: CalendarQuery): readonly string[] {
  return [
    ...layers.map((layer, index) => {
      const label = text(layerLabels[layer]);
      return index === 0 ? label : toInlineNamedLabel(label);
    }),
    ...(unused ? [text("including unused versions")] : []),
    ...(fleet.filters.size === 0 && fleet.q === "" ? [text("for every cluster you can see")] : []),
  ];
}

/** Secret URL of a new feed, which is copied to the clipboard if the browser allows that. */
function NewAddress({ created }: { readonly created: CreateFeedResponse }) {
  const prefix = useAddressPrefix();
  const links = subscriptionLinks(`${window.location.origin}${prefix}`, created.token, created.feed.name);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    navigator.clipboard?.writeText(links.address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }, [links.address]);
  return (
    <div className="flex flex-col gap-3 rounded-card border border-positive-border bg-positive-tint px-4 py-3">
      <p role="status" className="text-base">
        <span className="font-medium">
          {copied ? text("Feed link created and copied.") : text("Feed link created.")}
        </span>{" "}
        {text("It is shown only once. Anyone with this link can read the calendar.")}
      </p>
      <input
        aria-label={text("Feed link")}
        readOnly
        value={links.address}
        onFocus={(event) => event.target.select()}
        className={`${inputClass} h-8 font-mono text-sm`}
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={links.address} label={text("Copy address")} />
        <a href={links.webcal} className={buttonVariants({})}>
          {text("Open calendar program")}
        </a>
        <a href={links.google} target="_blank" rel="noreferrer" className={buttonVariants({})}>
          {text("Google Calendar")}
        </a>
        <a href={links.outlook} target="_blank" rel="noreferrer" className={buttonVariants({})}>
          {text("Outlook")}
        </a>
      </div>
      <p className="text-sm text-secondary">
        {text(
          "Google and Outlook fetch from their own servers, so Almanac must be reachable for them. Google refreshes about every 4 to 24 hours, Outlook after up to several days.",
        )}
      </p>
    </div>
  );
}
