import { type RefObject, useMemo, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { confirmWords, explanationOf, headingWords, isDestructive, isLikelySmall } from "#lib/act/plan/act-words.ts";
import type { Act } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { ActConsent } from "./act-consent.tsx";
import type { ActRequest } from "./act-dialog.tsx";
import { ActNotices } from "./act-notices.tsx";
import { ListedReasons, PreviewDetails, PreviewReasons } from "./act-preview-view.tsx";
import { EndDayField } from "./end-day-field.tsx";
import { PreviewBand } from "./preview-band.tsx";
import { useActConfirmation } from "./use-act-confirmation.ts";

interface ActPromptProps {
  readonly request: ActRequest;
  readonly onClose: () => void;
}

/** What stands between the asking and the request: a popover for what does no harm, else a dialog. */
export function ActPrompt({ request: asked, onClose }: ActPromptProps) {
  const [choice, setChoice] = useState<Choice>();
  const chosen = choice?.of === asked ? choice : undefined;
  const request = useMemo(() => (chosen?.act ? { ...asked, act: chosen.act } : asked), [asked, chosen]);
  const { cluster, act, title } = request;
  const made = useActConfirmation(request, onClose);
  const confirmation =
    chosen !== undefined && chosen.act === undefined ? { ...made, obstacle: text("Choose a day first.") } : made;
  const { preview, changed, reading, readAgain, consent, setConsent, obstacle, sending } = confirmation;
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
  // What is still missing stands beside the button, not only in its tip.
  const footer = (
    <>
      {preview && obstacle !== undefined && !sending && (
        <p aria-hidden className="mr-auto min-w-0 flex-1 text-sm text-pretty text-tertiary max-sm:basis-32">
          {obstacle}
        </p>
      )}
      <Button ref={cancel} variant="ghost" onClick={onClose}>
        {text("Cancel")}
      </Button>
      <Button
        ref={confirm}
        variant={grave ? "danger" : "primary"}
        aria-busy={sending}
        disabledReason={obstacle}
        onClick={confirmation.confirm}
      >
        {sending ? text("Sending") : confirmWords(act, title, preview?.when.at)}
      </Button>
    </>
  );
  if (small)
    return (
      <Popover
        anchor={opener}
        onClose={onClose}
        label={heading}
        align={isInLeftHalf(opener.current) ? "start" : "end"}
        firstFocus={confirm}
        className="w-88 max-w-[calc(100vw-1rem)]"
      >
        <div className="flex flex-col gap-2">
          <h2 className="text-base font-semibold text-balance">{heading}</h2>
          <ActNotices confirmation={confirmation} cluster={cluster} />
          {preview ? <ListedReasons preview={preview} explanation={explanation} /> : <ActSkeleton lines={2} />}
          <div className="flex items-center justify-end gap-2">{footer}</div>
        </div>
      </Popover>
    );
  return (
    <Dialog
      wide
      alert={act.kind === "force-delete"}
      opener={opener}
      onClose={onClose}
      title={heading}
      footer={footer}
      {...(grave && { firstFocus: cancel })}
    >
      <EndDayField request={asked} onAct={(wanted) => setChoice({ of: asked, act: wanted })} />
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

/** What was chosen in place of the act that was asked for; no act where the choice is none that is allowed. */
interface Choice {
  readonly of: ActRequest;
  readonly act: Act | undefined;
}

/** Overlays hold what opened them in a ref. */
function useOpener({ opener }: ActRequest): RefObject<HTMLElement | null> {
  return useMemo(() => (opener !== null && "current" in opener ? opener : { current: opener }), [opener]);
}

function isInLeftHalf(element: HTMLElement | null): boolean {
  return element !== null && element.getBoundingClientRect().left < window.innerWidth / 2;
}

const widths = ["w-11/12", "w-3/5", "w-full", "w-4/5", "w-2/3", "w-full", "w-1/2", "w-3/4"];

/** Keeps the place of a preview that is being made. */
function ActSkeleton({ lines }: { readonly lines: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-1">
      <span className="sr-only">{text("The preview is being made.")}</span>
      {widths.slice(0, lines).map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton have nothing else to be told apart by.
        <Skeleton key={line} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
