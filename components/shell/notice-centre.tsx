import { clsx } from "clsx";
import { X } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { AnnouncementLines } from "#components/data/announcements/announcement-lines.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { RuleNoticeItem } from "#components/data/notices/rule-notice-item.tsx";
import { useNoticeChangeWithToast } from "#components/data/notices/use-notice-change.ts";
import { useRuleNotices } from "#components/data/notices/use-rule-notices.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import {
  clearToastMessages,
  markToastMessagesRead,
  removeToastMessage,
  type StoredToastMessage,
  useStoredToastMessages,
} from "#components/data/storage/notices.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { toastIcons } from "#components/ui/overlay/toast.tsx";
import { formatInstant } from "#lib/kube/instant.ts";
import { message, text } from "#lib/language/text.ts";

interface NoticeCentreProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Popover of stored messages, newest first. Closing it marks them as read; errors stay until the user removes them. */
export function NoticeCentre({ anchor, onClose }: NoticeCentreProps) {
  const notices = useStoredToastMessages();
  useEffect(() => markToastMessagesRead, []);
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      label={text("Notifications")}
      className="flex max-h-[min(32rem,80dvh)] w-96 max-w-[calc(100vw-1rem)] flex-col p-0!"
    >
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-hairline px-4">
        <h2 className="text-base font-semibold">{text("Notifications")}</h2>
        {notices.length > 0 && (
          <Button variant="ghost" size="xs" onClick={clearToastMessages}>
            {text("Clear all")}
          </Button>
        )}
      </div>
      <AnnouncementLines onFollow={onClose} />
      <RuleNotices onFollow={onClose} />
      {notices.length === 0 ? (
        <p className="px-4 py-6 text-base text-pretty text-secondary">{text("Results of your actions appear here.")}</p>
      ) : (
        <ul className="scrollbar-thin min-h-0 divide-y divide-hairline overflow-y-auto">
          {notices.toReversed().map((notice) => (
            <NoticeLine key={notice.id} notice={notice} onFollow={onClose} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** Newest notices of the user's watch rules. Only a button marks them as read, because that applies on every device. */
function RuleNotices({ onFollow }: { readonly onFollow: () => void }) {
  const all = useRuleNotices();
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useNoticeChangeWithToast();
  const shown = all.slice(0, mostShown);
  const unread = all.filter(({ read }) => !read).map(({ id }) => id);
  const whyNot = readOnly ?? (isPending ? text("Being marked.") : undefined);
  return (
    <section aria-label={text("From your rules")} className="min-h-0 overflow-y-auto border-b border-hairline">
      {shown.length > 0 && (
        <ul className="divide-y divide-hairline">
          {shown.map((notice) => (
            <li key={notice.id} className={clsx("px-4 py-2.5", !notice.read && "bg-selected")}>
              <RuleNoticeItem notice={notice} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 px-4 py-1">
        <Link href="/notices" onClick={onFollow} className="text-sm font-medium text-link hover:underline">
          {all.length > shown.length
            ? text("All {count} notices and your rules", { count: all.length })
            : text("Notices and your rules")}
        </Link>
        {unread.length > 0 && (
          <Button size="xs" disabledReason={whyNot} onClick={() => change({ kind: "read", ids: unread })}>
            {text("Mark as read")}
          </Button>
        )}
      </div>
    </section>
  );
}

const mostShown = 10;

const kindLabels = { success: message("Succeeded"), info: message("To know"), error: message("Failed") } as const;

function NoticeLine({ notice, onFollow }: { readonly notice: StoredToastMessage; readonly onFollow: () => void }) {
  const { id, kind, title, detail, href, at, read } = notice;
  return (
    <li className={clsx("flex items-start gap-3 py-2.5 pr-2 pl-4", !read && "bg-selected")}>
      <span className="mt-0.5 [&_svg]:size-4">{toastIcons[kind]}</span>
      <div className="min-w-0 flex-1">
        <p className={clsx("text-base text-pretty break-words", !read && "font-medium")}>
          <span className="sr-only">
            {read ? text(kindLabels[kind]) : text("{kind}, new", { kind: text(kindLabels[kind]) })}:{" "}
          </span>
          {href === undefined ? (
            title
          ) : (
            <Link href={href} onClick={onFollow} className="rounded-tag hover:text-link hover:underline">
              {title}
            </Link>
          )}
        </p>
        {detail !== undefined && <p className="text-sm break-words text-secondary">{detail}</p>}
        <p className="text-xs text-tertiary">
          <TimestampText at={formatInstant(at)} form="relative" />
        </p>
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={text("Dismiss: {title}", { title })}
        onClick={() => removeToastMessage(id)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
