"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { announcementsQuery } from "#components/data/queries/announcement-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Announcements } from "#lib/contract/announcements/announcements.ts";
import { text } from "#lib/language/text.ts";
import { AnnouncementForm } from "./announcement-form.tsx";
import { AnnouncementItem } from "./announcement-item.tsx";

/** Page of what the garden's operators announce, where these also write it. */
export function AnnouncementsPageContent() {
  const all = useQuery(announcementsQuery);
  const readOnly = useReadOnlyReason();
  const [isWriting, setIsWriting] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Announcements")}</h1>
      <Card
        id="announcements"
        title={text("Announcements")}
        flush
        aside={
          all.data?.mayWrite && (
            <Button
              ref={opener}
              size="sm"
              variant="primary"
              disabledReason={readOnly}
              onClick={() => setIsWriting(true)}
            >
              <Plus aria-hidden />
              {text("New announcement")}
            </Button>
          )
        }
      >
        {all.isError && all.data === undefined ? (
          <div className="p-4">
            <ReadFailureNotice title={text("The announcements could not be read")} of={all} />
          </div>
        ) : all.data === undefined ? (
          <div className="p-4">
            <Skeleton className="h-16 w-full" />
          </div>
        ) : (
          <AnnouncementList of={all.data} />
        )}
      </Card>
      {isWriting && <AnnouncementForm opener={opener} onClose={() => setIsWriting(false)} />}
    </div>
  );
}

function AnnouncementList({ of: { announcements, mayWrite, unshown, unavailable } }: { readonly of: Announcements }) {
  if (unavailable !== undefined) {
    return (
      <div className="p-4">
        <Notice hue="caution" title={text("Announcements are not available on this garden")}>
          {unavailable}
        </Notice>
      </div>
    );
  }
  return (
    <>
      {announcements.length > 0 ? (
        <ul aria-label={text("Announcements")} className="divide-y divide-hairline">
          {announcements.map((each) => (
            <AnnouncementItem key={each.id} announcement={each} mayWrite={mayWrite} />
          ))}
        </ul>
      ) : (
        (mayWrite || unshown === 0) && (
          <p className="px-4 py-3.5 text-base text-pretty text-secondary">
            {mayWrite
              ? text(
                  "None to show. Announce maintenance of a Seed, or remark on a version: it stands wherever the version does.",
                )
              : text("Your operators announce nothing about your clusters now.")}
          </p>
        )
      )}
      {unshown > 0 && (
        <p className="border-t border-hairline px-4 py-3 text-sm text-pretty text-secondary">
          {text(
            "{count, plural, one {# more is} other {# more are}} stored that this Almanac cannot show. They stay as they are.",
            { count: unshown },
          )}
        </p>
      )}
    </>
  );
}
