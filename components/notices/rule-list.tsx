import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { openRuleTask } from "#components/data/notices/open-rule-task.ts";
import { useDeleteRule, useNoticeChangeWithToast } from "#components/data/notices/use-notice-change.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { NoticeDestination } from "#lib/contract/destinations.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { watchedEventsLabel } from "#lib/notices/event-labels.ts";
import { addressOfRuleSubject, ruleSubjectLabel } from "#lib/notices/rule-subject.ts";

interface RuleListProps {
  readonly rules: readonly WatchRule[];
  readonly destinations: readonly NoticeDestination[];
}

export function RuleList({ rules, destinations }: RuleListProps) {
  return (
    <ul aria-label={text("Rules")} className="divide-y divide-hairline">
      {rules.map((rule) => {
        const to = destinations.filter(({ id }) => rule.to?.includes(id)).map(({ name }) => name);
        return <RuleItem key={rule.id} rule={rule} to={to} />;
      })}
    </ul>
  );
}

function RuleItem({ rule, to }: { readonly rule: WatchRule; readonly to: readonly string[] }) {
  const { name, subject, events, off, at } = rule;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-base font-medium break-words">{name}</span>
          {off && <Tag hue="neutral">{text("Off")}</Tag>}
        </p>
        <p className="text-base break-words">
          <Link href={addressOfRuleSubject(subject)} className="text-link hover:underline">
            {ruleSubjectLabel(subject)}
          </Link>
        </p>
        <p className="text-sm break-words text-secondary">
          {richText("Reports: {events}; changed <at></at>", {
            events: watchedEventsLabel(events),
            at: () => <TimestampText at={at} form="relative" />,
          })}
        </p>
        {to.length > 0 && (
          <p className="text-sm break-words text-secondary">{text("Also sent to {names}", { names: to.join(", ") })}</p>
        )}
      </div>
      <RuleActs rule={rule} />
    </li>
  );
}

function RuleActs({ rule }: { readonly rule: WatchRule }) {
  const { id, name, off, at } = rule;
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useNoticeChangeWithToast();
  const deleting = useDeleteRule();
  const whyNot = readOnly ?? (isPending ? text("Being saved.") : undefined);
  const ofThis = <span className="sr-only"> {name}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" disabledReason={whyNot} onClick={() => openRuleTask({ kind: "edit", rule })}>
        {text("Edit…")}
        {ofThis}
      </Button>
      <Button
        size="sm"
        disabledReason={whyNot}
        onClick={() =>
          change(
            { kind: "change", id, seen: at, off: !off },
            off ? text("The rule {name} is on", { name }) : text("The rule {name} is off", { name }),
          )
        }
      >
        {off ? text("Switch on") : text("Switch off")}
        {ofThis}
      </Button>
      <Button
        size="sm"
        disabledReason={whyNot ?? (deleting.isPending ? text("Being deleted.") : undefined)}
        onClick={() => deleting.remove(rule)}
      >
        {text("Delete")}
        {ofThis}
      </Button>
    </div>
  );
}
