import { type RefObject, useMemo, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { isRequestOutcomeUncertain } from "#lib/act/follow/operation-progress.ts";
import {
  actHeadingLabel,
  confirmButtonLabel,
  describeOperationOfAct,
  isIrreversibleAct,
  isLikelyPopoverConfirmation,
} from "#lib/act/plan/act-labels.ts";
import {
  actEndingLifetimeOnDay,
  type LifetimeEndDays,
  lifetimeEndDaysOf,
  lifetimeEndSetByAct,
} from "#lib/act/plan/extend-lifetime-act.ts";
import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { ActConsentFields } from "./act-consent-fields.tsx";
import type { RequestedAct } from "./act-dialog.tsx";
import { PreviewDetails, PreviewObjectionList, PreviewPopoverContent } from "./act-preview-view.tsx";
import { PreviewSummary } from "./preview-summary.tsx";
import { RequestErrorNotice } from "./request-error-notice.tsx";
import { type ActConfirmation, useActConfirmation } from "./use-act-confirmation.ts";
import { useFreezeChecks } from "./use-freeze-checks.ts";
import { useInsideChecks } from "./use-inside-checks.ts";

interface ActPromptProps {
  readonly request: RequestedAct;
  readonly onClose: () => void;
}

/** Overlay that asks the user to confirm an action: a popover for harmless actions, otherwise a dialog. */
export function ActConfirmationPrompt({ request: asked, onClose }: ActPromptProps) {
  const [choice, setChoice] = useState<Choice>();
  const chosen = choice?.of === asked ? choice : undefined;
  const request = useMemo(() => (chosen?.act ? { ...asked, act: chosen.act } : asked), [asked, chosen]);
  const { cluster, act, title } = request;
  const made = useActConfirmation(request, onClose);
  const confirmation =
    chosen !== undefined && chosen.act === undefined ? { ...made, obstacle: text("Choose a day first.") } : made;
  const { preview, changed, reading, readAgain, consent, setConsent, obstacle, sending } = confirmation;
  const freezes = useFreezeChecks(preview, confirmation.act, cluster.project);
  const inside = useInsideChecks(preview, cluster);
  const opener = useOpener(request);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const heading = actHeadingLabel(title, `${cluster.project}/${cluster.name}`);
  const explanation = describeOperationOfAct(act);
  const tier = preview?.friction.tier;
  // The element that opened the overlay may have been removed from the page meanwhile.
  const anchored = opener.current?.isConnected === true;
  const small = anchored && (tier === undefined ? isLikelyPopoverConfirmation(act, cluster) : tier === "popover");
  const grave = isIrreversibleAct(act) || tier === "typed-act";
  // The reason why confirming is impossible is shown beside the button, too, because a tooltip is easily missed.
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
        {sending ? text("Sending") : confirmButtonLabel(act, title, preview?.when.at)}
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
          {preview ? <PreviewPopoverContent preview={preview} explanation={explanation} /> : <ActSkeleton lines={2} />}
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
          <PreviewSummary preview={preview} explanation={explanation} changed={changed} />
          <PreviewObjectionList preview={preview} />
          <ActConsentFields friction={preview.friction} value={consent} onChange={setConsent} />
          <PreviewDetails
            preview={{ ...preview, checks: [...preview.checks, ...inside, ...freezes] }}
            changed={changed}
            reading={reading}
            onCheckAgain={() => void readAgain()}
          />
        </div>
      ) : (
        <ActSkeleton lines={8} />
      )}
    </Dialog>
  );
}

/** Action with the day that the user has chosen in the dialog; `act` is undefined while that day is invalid. */
interface Choice {
  readonly of: RequestedAct;
  readonly act: Act | undefined;
}

/** Returns the element that opened the overlay as a ref, because overlay components expect a ref. */
function useOpener({ opener }: RequestedAct): RefObject<HTMLElement | null> {
  return useMemo(() => (opener !== null && "current" in opener ? opener : { current: opener }), [opener]);
}

function isInLeftHalf(element: HTMLElement | null): boolean {
  return element !== null && element.getBoundingClientRect().left < window.innerWidth / 2;
}

const widths = ["w-11/12", "w-3/5", "w-full", "w-4/5", "w-2/3", "w-full", "w-1/2", "w-3/4"];

/** Placeholder while the preview of the action is loading. */
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

interface ActNoticesProps {
  readonly confirmation: ActConfirmation;
  readonly cluster: FleetRow;
}

/** Notices on what happened since the dialog opened: the preview changed or failed, or the request failed. */
function ActNotices({ confirmation, cluster }: ActNoticesProps) {
  const { error, changed, acknowledge, fault, dismissFault, readAgain, gone } = confirmation;
  const unread = error === undefined || error === null ? undefined : requestErrorOf(error);
  return (
    <div className="flex flex-col gap-3 not-empty:pb-3">
      {unread && (
        <Notice
          hue="negative"
          title={text("The preview could not be made")}
          live
          act={{ label: text("Try again"), run: () => void readAgain() }}
        >
          {unread.detail ?? text("Nothing was changed.")}
          {unread.gardenMessage !== undefined && (
            <p className="mt-1 font-mono text-xs break-words">{unread.gardenMessage}</p>
          )}
        </Notice>
      )}
      {gone && (
        <Notice hue="caution" title={text("The cluster is no longer there")} live>
          {text("It was deleted, or you no longer have access. No action is possible here.")}
        </Notice>
      )}
      {changed.length > 0 && !gone && (
        <Notice
          hue="caution"
          title={text("The cluster has changed since you opened this")}
          live
          act={{ label: text("I have looked"), run: acknowledge }}
        >
          {text("The preview was updated. Differences are highlighted.")}
        </Notice>
      )}
      {fault && (
        <RequestErrorNotice
          fault={fault}
          cluster={`${cluster.project}/${cluster.name}`}
          act={isRequestOutcomeUncertain(fault) ? { label: text("I have looked"), run: dismissFault } : undefined}
        />
      )}
    </div>
  );
}

interface EndDayFieldProps {
  readonly request: RequestedAct;
  /** Called with the action for the chosen day, or undefined if the day is invalid. */
  readonly onAct: (act: Act | undefined) => void;
}

/** Field for the day on which a cluster's lifetime ends; by default the latest allowed one. Empty for other actions. */
function EndDayField({ request: { act, cluster }, onAct }: EndDayFieldProps) {
  const now = useNow(60_000);
  const furthestAt = lifetimeEndSetByAct(act);
  const [day, setDay] = useState<string>();
  if (furthestAt === undefined) return null;
  const days = lifetimeEndDaysOf(furthestAt, Math.max(now, parseInstant(cluster.endsAt) ?? 0));
  const value = day ?? days.last;
  const choose = (chosen: string) => {
    setDay(chosen);
    onAct(actEndingLifetimeOnDay(furthestAt, days, chosen));
  };
  const isAllowed = actEndingLifetimeOnDay(furthestAt, days, value) !== undefined;
  return (
    <TextField
      label={text("Ends on (UTC)")}
      type="date"
      className="w-44"
      min={days.first}
      max={days.last}
      value={value}
      onText={choose}
      error={isAllowed ? undefined : wrongDay(days)}
      hint={text("At the latest {time}.", { time: formatDateTime(furthestAt, utcClock) })}
    />
  );
}

function wrongDay({ first, last }: LifetimeEndDays): string {
  return first === last
    ? text("Only {last} is possible.", { last })
    : text("Choose a day from {first} to {last}.", { first, last });
}
