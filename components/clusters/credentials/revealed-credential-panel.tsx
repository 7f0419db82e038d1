"use client";

import { ExternalLink } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { RevealedPart } from "#components/data/fleet-parts/revealed-part.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { requestRevealedCredential } from "#components/data/queries/credential-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import {
  type GardenloginAccessLevel,
  gardenloginAccessLevels,
  gardenloginKind,
  type KubeconfigKind,
  type RevealableCredentialKind,
  type RevealRequest,
  type RevealResponse,
} from "#lib/contract/credentials-reveal.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import {
  gardenloginAccessLevelLabels,
  kubeconfigLifetimesWithin,
  revealDescriptions,
} from "#lib/view/credentials/reveal-descriptions.ts";
import { formatDate } from "#lib/words/format-time.ts";

interface RevealPanelProps {
  readonly cluster: ClusterRef;
  /** An admin kubeconfig can be exchanged for another kind in the panel. */
  readonly what: RevealableCredentialKind;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * Panel that shows one credential after a click. The credential is kept in the component's state only, not in the query
 * cache, the URL or browser storage, and is dropped when the panel closes or the page is hidden.
 */
export function RevealedCredentialPanel({ cluster, what: offered, opener, onClose }: RevealPanelProps) {
  const [what, setWhat] = useState(offered);
  const [shown, setShown] = useState<RevealResponse>();
  const [fault, setFault] = useState<RequestError>();
  const [busy, setBusy] = useState(false);
  const usual = useSetting("kubeconfig");
  const [chosen, setSeconds] = useState<string>();
  const { shootAdminKubeconfig } = useLandscapeConfiguration();
  const lifetimes = kubeconfigLifetimesWithin(shootAdminKubeconfig?.maxExpirationSeconds);
  const wanted = chosen ?? usual;
  const seconds = lifetimes.some(([value]) => value === wanted) ? wanted : (lifetimes.at(-1)?.[0] ?? wanted);
  const [accessLevel, setAccessLevel] = useState<GardenloginAccessLevel>("auto");
  useEffect(() => {
    // The browser's back/forward cache would keep the page including the credential.
    const forget = () => setShown(undefined);
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);
  const ask = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setShown(await requestRevealedCredential(cluster, bodyOf(what, { seconds: Number(seconds), accessLevel })));
    } catch (error) {
      setFault(requestErrorOf(error));
    } finally {
      setBusy(false);
    }
  };
  const { title, note, button } = revealDescriptions[what];
  const readOnly = useReadOnlyReason();
  // Read-only mode forbids the admin kubeconfig, because it allows changes.
  const refusal = what === "admin-kubeconfig" ? readOnly : undefined;
  return (
    <Dialog
      onClose={onClose}
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
        {offered === "admin-kubeconfig" && !shown && (
          <SelectField
            label={text("Access")}
            value={what}
            options={[
              ["admin-kubeconfig", text("Administrator")],
              ["viewer-kubeconfig", text("Viewer: reads everything but Secrets")],
              [gardenloginKind, text("With gardenlogin, without a secret in it")],
            ]}
            onText={(kind) => setWhat(kind === "viewer-kubeconfig" || kind === gardenloginKind ? kind : offered)}
          />
        )}
        {what === gardenloginKind && !shown && (
          <SelectField
            label={text("Access level")}
            value={accessLevel}
            options={gardenloginAccessLevels.map((level) => [level, text(gardenloginAccessLevelLabels[level])])}
            hint={text("The garden decides when kubectl is used, not now.")}
            onText={(text) => setAccessLevel(gardenloginAccessLevels.find((level) => level === text) ?? "auto")}
          />
        )}
        {isKubeconfig(what) && !shown && (
          <SelectField
            label={text("Ends after")}
            value={seconds}
            options={lifetimes.map(([value, label]) => [value, text(label)])}
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
            {richText("Expires <instant></instant>.", { instant: () => <TimestampText at={shown.expiresAt} /> })}
          </p>
        )}
        {shown && <RevealedParts shown={shown} />}
      </div>
    </Dialog>
  );
}

function isKubeconfig(what: RevealableCredentialKind): what is KubeconfigKind {
  return what === "admin-kubeconfig" || what === "viewer-kubeconfig";
}

interface Choice {
  readonly seconds: number;
  readonly accessLevel: GardenloginAccessLevel;
}

function bodyOf(what: RevealableCredentialKind, { seconds, accessLevel }: Choice): RevealRequest {
  if (what === gardenloginKind) return { what, accessLevel };
  return isKubeconfig(what) ? { what, expirationSeconds: seconds } : { what };
}

/** Parts of a retrieved credential, to copy or download. Secret parts are covered until the user shows them. */
function RevealedParts({ shown: { parts, links, certificates } }: { readonly shown: RevealResponse }) {
  return (
    <div className="flex flex-col gap-3">
      {certificates && <Certificates certificates={certificates} />}
      {parts.map((part) => (
        <RevealedPart key={part.label} part={part} />
      ))}
      {links.length > 0 && (
        <ul aria-label={text("Where to use them")} className="flex flex-wrap gap-x-4 gap-y-1 text-base">
          {links.map(({ label, url }) => (
            <li key={label}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                className="inline-flex items-center gap-1 text-link hover:underline"
              >
                {label}
                <ExternalLink aria-hidden className="size-3.5" />
                <span className="sr-only"> {text("(opens in a new tab)")}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Certificates({ certificates }: { readonly certificates: NonNullable<RevealResponse["certificates"]> }) {
  const clock = useDisplayClock();
  const dateOf = (instant: string) => formatDate(parseInstant(instant) ?? 0, clock);
  return (
    <div className="text-sm">
      <p className="font-medium">
        {text("{count, plural, one {# certificate} other {# certificates}}", { count: certificates.length })}
      </p>
      <ol aria-label={text("Certificates in the bundle")} className="mt-1 flex flex-col gap-1">
        {certificates.map(({ subject, fingerprint, validFrom, validTo }) => (
          <li key={fingerprint} className="text-secondary">
            {richText("<subject></subject>, {from} to {to}", {
              subject: () => <span translate="no">{subject}</span>,
              from: dateOf(validFrom),
              to: dateOf(validTo),
            })}
            <span translate="no" className="block font-mono text-xs break-all text-tertiary">
              SHA-256 {fingerprint}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
