import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CredentialsUserList, ReconcileRest } from "#components/act/credentials-adoption.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { keyRotationQuery } from "#components/data/queries/credential-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { text } from "#lib/language/text.ts";
import {
  type KeyRotationProgress,
  type KeyRotationStep,
  keyRotationProgress,
  keyRotationSteps,
} from "#lib/policy/accounts/key-rotation.ts";
import { type CloudKey, keyRotationStepLabels } from "#lib/view/accounts/key-rotation.ts";
import {
  describeCredentialsAdoption,
  describeUncountedClusters,
  describeUnknownCredentialChange,
} from "#lib/view/credentials/cloud-credential-descriptions.ts";

interface KeyRotationGuideProps {
  readonly cloudKey: CloudKey;
}

/** The exchange of the key in one Secret as three steps, of which the garden shows how far each is. */
export function KeyRotationGuide({ cloudKey }: KeyRotationGuideProps) {
  const { data, error, refetch } = useQuery(keyRotationQuery(cloudKey));
  return (
    <Card id="key-rotation" title={text("Rotate the key in {secret} of {project}", { ...cloudKey })}>
      {data ? (
        <Steps cloudKey={cloudKey} data={data} />
      ) : error ? (
        <ReadFailureNotice title={text("The key could not be read")} of={{ error, refetch }} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  );
}

interface StepsProps extends KeyRotationGuideProps {
  readonly data: CloudCredentials;
}

function Steps({ cloudKey, data }: StepsProps) {
  const progress = keyRotationProgress({ changedAt: data.changedAt, ...data });
  const contents: Readonly<Record<KeyRotationStep, ReactNode>> = {
    "put-in": <PutIn cloudKey={cloudKey} data={data} />,
    reconcile: <Reconcile data={data} progress={progress} />,
    retire: <Retire data={data} progress={progress} />,
  };
  return (
    <ol aria-label={text("Steps of the rotation")} className="flex flex-col gap-4">
      {keyRotationSteps.map((step, index) => (
        <li
          key={step}
          aria-current={step === progress.step ? "step" : undefined}
          className={clsx(
            "flex flex-col gap-2 border-l-2 pl-3 text-sm text-secondary",
            step === progress.step ? "border-primary" : "border-hairline",
          )}
        >
          <h3 className="text-base font-medium text-ink">
            {text("{number}. {title}", { number: index + 1, title: text(keyRotationStepLabels[step]) })}
          </h3>
          {contents[step]}
        </li>
      ))}
    </ol>
  );
}

function PutIn({ cloudKey, data: { changedAt, changeUnknown } }: Pick<StepsProps, "cloudKey" | "data">) {
  return (
    <>
      <p className="max-w-prose text-pretty">
        {text("Create a second key at the provider and put it into the Secret. Keep the old key valid.")}
      </p>
      <p className="text-pretty">
        {changedAt === undefined
          ? describeUnknownCredentialChange(changeUnknown)
          : richText("Changed last <instant></instant>.", { instant: () => <TimestampText at={changedAt} /> })}
      </p>
      <Link
        href={`/projects/${encodeURIComponent(cloudKey.project)}/accounts`}
        prefetch={false}
        className="w-fit text-link hover:underline"
      >
        {text("Change the account")}
      </Link>
    </>
  );
}

interface ProgressProps extends Pick<StepsProps, "data"> {
  readonly progress: KeyRotationProgress;
}

function Reconcile({ data: { clusters, changedAt }, progress: { upToDate } }: ProgressProps) {
  if (clusters.length === 0) return <p>{text("No cluster that you can see uses this key.")}</p>;
  return (
    <>
      {changedAt !== undefined && (
        <p role="status" className="text-pretty">
          {text("{count} of {total} use the new key.", { count: upToDate, total: clusters.length })}
        </p>
      )}
      <CredentialsUserList clusters={clusters} />
      {changedAt !== undefined && <ReconcileRest clusters={clusters} />}
    </>
  );
}

function Retire({ data, progress: { mayRetire } }: ProgressProps) {
  const uncounted = describeUncountedClusters(data);
  return (
    <>
      <p className={clsx("max-w-prose text-pretty", mayRetire !== "no" && "font-medium text-ink")}>
        {describeCredentialsAdoption({ ...data, total: data.clusters.length })}
      </p>
      {uncounted !== undefined && <p className="max-w-prose text-pretty">{uncounted}</p>}
    </>
  );
}
