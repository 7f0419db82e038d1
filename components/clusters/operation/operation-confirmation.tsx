"use client";

import { useState } from "react";
import { faultOf } from "#components/data/api-problem.ts";
import { useRequestOperation } from "#components/data/operation-requests.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import type { ConfirmationTier } from "#lib/view/confirmation-tier.ts";
import type { RequestFault } from "#lib/view/operation-progress.ts";
import { wordsOfOperation } from "#lib/view/sentences/operation-sentences.ts";
import { sentenceOfReason } from "#lib/view/sentences/reason-sentences.ts";
import { FaultNotice } from "./fault-notice.tsx";
import { type Consent, emptyConsent, missingConsent, OperationConsent } from "./operation-consent.tsx";
import { operationLooks } from "./operation-look.ts";
import { type OperationPreview, useOperationPreview } from "./operation-preview.ts";

interface OperationConfirmationProps {
  readonly cluster: FleetRow;
  readonly operation: RequestableOperation;
  readonly tier: ConfirmationTier;
  readonly onDone: () => void;
}

/** What will happen, what speaks against it, and the button that sends it. A fault is shown here, where the act was. */
export function OperationConfirmation({ cluster, operation, tier, onDone }: OperationConfirmationProps) {
  const { preview, error, refetch } = useOperationPreview(cluster, operation);
  const request = useRequestOperation();
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<RequestFault>();
  const [consent, setConsent] = useState<Consent>(emptyConsent);
  const { verb, consequence } = operationLooks[operation];

  const send = async (row: FleetRow) => {
    setSending(true);
    setFault(undefined);
    const { answer } = await request({ operation, row });
    setSending(false);
    if (answer?.kind === "refused") {
      setFault(answer.fault);
      await refetch();
    } else onDone();
  };
  const obstacle = preview && obstacleOf(preview, tier === 3 ? missingConsent(consent, cluster.name) : undefined);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base text-pretty text-secondary">{wordsOfOperation(operation).sentence}</p>
      {preview === undefined && error === null && <Skeleton className="h-5 w-3/4" />}
      {error !== null && preview === undefined && (
        <Notice hue="negative" title="The cluster could not be read" live>
          {faultOf(error).detail}
        </Notice>
      )}
      {preview && <Grounds preview={preview} />}
      {preview?.changed && (
        <Notice
          hue="caution"
          title="The cluster has changed since you opened this"
          live
          action={
            <Button size="sm" onClick={preview.acknowledge}>
              I have looked
            </Button>
          }
        >
          What is written here is the present state.
        </Notice>
      )}
      {fault && <FaultNotice fault={fault} cluster={`${cluster.project}/${cluster.name}`} />}
      {tier === 3 && preview && (
        <OperationConsent value={consent} consequence={consequence} name={cluster.name} onChange={setConsent} />
      )}
      <div className="flex items-center justify-end gap-2 pt-1 pb-1">
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button
          variant="primary"
          aria-busy={sending}
          disabledReason={
            sending ? "The request is being sent." : preview === undefined ? "The cluster is being read." : obstacle
          }
          onClick={() => preview && void send(preview.detail.row)}
        >
          {sending ? "Sending" : `${verb} now`}
        </Button>
      </div>
    </div>
  );
}

function obstacleOf({ evaluation, changed }: OperationPreview, consent: string | undefined): string | undefined {
  const [first] = evaluation.reasons;
  if (evaluation.decision === "deny" || evaluation.decision === "hide")
    return first ? sentenceOfReason(first) : "This operation is not possible in the present state.";
  if (changed) return "Look at the changed state first.";
  return consent;
}

/** Everything that speaks against it or should be known, each in its own sentence. */
function Grounds({ preview: { evaluation, detail } }: { readonly preview: OperationPreview }) {
  const { decision, reasons, hints } = evaluation;
  const weighty = decision === "deny" || decision === "latent" || decision === "hide";
  return (
    <>
      {reasons.length > 0 && (
        <Notice hue={weighty ? "caution" : "info"} title={titles[decision]}>
          <ul className="list-disc pl-4">
            {reasons.map((reason) => (
              <li key={reason.id}>{sentenceOfReason(reason)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {hints.length > 0 && (
        <ul className="list-disc pl-4 text-sm text-secondary">
          {hints.map((hint) => (
            <li key={hint.id}>{sentenceOfReason(hint)}</li>
          ))}
        </ul>
      )}
      {detail.permissions.uncertain && (
        <p className="text-sm text-tertiary">
          Your rights could not be checked in advance; the garden decides when the request arrives.
        </p>
      )}
    </>
  );
}

const titles = {
  allow: "To know before",
  caution: "To know before",
  latent: "It would be accepted, but nothing would happen now",
  deny: "Not possible now",
  hide: "Not possible here",
} as const;
