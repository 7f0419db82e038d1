"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { projectQuotasQuery } from "#components/data/queries/project-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ProjectQuotas } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { resourceLabel } from "#lib/words/project/quota-labels.ts";
import { AccountQuotaCard } from "./account-quota-card.tsx";
import { AmountTable } from "./amount-table.tsx";

/** Page of a project's limits: what the operator limits, and what the quotas of its accounts leave. */
export function QuotasPageContent({ project }: { readonly project: string }) {
  const quotas = useQuery(projectQuotasQuery(project));
  if (quotas.data !== undefined) return <Quotas quotas={quotas.data} />;
  if (quotas.isError) return <ReadFailureNotice title={text("The quotas could not be read")} of={quotas} />;
  return <Skeleton className="h-64 w-full" />;
}

function Quotas({ quotas: { resourceQuotas, accountQuotas } }: { readonly quotas: ProjectQuotas }) {
  const { resourceQuotaHelp } = useLandscapeConfiguration();
  return (
    <>
      <Card id="limits" title={text("Limits of the project")} flush>
        {resourceQuotas === undefined ? (
          <Told>{text("Not read: you are not allowed to see the limits of this project.")}</Told>
        ) : resourceQuotas.length === 0 ? (
          <Told>{text("Nothing limits the number of objects in this project.")}</Told>
        ) : (
          <>
            <p className="max-w-3xl px-4 pt-3.5 pb-2 text-base text-pretty text-secondary">
              {text("A ResourceQuota limits how many objects the project has. The garden refuses one more.")}
            </p>
            {resourceQuotas.map(({ name, uses }) => (
              <AmountTable
                key={name}
                label={text("Limits of the project, ResourceQuota {name}", { name })}
                amounts={uses.map(({ resource, ...use }) => ({
                  name: resourceLabel(resource),
                  detail: resource,
                  ...use,
                  isExceeded: false,
                }))}
              />
            ))}
          </>
        )}
        {resourceQuotaHelp !== undefined && (
          <div className="border-t border-hairline px-4 py-3 text-base text-pretty text-secondary">
            <OperatorText text={resourceQuotaHelp.text} />
          </div>
        )}
      </Card>
      {accountQuotas === undefined ? (
        <Card id="account-quotas" title={text("Quotas of accounts")} flush>
          <Told>{text("Not read: you are not allowed to see the accounts of this project.")}</Told>
        </Card>
      ) : accountQuotas.length === 0 ? (
        <Card id="account-quotas" title={text("Quotas of accounts")} flush>
          <Told>{text("No account of this project refers to a Quota.")}</Told>
        </Card>
      ) : (
        accountQuotas.map((quota) => <AccountQuotaCard key={`${quota.namespace}/${quota.name}`} quota={quota} />)
      )}
    </>
  );
}

function Told({ children }: { readonly children: string }) {
  return <p className="px-4 py-3.5 text-base text-secondary">{children}</p>;
}
