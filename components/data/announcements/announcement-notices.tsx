"use client";

import { Link } from "#components/ui/address/link.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { announcementPlaceLabel } from "#lib/announcements/place-label.ts";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import { text } from "#lib/language/text.ts";
import { hideNotice, useHiddenNotices } from "../storage/hidden-notices.ts";
import { useShownAnnouncements } from "./use-shown-announcements.ts";

/** Maximum number of announcements above a page; the others are on their own page. */
const mostShown = 2;

/** An announcement that was changed since is not the same: it is shown again. */
const noticeKey = ({ id, at }: Announcement) => `announcement ${id} ${at}`;

/** Announcements of the garden's operators above every page, until the user hides them. */
export function AnnouncementNotices() {
  const shown = useShownAnnouncements();
  const isHidden = useHiddenNotices();
  const open = shown.filter((each) => !isHidden(noticeKey(each)));
  const rest = open.length - mostShown;
  if (open.length === 0) return null;
  return (
    <section aria-label={text("Announced now")} className="flex flex-col gap-2 px-4 pt-3 sm:px-6">
      {open.slice(0, mostShown).map((each) => (
        <AnnouncementNotice key={each.id} announcement={each} />
      ))}
      {rest > 0 && (
        <Link href="/announcements" className="self-start text-sm font-medium text-link hover:underline">
          {text("{count, plural, one {# more announcement} other {# more announcements}}", { count: rest })}
        </Link>
      )}
    </section>
  );
}

function AnnouncementNotice({ announcement }: { readonly announcement: Announcement }) {
  const { name, text: detail, importance, place } = announcement;
  return (
    <Notice
      hue={importance === "warning" ? "caution" : "info"}
      title={place.kind === "landscape" ? name : `${announcementPlaceLabel(place)}: ${name}`}
      act={{ label: text("Hide"), run: () => hideNotice(noticeKey(announcement)) }}
    >
      {detail !== undefined && detail !== "" && <LongText text={detail} />}
    </Notice>
  );
}
