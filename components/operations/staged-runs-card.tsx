import { useQuery } from "@tanstack/react-query";
import { stagedRunsQuery } from "#components/data/queries/staged-run-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";
import { describeStagedRun, stagedRunStatusLabels } from "#lib/staged-runs/staged-run-labels.ts";
import { formatList } from "#lib/words/format-list.ts";
import { useGateConditions } from "./use-gate-conditions.ts";

/** Card with the staged runs that projects keep, and what each waits for; nothing where there is none. */
export function StagedRunsCard() {
  const { data } = useQuery({ ...stagedRunsQuery(), refetchInterval: 30_000 });
  const conditionsOf = useGateConditions();
  const now = useNow(5_000);
  if (data === undefined || data.runs.length + data.unread.length + data.beyond === 0) return null;
  return (
    <Card id="staged-runs" title={text("Runs in stages")} flush>
      {data.unread.length > 0 && (
        <p className="px-4 pt-3 text-base text-caution-text">
          {text("Runs of these projects could not be read completely: {projects}", {
            projects: formatList(data.unread),
          })}
        </p>
      )}
      {data.beyond > 0 && (
        <p className="px-4 pt-3 text-base text-caution-text">
          {text("{projects, plural, one {# project was} other {# projects were}} not read.", { projects: data.beyond })}
        </p>
      )}
      <ul aria-label={text("Runs in stages")} className="divide-y divide-hairline">
        {data.runs.map(({ run, project, hidden }) => (
          <li key={run.id} className="flex flex-col gap-1 px-4 py-3">
            <p className="flex flex-wrap items-center gap-2">
              <Link
                href={`/operations/${run.id}?project=${encodeURIComponent(project)}`}
                className="text-base font-medium text-link hover:underline"
              >
                {run.name}
              </Link>
              <Tag hue={run.status === "going" ? "info" : "neutral"}>{text(stagedRunStatusLabels[run.status])}</Tag>
              <span className="text-sm text-secondary">{project}</span>
            </p>
            <p className="text-base text-pretty wrap-anywhere text-secondary">
              {describeStagedRun(run, conditionsOf(run, now), now, hidden)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
