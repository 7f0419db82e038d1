"use client";

import { useQuery } from "@tanstack/react-query";
import { ActButton } from "#components/act/act-button.tsx";
import { CredentialsUserList, ReconcileRest } from "#components/act/credentials-adoption.tsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { cloudCredentialsQuery } from "#components/data/queries/credential-queries.ts";
import { useUserRelation } from "#components/data/session/use-user-relation.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { parameterlessActs } from "#lib/act/acts-at-once.ts";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { bindingDeadlineOf } from "#lib/fleet/fields/account-fields.ts";
import { text } from "#lib/language/text.ts";
import { responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import { keyRotationPath } from "#lib/view/accounts/key-rotation.ts";
import { bindingDeadlineLabel } from "#lib/view/accounts/migration-descriptions.ts";
import {
  describeBinding,
  describeCredentialsAdoption,
  describeUncountedClusters,
  describeUnknownCredentialChange,
} from "#lib/view/credentials/cloud-credential-descriptions.ts";
import { findSpecChangeBlocker } from "../cluster-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

/** Cloud account card: the owner replaces credentials, and removes old ones once all sharing clusters reconciled. */
export function CloudAccountCard({ cluster }: { readonly cluster: Cluster }) {
  const { row, detail } = cluster;
  const { patchShoot, uncertain } = detail.permissions;
  const party = responsiblePartyOf("Owner", useUserRelation(row.project, uncertain ? undefined : patchShoot));
  const stamp = `${row.lastOperation?.state} ${row.lastOperation?.updatedAt}`;
  const { data, error, refetch } = useQuery({
    ...cloudCredentialsQuery(row, stamp),
    placeholderData: (before: CloudCredentials | undefined) => before,
  });
  return (
    <Card
      id="yours"
      title={
        party === "you"
          ? text("Cloud provider credentials (managed by you)")
          : text("Cloud provider credentials (managed by the owner)")
      }
    >
      {data ? (
        <Account cluster={cluster} data={data} />
      ) : error ? (
        <ReadFailureNotice title={text("They could not be read")} of={{ error, refetch }} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}

function Account({ cluster, data }: { readonly cluster: Cluster; readonly data: CloudCredentials }) {
  const { row } = cluster;
  const { binding, credentials, clusters, changedAt } = data;
  const uncounted = describeUncountedClusters(data);
  if (!binding)
    return <p className="text-base text-pretty text-secondary">{text("This cluster uses no cloud account.")}</p>;
  return (
    <div className="flex flex-col gap-3 text-sm text-secondary">
      <p className="text-pretty">{text("Replace them in the Secret, then at the provider.")}</p>
      <WhyDetails about={text("the credentials")} label={text("Where are they?")}>
        {describeBinding(data)}
      </WhyDetails>
      {binding.kind === "SecretBinding" && <MoveBinding cluster={cluster} />}
      {credentials && (
        <>
          <p className="text-pretty">
            {changedAt === undefined
              ? describeUnknownCredentialChange(data.changeUnknown)
              : richText("Changed last <instant></instant>.", { instant: () => <TimestampText at={changedAt} /> })}
          </p>
          <p className="font-medium text-pretty text-ink">
            {describeCredentialsAdoption({ ...data, total: clusters.length })}
          </p>
          <CredentialsUserList clusters={clusters} />
          <ReconcileRest clusters={clusters} row={row} />
          {uncounted !== undefined && <p className="text-pretty">{uncounted}</p>}
          {credentials.kind === "Secret" && (
            <Link
              href={keyRotationPath({ ...credentials, project: row.project, secret: credentials.name })}
              prefetch={false}
              className="w-fit text-link hover:underline"
            >
              {text("Rotate this key step by step")}
            </Link>
          )}
        </>
      )}
    </div>
  );
}

/** Offers to move the cluster to a CredentialsBinding, and says when Gardener does it by itself. */
function MoveBinding({ cluster }: { readonly cluster: Cluster }) {
  const { row } = cluster;
  const clock = useDisplayClock();
  const now = useNow(60_000);
  const deadline = bindingDeadlineOf(row);
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-pretty">
        {deadline === undefined
          ? text("Kubernetes 1.34 refuses SecretBindings: move the cluster before you update it to 1.34.")
          : text("Kubernetes 1.34 refuses SecretBindings. Gardener replaces this one: {when}.", {
              when: bindingDeadlineLabel(deadline, { clock, now }),
            })}
      </p>
      <ActButton
        cluster={row}
        act={parameterlessActs["migrate-binding"].act}
        label={text(parameterlessActs["migrate-binding"].title)}
        title={text(parameterlessActs["migrate-binding"].title)}
        disabledReason={findSpecChangeBlocker(cluster)}
        size="sm"
      />
    </div>
  );
}
