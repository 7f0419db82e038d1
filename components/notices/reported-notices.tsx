import { clsx } from "clsx";
import { Bell } from "lucide-react";
import { RuleNoticeItem } from "#components/data/notices/rule-notice-item.tsx";
import { useNoticeChangeWithToast } from "#components/data/notices/use-notice-change.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { DeliveryState } from "#lib/contract/destinations.ts";
import type { ShownNotice } from "#lib/contract/notices.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { describeDeliveryFailure } from "#lib/notices/delivery-failure-descriptions.ts";

/** List of the notices that the user's watch rules have raised, with the deliveries of each. */
export function ReportedNoticesList({ notices }: { readonly notices: readonly ShownNotice[] }) {
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useNoticeChangeWithToast();
  const unread = notices.filter(({ read }) => !read).map(({ id }) => id);
  const whyNot = readOnly ?? (isPending ? text("Being marked.") : undefined);
  if (notices.length === 0) {
    return (
      <EmptyState icon={<Bell />} title={text("Nothing yet")}>
        {text("What your rules find appears here, on every device.")}
      </EmptyState>
    );
  }
  return (
    <>
      {unread.length > 0 && (
        <div className="flex items-center justify-between gap-2 border-b border-hairline px-4 py-2">
          <p className="text-sm text-secondary">
            {text("{unread, plural, one {# unread notice} other {# unread notices}}", { unread: unread.length })}
          </p>
          <Button size="sm" disabledReason={whyNot} onClick={() => change({ kind: "read", ids: unread })}>
            {text("Mark all as read")}
          </Button>
        </div>
      )}
      <ul aria-label={text("Notices")} className="divide-y divide-hairline">
        {notices.map((notice) => (
          <li
            key={notice.id}
            className={clsx("flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3", !notice.read && "bg-selected")}
          >
            <div className="min-w-0 flex-1">
              <RuleNoticeItem notice={notice} />
              <DeliveryLines deliveries={notice.deliveries} />
            </div>
            {!notice.read && (
              <Button size="sm" disabledReason={whyNot} onClick={() => change({ kind: "read", ids: [notice.id] })}>
                {text("Mark as read")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const labels: Readonly<Record<DeliveryState, Message>> = {
  waiting: message("Waits to be sent to {name}"),
  delivered: message("Delivered to {name}"),
  lost: message("Not delivered to {name}"),
  withheld: message("Not sent, for you did not see the clusters any more: {name}"),
};

/** Status of the deliveries of a notice to webhooks and e-mail addresses. */
function DeliveryLines({ deliveries }: Pick<ShownNotice, "deliveries">) {
  return deliveries.map(({ name, state, why }) => (
    <p key={name} className={clsx("text-xs break-words", state === "lost" ? "text-negative-text" : "text-tertiary")}>
      {text(labels[state], { name })}
      {why !== undefined && `: ${describeDeliveryFailure(why)}`}
    </p>
  ));
}
