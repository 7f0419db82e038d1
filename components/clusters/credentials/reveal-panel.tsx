"use client";

import { type RefObject, useEffect, useState } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { Instant } from "#components/data/fleet-parts/instant.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { reveal } from "#components/data/queries/credential-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { KubeconfigKind, Revealable, RevealBody, Revealed } from "#lib/contract/credentials-reveal.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import { text } from "#lib/language/text.ts";
import { lifetimes, revealWords } from "#lib/view/credentials/reveal-words.ts";
import { RevealedParts } from "./revealed-parts.tsx";

interface RevealPanelProps {
  readonly cluster: ClusterRef;
  readonly what: Revealable;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * One credential, asked for by a press and held by this panel alone: not by the query cache, not by the address, not by
 * the browser's storage. It is gone when the panel closes, and when the page is put away.
 */
export function RevealPanel({ cluster, what, opener, onClose }: RevealPanelProps) {
  const [shown, setShown] = useState<Revealed>();
  const [fault, setFault] = useState<RequestFault>();
  const [busy, setBusy] = useState(false);
  const usual = useSetting("kubeconfig");
  const [chosen, setSeconds] = useState<string>();
  const seconds = chosen ?? usual;
  useEffect(() => {
    // The back/forward cache would keep the page with what it shows.
    const forget = () => setShown(undefined);
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);
  const ask = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setShown(await reveal(cluster, bodyOf(what, Number(seconds))));
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  const { title, note, button } = revealWords[what];
  const readOnly = useReadOnlyReason();
  // It is there to change things.
  const refusal = what === "admin-kubeconfig" ? readOnly : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      opener={opener}
      title={text("{credential} of {cluster}", {
        credential: text(title),
        cluster: `${cluster.project}/${cluster.name}`,
      })}
      description={text(note)}
      footer={
        <>
          <Button onClick={onClose}>{text("Close")}</Button>
          {!shown && (
            <Button
              variant="primary"
              disabledReason={refusal ?? (busy ? text("Requesting…") : undefined)}
              onClick={() => void ask()}
            >
              {text(button)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {isKubeconfig(what) && !shown && (
          <SelectField
            label={text("Ends after")}
            value={seconds}
            options={lifetimes.map(([value, words]) => [value, text(words)])}
            onText={setSeconds}
          />
        )}
        {fault && (
          <Notice hue="negative" title={text("It could not be retrieved")} live>
            {fault.detail ?? fault.gardenMessage ?? text("The garden refused.")}
            {fault.detail !== undefined && fault.gardenMessage !== undefined && ` ${fault.gardenMessage}`}
          </Notice>
        )}
        {busy && <Skeleton className="h-24" />}
        {shown?.expiresAt !== undefined && (
          <p className="text-sm">
            {richText("Expires <instant></instant>.", { instant: () => <Instant at={shown.expiresAt} /> })}
          </p>
        )}
        {shown && <RevealedParts shown={shown} />}
      </div>
    </Dialog>
  );
}

function isKubeconfig(what: Revealable): what is KubeconfigKind {
  return what === "admin-kubeconfig" || what === "viewer-kubeconfig";
}

function bodyOf(what: Revealable, expirationSeconds: number): RevealBody {
  return isKubeconfig(what) ? { what, expirationSeconds } : { what };
}
