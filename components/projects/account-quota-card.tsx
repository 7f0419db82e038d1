// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import { FactRow } from "#components/ui/fact-row.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { AccountQuota, QuotaCluster } from "#lib/contract/project/projects.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import {
  cutOfQuotaClusters,
  describeUncountableCluster,
  describeUnreadProfiles,
  quotaMetricLabel,
} from "#lib/words/project/quota-labels.ts";
import { AmountTable } from "./amount-table.tsx";

/** A Quota of accounts: what it limits, which clusters use it, and how long they live. */
export function AccountQuotaCard({ quota }: { readonly quota: AccountQuota }) {
  const { namespace, name, accounts, unread, content } = quota;
  return (
    <Card id={`quota-${namespace}-${name}`} title={text("Quota {name}", { name })} flush>
      <dl className="px-4 py-2 text-base">
        <FactRow name={text("Accounts")}>{formatList(accounts)}</FactRow>
        {content && <ContentFacts content={content} />}
      </dl>
      {unread !== undefined && (
        <p className="px-4 pb-3.5 text-base text-secondary">
          {unread === "too-many"
            ? text("Not read: the accounts of the project refer to too many Quotas.")
            : unread === "forbidden"
              ? text("Not read: you are not allowed to see the Quota {name} in {namespace}.", { name, namespace })
              : text("There is no Quota {name} in {namespace}. Gardener refuses new clusters with these accounts.", {
                  name,
                  namespace,
                })}
        </p>
      )}
      {content && content.uses.length > 0 && (
        <AmountTable
          label={text("Limits of the quota {name}", { name })}
          amounts={content.uses.map(({ metric, ...use }) => ({
            name: quotaMetricLabel(metric),
            detail: metric,
            unknown: text("not known"),
            ...use,
          }))}
        />
      )}
      {content && <Users name={name} content={content} />}
    </Card>
  );
}

interface ContentProps {
  readonly content: NonNullable<AccountQuota["content"]>;
}

function ContentFacts({ content: { scope, lifetimeDays, uses } }: ContentProps) {
  return (
    <>
      <FactRow name={text("Counts")}>
        {scope === "project"
          ? text("clusters of this project with these accounts")
          : text("clusters of all projects whose accounts refer to it")}
      </FactRow>
      <FactRow name={text("Lifetime")}>
        {lifetimeDays === undefined
          ? text("not limited")
          : text("{days, plural, one {# day} other {# days}}, then Gardener deletes the cluster", {
              days: lifetimeDays,
            })}
      </FactRow>
      {uses.length === 0 && <FactRow name={text("Size")}>{text("not limited")}</FactRow>}
    </>
  );
}

function Users({
  name,
  content: { uses, clusters, clusterCount, unreadProfiles, mayBeMore },
}: ContentProps & { readonly name: string }) {
  const clock = useDisplayClock();
  const hasEnds = clusters.some(({ endsAt }) => endsAt !== undefined);
  const columns = [
    { title: text("Cluster") },
    ...uses.map(({ metric }) => ({ title: quotaMetricLabel(metric), numeric: true })),
    ...(hasEnds ? [{ title: text("Lifetime ends") }] : []),
  ];
  const uncountable = clusters.find((cluster) => cluster.uncountable !== undefined);
  const notes = [
    ...(clusters.length === 0 && !mayBeMore ? [text("No cluster uses it.")] : []),
    ...(clusters.length > 0 && uses.length > 0
      ? [text("Each cluster counts with all nodes that its pools can have.")]
      : []),
    ...(mayBeMore ? [text("Clusters that you do not see can count too: more can be used.")] : []),
    ...(uses.length > 0 ? unreadProfiles.map(describeUnreadProfiles) : []),
  ];
  return (
    <div className="border-t border-hairline">
      {uncountable !== undefined && (
        <div className="px-4 pt-3.5">
          <Notice hue="negative" title={text("Gardener refuses new clusters, and pools that grow or change")}>
            {describeUncountableCluster(uncountable)}
          </Notice>
        </div>
      )}
      {notes.length > 0 && (
        <p className="max-w-3xl px-4 py-2.5 text-sm text-pretty text-secondary">{notes.join(" ")}</p>
      )}
      {clusters.length > 0 && (
        <CardTable aria-label={text("Clusters that use the quota {name}", { name })} columns={columns}>
          {clusters.map((cluster) => (
            <tr
              key={`${cluster.project}/${cluster.name}`}
              role="row"
              className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3"
            >
              <th
                role="rowheader"
                scope="row"
                className="text-left font-normal wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
              >
                <Link href={clusterPath(cluster)} prefetch={false} className="text-link hover:underline">
                  {cluster.project}/{cluster.name}
                </Link>
              </th>
              {uses.map(({ metric }) => (
                <AmountCell key={metric} metric={metric} cluster={cluster} />
              ))}
              {hasEnds && (
                <CardCell title={text("Ends")} empty={cluster.endsAt === undefined}>
                  {cluster.endsAt !== undefined && formatDateTime(cluster.endsAt, clock)}
                </CardCell>
              )}
            </tr>
          ))}
        </CardTable>
      )}
      <CutListNote {...cutOfQuotaClusters(clusters, clusterCount)} />
    </div>
  );
}

function AmountCell({ metric, cluster }: { readonly metric: string; readonly cluster: QuotaCluster }) {
  return (
    <CardCell title={quotaMetricLabel(metric)} numeric className="tabular-nums">
      {cluster.amounts?.[metric] ?? <span className="text-tertiary">{whyWithout(cluster)}</span>}
    </CardCell>
  );
}

function whyWithout({ uncountable }: QuotaCluster): string {
  return uncountable === undefined ? text("not read") : text("not countable");
}
