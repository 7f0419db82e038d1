"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareWarning } from "lucide-react";
import { useNow } from "#components/ui/state/use-now.ts";
import { type OfferedVersion, remarksOn } from "#lib/announcements/concerned.ts";
import { text } from "#lib/language/text.ts";
import { announcementsQuery } from "../queries/announcement-queries.ts";

/** What the garden's operators remark on a version, beside the version wherever it is offered or explained. */
export function VersionRemarks(offered: OfferedVersion) {
  const { data } = useQuery(announcementsQuery);
  const remarks = remarksOn(data?.announcements ?? [], offered, useNow(60_000));
  return remarks.map(({ id, name, text: detail, place }) => (
    <span key={id} className="flex items-start gap-1.5 text-sm text-pretty text-caution-text">
      <MessageSquareWarning aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        <span className="sr-only">{text("Remark of your operators:")} </span>
        {[place.kind === "version" && place.profile, name, detail].filter(Boolean).join(": ")}
      </span>
    </span>
  ));
}
