"use client";

import { useEffect, useState } from "react";
import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { buttonVariants } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { inputClass } from "#components/ui/form/field.tsx";
import type { FeedCreated } from "#lib/contract/feeds.ts";
import { subscriptionLinks } from "#lib/view/calendar/subscription-links.ts";

/** The secret address of a feed that was just made, copied already where the browser lets us. */
export function NewAddress({ created }: { readonly created: FeedCreated }) {
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
        <span className="font-medium">Feed link created{copied ? " and copied" : ""}.</span> It is shown only once.
        Anyone with this link can read the calendar.
      </p>
      <input
        aria-label="Feed link"
        readOnly
        value={links.address}
        onFocus={(event) => event.target.select()}
        className={`${inputClass} h-8 font-mono text-sm`}
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={links.address} label="Copy address" />
        <a href={links.webcal} className={buttonVariants({})}>
          Open calendar program
        </a>
        <a href={links.google} target="_blank" rel="noreferrer" className={buttonVariants({})}>
          Google Calendar
        </a>
        <a href={links.outlook} target="_blank" rel="noreferrer" className={buttonVariants({})}>
          Outlook
        </a>
      </div>
      <p className="text-sm text-secondary">
        Google and Outlook fetch from their own servers, so Almanac must be reachable for them. Google refreshes about
        every 4 to 24 hours, Outlook after up to several days.
      </p>
    </div>
  );
}
