import { clsx } from "clsx";
import { Link } from "#components/ui/address/link.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { noticeTitles } from "#lib/notices/event-labels.ts";
import { describeNoticeCluster } from "#lib/notices/fact-descriptions.ts";
import { noticeLineName, noticeLinePath } from "#lib/notices/notice-line-labels.ts";
import { TimestampText } from "../fleet-parts/timestamp-text.tsx";

interface RuleNoticeLineProps {
  readonly notice: RuleNotice;
  readonly onFollow?: () => void;
}

/** Notice raised by a watch rule: what has changed, on which clusters, and since when. */
export function RuleNoticeItem({ notice, onFollow }: RuleNoticeLineProps) {
  const { event, ruleName, at, lines, more, read } = notice;
  return (
    <div className="min-w-0 flex-1">
      <p className={clsx("text-base text-pretty break-words", !read && "font-medium")}>
        {!read && <span className="sr-only">{text("New:")} </span>}
        {text(noticeTitles[event])}
      </p>
      <ul>
        {lines.map((line) => (
          <li key={`${line.project}/${line.name}/${line.what}`} className="text-sm break-words text-secondary">
            <Link
              href={noticeLinePath(line)}
              {...(onFollow && { onClick: onFollow })}
              className="font-medium text-link hover:underline"
            >
              {noticeLineName(line)}
            </Link>{" "}
            {describeNoticeCluster(line)}
            {line.at !== undefined && (
              <>
                , <TimestampText at={line.at} form="relative" />
              </>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-sm text-secondary">
          {text("and {count, plural, one {# more change} other {# more changes}}", { count: more })}
        </p>
      )}
      <p className="text-xs break-words text-tertiary">
        {richText("<time></time>, by the rule {ruleName}", {
          ruleName,
          time: () => <TimestampText at={at} form="relative" />,
        })}
      </p>
    </div>
  );
}
