"use client";

import { type RefObject, useMemo, useRef } from "react";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { confirmWords, explanationOf, headingWords, isDestructive, isLikelySmall } from "#lib/act/plan/act-words.ts";
import { ActConsent } from "./act-consent.tsx";
import type { ActRequest } from "./act-dialog.tsx";
import { ActFooter } from "./act-footer.tsx";
import { ActNotices } from "./act-notices.tsx";
import { PreviewDetails, PreviewGrounds, PreviewReasons } from "./act-preview-view.tsx";
import { ActSkeleton } from "./act-skeleton.tsx";
import { PreviewBand } from "./preview-band.tsx";
import { useActConfirmation } from "./use-act-confirmation.ts";

interface ActPromptProps {
  readonly request: ActRequest;
  readonly onClose: () => void;
}

/** What stands between the asking and the request: a popover for what does no harm, else a dialog. */
export function ActPrompt({ request, onClose }: ActPromptProps) {
  const { cluster, act, title } = request;
  const confirmation = useActConfirmation(request, onClose);
  const { preview, changed, reading, readAgain, consent, setConsent } = confirmation;
  const opener = useOpener(request);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const heading = headingWords(title, `${cluster.project}/${cluster.name}`);
  const explanation = explanationOf(act);
  const tier = preview?.friction.tier;
  // What it would stand beside may have left the page since.
  const anchored = opener.current?.isConnected === true;
  const small = anchored && (tier === undefined ? isLikelySmall(act, cluster) : tier === "popover");
  const grave = isDestructive(act) || tier === "typed-act";
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  const footer = (
    <ActFooter
      cancelRef={cancel}
      confirmRef={confirm}
      words={confirmWords(act, title, preview?.when.at)}
      danger={grave}
      confirmation={confirmation}
      onCancel={onClose}
    />
  );
  if (small)
    return (
      <Popover
        anchor={opener}
        open
        onOpenChange={onOpenChange}
        label={heading}
        align={isInLeftHalf(opener.current) ? "start" : "end"}
        firstFocus={confirm}
        className="w-88 max-w-[calc(100vw-1rem)]"
      >
        <div className="flex flex-col gap-2">
          <h2 className="text-base font-semibold text-balance">{heading}</h2>
          <ActNotices confirmation={confirmation} cluster={cluster} />
          {preview ? <PreviewGrounds preview={preview} explanation={explanation} /> : <ActSkeleton lines={2} />}
          <div className="flex items-center justify-end gap-2">{footer}</div>
        </div>
      </Popover>
    );
  return (
    <Dialog
      wide
      open
      alert={act.kind === "force-delete"}
      opener={opener}
      onOpenChange={onOpenChange}
      title={heading}
      footer={footer}
      {...(grave && { firstFocus: cancel })}
    >
      <ActNotices confirmation={confirmation} cluster={cluster} />
      {preview ? (
        <div className="flex flex-col gap-4">
          <PreviewBand preview={preview} explanation={explanation} changed={changed} />
          <PreviewReasons preview={preview} />
          <ActConsent friction={preview.friction} value={consent} onChange={setConsent} />
          <PreviewDetails preview={preview} changed={changed} reading={reading} onCheckAgain={() => void readAgain()} />
        </div>
      ) : (
        <ActSkeleton lines={8} />
      )}
    </Dialog>
  );
}

/** Overlays hold what opened them in a ref. */
function useOpener({ opener }: ActRequest): RefObject<HTMLElement | null> {
  return useMemo(() => (opener !== null && "current" in opener ? opener : { current: opener }), [opener]);
}

function isInLeftHalf(element: HTMLElement | null): boolean {
  return element !== null && element.getBoundingClientRect().left < window.innerWidth / 2;
}
