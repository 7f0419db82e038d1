"use client";

import { useQuery } from "@tanstack/react-query";
import { BellPlus } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import type { ListToExport } from "#components/data/export/export-list-items.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { openRuleTask } from "#components/data/notices/open-rule-task.ts";
import { noticesQuery } from "#components/data/queries/notice-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type Notices, noticeLimits } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { allClustersSubject, ruleTemplates } from "#lib/notices/rule-templates.ts";
import { DestinationsCard } from "./destinations-card.tsx";
import { ReportedNoticesList } from "./reported-notices.tsx";
import { RuleList } from "./rule-list.tsx";

/** Screen of the user's notices and watch rules. */
export function NoticesPageContent() {
  const notices = useQuery(noticesQuery);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Notices")}</h1>
      <p className="max-w-3xl text-base text-pretty text-secondary">
        {richText(
          "A rule watches a cluster or a view. Make one here, or with <strong>Tell me when…</strong> under More actions of a cluster or under Saved views.",
          { strong: (words) => <span className="font-medium">{words}</span> },
        )}
      </p>
      {notices.isError && notices.data === undefined ? (
        <ReadFailureNotice title={text("The notices could not be read")} of={notices} />
      ) : notices.data === undefined ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <Parts notices={notices.data} />
      )}
    </div>
  );
}

function Parts({ notices: all }: { readonly notices: Notices }) {
  const { rules, notices, destinations, values, unwatched = [], hidden, unshown, unavailable } = all;
  const readOnly = useReadOnlyReason();
  const whyNot = readOnly ?? unavailable;
  return (
    <>
      {unavailable !== undefined && (
        <Notice hue="caution" title={text("Rules are not available")}>
          {unavailable}
        </Notice>
      )}
      {unwatched.length > 0 && (
        <Notice hue="caution" title={text("Not everything is watched")}>
          {unwatched.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Notice>
      )}
      {unshown > 0 && (
        <Notice
          hue="caution"
          title={text("{entries, plural, one {# entry} other {# entries}} cannot be shown", { entries: unshown })}
        >
          {text("A newer Almanac or another program has written them. They stay as they are.")}
        </Notice>
      )}
      {hidden > 0 && (
        <Notice
          hue="info"
          title={text("{notices, plural, one {# notice} other {# notices}} of clusters that you do not see any more", {
            notices: hidden,
          })}
        />
      )}
      <Card
        id="told"
        title={text("What your rules reported")}
        flush
        aside={
          <ExportStored
            label={text("Export notices")}
            count={notices.reduce((sum, { lines }) => sum + lines.length, 0)}
            counted={(count) => text("{count, plural, one {# line} other {# lines}}", { count })}
            make={({ exportNotices: noticesFiles }) => noticesFiles(notices, Date.now())}
          />
        }
      >
        <ReportedNoticesList notices={notices} />
      </Card>
      <Card
        id="rules"
        title={text("Your rules")}
        flush
        aside={
          <span className="flex flex-wrap gap-2">
            <ExportStored
              label={text("Export rules")}
              count={rules.length}
              counted={(count) => text("{count, plural, one {# rule} other {# rules}}", { count })}
              make={({ exportWatchRules: rulesFiles }) => rulesFiles(rules, Date.now())}
            />
            <Button
              size="sm"
              variant="primary"
              disabledReason={whyNot}
              onClick={() => openRuleTask({ kind: "new-from", template: { subject: allClustersSubject } })}
            >
              {text("New rule…")}
            </Button>
          </span>
        }
      >
        {rules.length === 0 ? (
          <div className="flex flex-col gap-2 px-4 py-4">
            <p className="text-base text-secondary">{text("No rules yet. Start from one of these:")}</p>
            <ul className="flex flex-wrap gap-2">
              {ruleTemplates.map((template) => (
                <li key={template.id}>
                  <Button
                    size="sm"
                    disabledReason={whyNot}
                    onClick={() => openRuleTask({ kind: "new-from", template })}
                  >
                    <BellPlus aria-hidden />
                    {text(template.name)}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <>
            <RuleList rules={rules} destinations={destinations} />
            <RulesNote values={values} />
          </>
        )}
      </Card>
      <DestinationsCard notices={all} />
    </>
  );
}

interface ExportStoredProps extends Pick<ListToExport, "count" | "counted"> {
  readonly label: string;
  readonly make: (files: typeof import("#lib/view/export/stored-files.ts")) => ReturnType<ListToExport["make"]>;
}

function ExportStored({ label, make, ...list }: ExportStoredProps) {
  if (list.count === 0) return null;
  const load = async () => make(await import("#lib/view/export/stored-files.ts"));
  return <ExportList size="sm" label={label} list={{ ...list, make: load }} />;
}

/** Note on whose permissions watch rules use, and how much of the user's quota is used. */
function RulesNote({ values = 0 }: { readonly values: number | undefined }) {
  return (
    <p className="border-t border-hairline px-4 py-3 text-sm text-pretty text-secondary">
      {text("Rules see the clusters that you see. Your groups count as they were when you last changed a rule.")}
      {values > 0 && ` ${text("{values} of {most} filter values are used.", { values, most: noticeLimits.values })}`}
    </p>
  );
}
