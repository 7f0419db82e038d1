"use client";

import { clsx } from "clsx";
import { Link } from "#components/ui/address/link.tsx";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { noticeTitles } from "#lib/view/notices/event-words.ts";
import { countOf } from "#lib/words/count.ts";
import { Instant } from "../shown/instant.tsx";

interface RuleNoticeLineProps {
  readonly notice: RuleNotice;
  readonly onFollow?: () => void;
}

/** What one rule told: what changed, on which clusters, and since when. */
export function RuleNoticeLine({ notice, onFollow }: RuleNoticeLineProps) {
  const { event, ruleName, at, lines, more, read } = notice;
  return (
    <div className="min-w-0 flex-1">
      <p className={clsx("text-base text-pretty break-words", !read && "font-medium")}>
        {!read && <span className="sr-only">New: </span>}
        {noticeTitles[event]}
      </p>
      <ul>
        {lines.map(({ project, name, what, at: since }) => (
          <li key={`${project}/${name}/${what}`} className="text-sm break-words text-secondary">
            <Link
              href={`/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`}
              {...(onFollow && { onClick: onFollow })}
              className="font-medium text-link hover:underline"
            >
              {project}/{name}
            </Link>{" "}
            {what}
            {since !== undefined && (
              <>
                , <Instant at={since} form="relative" />
              </>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-secondary">and {countOf(more, "more change")}</p>}
      <p className="text-xs break-words text-tertiary">
        <Instant at={at} form="relative" />, by the rule {ruleName}
      </p>
    </div>
  );
}
