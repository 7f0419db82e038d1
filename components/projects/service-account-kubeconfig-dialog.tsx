import { type RefObject, useEffect, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { RevealedPart } from "#components/data/fleet-parts/revealed-part.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { requestServiceAccountKubeconfig } from "#components/data/queries/project-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { ServiceAccountKubeconfig } from "#lib/contract/project/service-accounts.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { type Message, message, text } from "#lib/language/text.ts";

interface KubeconfigDialogProps {
  readonly project: string;
  readonly account: string;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

const lifetimes: readonly (readonly [seconds: string, label: Message])[] = [
  ["86400", message("1 day")],
  ["604800", message("7 days")],
  ["2592000", message("30 days")],
  ["7776000", message("90 days")],
  ["31536000", message("1 year")],
];

const usualSeconds = 7_776_000;

/** Lifetimes to choose from, and the operator's own. */
function lifetimeOptions(usual: number): readonly (readonly [seconds: string, label: string])[] {
  const options = lifetimes.map(([value, label]) => [value, text(label)] as const);
  if (options.some(([value]) => value === String(usual))) return options;
  const own = text("{hours, number} hours", { hours: Math.round((usual / 3_600) * 10) / 10 });
  return [...options, [String(usual), own] as const].toSorted(([a], [b]) => Number(a) - Number(b));
}

/**
 * Dialog that requests a kubeconfig for a service account and shows it once. It is kept in the component's state only,
 * and dropped when the dialog closes or the page is hidden.
 */
export function ServiceAccountKubeconfigDialog({ project, account, opener, onClose }: KubeconfigDialogProps) {
  const { serviceAccountDefaultTokenExpiration: usual = usualSeconds } = useLandscapeConfiguration();
  const [chosen, setSeconds] = useState<string>();
  const seconds = chosen ?? String(usual);
  const [shown, setShown] = useState<ServiceAccountKubeconfig>();
  const [fault, setFault] = useState<RequestError>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // The browser's back/forward cache would keep the page including the token.
    const forget = () => setShown(undefined);
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);
  const ask = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setShown(await requestServiceAccountKubeconfig(project, { name: account, expirationSeconds: Number(seconds) }));
    } catch (error) {
      setFault(requestErrorOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={text("Kubeconfig of {account}", { account })}
      description={text("For the garden, not for a cluster. It holds a token, which is shown only once.")}
      footer={
        <>
          <Button onClick={onClose}>{text("Close")}</Button>
          {!shown && (
            <Button
              variant="primary"
              disabledReason={busy ? text("Requesting…") : undefined}
              onClick={() => void ask()}
            >
              {text("Create kubeconfig")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {!shown && (
          <SelectField
            label={text("Ends after")}
            value={seconds}
            options={lifetimeOptions(usual)}
            hint={text("The garden can grant less.")}
            onText={setSeconds}
          />
        )}
        {fault && (
          <Notice hue="negative" title={text("It could not be retrieved")} live>
            {fault.detail ?? fault.gardenMessage ?? text("The garden refused.")}
          </Notice>
        )}
        {shown?.expiresAt !== undefined && (
          <p className="text-sm">
            {richText("Expires <instant></instant>.", { instant: () => <TimestampText at={shown.expiresAt} /> })}
          </p>
        )}
        {shown && (
          <RevealedPart part={{ label: "kubeconfig", fileName: shown.fileName, text: shown.text, secret: true }} />
        )}
      </div>
    </Dialog>
  );
}
