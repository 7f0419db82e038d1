import { useQuery } from "@tanstack/react-query";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { RevealedPart } from "#components/data/fleet-parts/revealed-part.tsx";
import { gardenKubeconfigQuery } from "#components/data/queries/garden-kubeconfig-query.ts";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { GardenKubeconfig } from "#lib/contract/garden-kubeconfig.ts";
import { text } from "#lib/language/text.ts";
import { gardenctlSetGarden } from "#lib/view/credentials/gardenctl-commands.ts";

/** Card with a kubeconfig for the garden, and with what makes the garden known to gardenctl and gardenlogin. */
export function GardenAccessCard({ identity }: { readonly identity: string | undefined }) {
  const kubeconfig = useQuery(gardenKubeconfigQuery);
  return (
    <Card id="garden-access" title={text("kubectl for the garden")}>
      {kubeconfig.data === undefined && kubeconfig.isError && (
        <ReadFailureNotice title={text("The kubeconfig could not be read")} of={kubeconfig} />
      )}
      {kubeconfig.data === undefined && !kubeconfig.isError && <Skeleton className="h-24 rounded-card" />}
      {kubeconfig.data?.state === "unavailable" && (
        <p className="text-sm text-pretty text-secondary">{kubeconfig.data.reason}</p>
      )}
      {kubeconfig.data?.state === "offered" && <Offered kubeconfig={kubeconfig.data} identity={identity} />}
    </Card>
  );
}

interface OfferedProps {
  readonly kubeconfig: Extract<GardenKubeconfig, { readonly state: "offered" }>;
  readonly identity: string | undefined;
}

function Offered({ kubeconfig: { fileName, text: content, server, isOwnAddress }, identity }: OfferedProps) {
  const command = identity && gardenctlSetGarden(identity, `.kube/${fileName}`);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-pretty text-secondary">
        {richText(
          "It holds no secret: kubectl signs you in at your identity provider. It needs the plugin <plugin></plugin> (kubelogin).",
          { plugin: () => <code translate="no">oidc-login</code> },
        )}
      </p>
      {isOwnAddress && (
        <p className="text-sm text-pretty text-secondary">
          {richText(
            "<server></server> is the address by which Almanac reaches the garden. Replace it where it is an internal one.",
            {
              server: () => (
                <span translate="no" className="font-mono text-xs break-all">
                  {server}
                </span>
              ),
            },
          )}
        </p>
      )}
      <RevealedPart part={{ label: text("Kubeconfig"), fileName, text: content, secret: false }} />
      {command !== undefined && command !== "" && (
        <div className="flex items-start justify-between gap-3 text-sm">
          <p className="min-w-0 text-pretty text-secondary">
            {text("Makes the garden known to gardenctl and gardenlogin, once the file is in your directory .kube:")}
            <code translate="no" className="mt-1 block text-xs break-words">
              {command}
            </code>
          </p>
          <CopyButton variant="ghost" size="xs" iconOnly text={command} label={text("Copy the gardenctl command")} />
        </div>
      )}
    </div>
  );
}
