"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { readAnew } from "#components/data/calls/read-anew.ts";
import { FilterChips } from "#components/data/fleet-parts/filter-chips.tsx";
import { createFeed, feedsQuery } from "#components/data/queries/feed-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import { namedWithinSentence } from "#lib/language/within-sentence.ts";
import { layerLabels } from "#lib/view/calendar/calendar-event.ts";
import { type CalendarQuery, feedQueryOf } from "#lib/view/calendar/calendar-query.ts";
import { NewAddress } from "./new-address.tsx";

interface NewFeedProps {
  readonly query: CalendarQuery;
  readonly onQuery: (query: CalendarQuery) => void;
  readonly unavailable: string | undefined;
}

function suggestedName({ fleet }: CalendarQuery): string {
  const parts = [...fleet.filters.values()].flat().slice(0, 3);
  return parts.length === 0 ? "Gardener" : `Gardener ${parts.join(", ")}`;
}

/** Makes a feed of the view in the address. The secret address is copied at once and shown this one time. */
export function NewFeed({ query, onQuery, unavailable }: NewFeedProps) {
  const client = useQueryClient();
  const readOnly = useReadOnlyReason();
  const prefix = useAddressPrefix();
  const [name, setName] = useState<string>();
  const [alarms, setAlarms] = useState(false);
  const view = feedQueryOf(query);
  const making = useMutation({
    mutationFn: createFeed,
    // The address is shown at once, and this one time: it does not wait for the list.
    onSuccess: () => void readAnew(client, feedsQuery.queryKey),
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
          <p>{query.layers.length === 0 ? text("Nothing is selected.") : `${shownWords(query).join(", ")}.`}</p>
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
            {faultOf(making.error).detail}
          </Notice>
        )}
        {making.data !== undefined && <NewAddress key={making.data.feed.id} created={making.data} />}
      </div>
    </Card>
  );
}

/** What the calendar would show, phrase by phrase. */
function shownWords({ layers, unused, fleet }: CalendarQuery): readonly string[] {
  return [
    ...layers.map((layer, index) => {
      const label = text(layerLabels[layer]);
      return index === 0 ? label : namedWithinSentence(label);
    }),
    ...(unused ? [text("including unused versions")] : []),
    ...(fleet.filters.size === 0 && fleet.q === "" ? [text("for every cluster you can see")] : []),
  ];
}
