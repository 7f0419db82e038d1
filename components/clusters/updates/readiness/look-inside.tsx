import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { contentsKey } from "#components/data/queries/cluster-keys.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { postLookInside } from "#components/data/queries/contents-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import type { ReadContents } from "#components/data/queries/use-cluster-contents.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { text } from "#lib/language/text.ts";
import type { ContentsRequest, ContentsResponse } from "#lib/view/readiness/contents-schema.ts";
import { withheldContentsDescriptions } from "#lib/view/readiness/look-inside-descriptions.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";

interface LookInsideProps {
  readonly cluster: ClusterRef;
  /** Kubernetes version of the step, and its minor. */
  readonly to: string;
  readonly minor: string;
  /** What was last read; undefined if nothing was. */
  readonly looked: ReadContents | undefined;
  readonly speech: TimeContext;
}

/** Asks what inside the cluster stands against its next minor version, with a kubeconfig that the user is issued. */
export function LookInside({ cluster, to, minor, looked, speech }: LookInsideProps) {
  const client = useQueryClient();
  const person = useQuery(sessionQuery).data?.user.name;
  const isReadOnly = useReadOnlyReason() !== undefined;
  const [asAdministrator, setAsAdministrator] = useState(false);
  const look = useMutation({
    mutationFn: (body: ContentsRequest) => postLookInside(cluster, body),
    gcTime: 0,
    onMutate: () => ({ person }),
    onSuccess: (answer, _body, asked) => {
      if (answer.state === "read") client.setQueryData(contentsKey(cluster, asked.person), answer);
    },
  });
  const { data: answer, error, isPending } = look;
  return (
    <section
      aria-label={text("Inside the cluster")}
      aria-busy={isPending}
      className="flex flex-col gap-2 border-t border-hairline px-4 py-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="sm"
          disabledReason={isPending ? text("Almanac is looking.") : undefined}
          onClick={() => look.mutate({ to, asAdministrator })}
        >
          {looked === undefined ? text("Look inside the cluster") : text("Look again")}
        </Button>
        {!isReadOnly && (
          <CheckField
            label={text("As administrator, to read requested APIs too")}
            checked={asAdministrator}
            onChange={setAsAdministrator}
            labelClass="text-pretty"
          />
        )}
      </div>
      <div role="status" className="text-pretty text-secondary">
        {isPending ? (
          <>
            <ProgressBar value={undefined} label={text("Almanac reads the cluster")} className="mb-1.5 max-w-64" />
            {text("Almanac reads the cluster, for 20 seconds at most.")}
          </>
        ) : (
          looked && describeLook(looked, speech)
        )}
      </div>
      {answer?.state === "withheld" && !isPending && <Withheld answer={answer} cluster={cluster} minor={minor} />}
      {error && !isPending && (
        <Notice hue="caution" title={text("The cluster could not be read")} live>
          {requestErrorOf(error).detail}
        </Notice>
      )}
      <WhatIsRead />
    </section>
  );
}

function describeLook({ role, contents }: ReadContents, { clock }: TimeContext): string {
  const at = formatDateTime(contents.readAt, clock);
  return role === "admin"
    ? text("Looked inside on {at}, with an admin kubeconfig.", { at })
    : text("Looked inside on {at}, with a viewer kubeconfig.", { at });
}

function WhatIsRead() {
  return (
    <WhyDetails label={text("What is read")} about={text("inside the cluster")}>
      <p>
        {text(
          "Nodes, Pods, disruption budgets, webhooks, API services and the endpoints behind them, Deployments, StatefulSets, Jobs, volumes, and the metadata of namespaces and of objects of kinds that the new version removes. Secrets are never read.",
        )}
      </p>
      <p className="mt-1">
        {text(
          "The garden issues you a kubeconfig for ten minutes: one to view, unless you choose the administrator's. Almanac makes at most 30 requests with it and drops it. What was read stays in this browser tab.",
        )}
      </p>
      <p className="mt-1">
        {text("Only administrators read requested APIs, which are metrics, and resources that the cluster encrypts.")}
      </p>
    </WhyDetails>
  );
}

interface WithheldProps {
  readonly answer: Extract<ContentsResponse, { state: "withheld" }>;
  readonly cluster: ClusterRef;
  readonly minor: string;
}

function Withheld({ answer: { why, message }, cluster, minor }: WithheldProps) {
  const { title, text: explanation } = withheldContentsDescriptions[why];
  return (
    <Notice hue={why === "hibernated" || why === "no-access" ? "info" : "caution"} title={text(title)} live>
      {text(explanation)}
      {message !== undefined && <span className="mt-1 block font-mono text-xs wrap-anywhere">{message}</span>}
      {why === "no-access" && (
        <div className="mt-2">
          <CopyButton size="xs" text={requestToOwner(cluster, minor)} label={text("Copy a text for the owner")} />
        </div>
      )}
    </Notice>
  );
}

function requestToOwner({ project, name }: ClusterRef, minor: string): string {
  const link = `${window.location.origin}${window.location.pathname}#readiness`;
  return text(
    "Is cluster {cluster} ready for Kubernetes {minor}? Almanac looks inside for whoever gets its kubeconfig: {link}",
    { cluster: `${project}/${name}`, minor, link },
  );
}
