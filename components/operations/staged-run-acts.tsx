import { Card } from "#components/ui/card.tsx";
import type { ShownStagedRun } from "#lib/contract/staged/staged-runs.ts";
import { text } from "#lib/language/text.ts";

/** Number of different requests that are shown. */
const most = 10;

/**
 * What a run sends, as it is stored: its name and sentences were written by whoever made it, and whoever continues it
 * acts with rights of their own.
 */
export function StagedRunActs({ clusters }: Pick<ShownStagedRun["run"], "clusters">) {
  const groups = [...Map.groupBy(clusters, ({ act }) => JSON.stringify(act, undefined, 1))];
  return (
    <Card id="acts" title={text("What is sent")} flush>
      <ul className="divide-y divide-hairline">
        {groups.slice(0, most).map(([act, same]) => (
          <li key={act} className="flex flex-col gap-1 px-4 py-3 text-base">
            <p className="text-secondary">
              {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: same.length })}
            </p>
            <code className="text-sm wrap-anywhere whitespace-pre-wrap">{act}</code>
          </li>
        ))}
      </ul>
      {groups.length > most && (
        <p className="px-4 py-3 text-base text-secondary">
          {text("{requests, plural, one {# further request} other {# further requests}}", {
            requests: groups.length - most,
          })}
        </p>
      )}
    </Card>
  );
}
