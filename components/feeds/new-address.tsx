"use client";

import { useEffect, useState } from "react";
import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { buttonVariants } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import type { FeedCreated } from "#lib/contract/feeds.ts";
import { text } from "#lib/language/text.ts";
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
