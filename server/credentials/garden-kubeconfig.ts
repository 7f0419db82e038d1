import "server-only";
import { readFile } from "node:fs/promises";
import { stringify } from "yaml";
import type { GardenKubeconfig } from "#lib/contract/garden-kubeconfig.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { GardenAccessConfig } from "#server/config/garden-access-config.ts";
import type { OidcConfig } from "#server/config/sign-in-config.ts";
import { encodeBase64, type GardenEndpoint, kubeconfigCluster } from "#server/garden/garden-endpoint.ts";

interface GardenKubeconfigSources {
  readonly oidc: OidcConfig | undefined;
  readonly publicClient: GardenAccessConfig["publicClient"];
  readonly isInCluster: boolean;
  readonly endpoint: () => Promise<GardenEndpoint>;
  /** What gardenctl, gardenlogin and the kubeconfig call the garden. */
  readonly gardenName: string;
}

const noProvider = message("Not set up: this Almanac has no identity provider (OIDC_ISSUER).");
const noClient = message("Not set up: kubectl has no client at the identity provider (KUBECONFIG_OIDC_CLIENT_ID).");
const noAddress = message("Not set up: only an internal address of the garden is known (GARDEN_EXTERNAL_URL).");

/**
 * Makes a kubeconfig for the garden with which kubectl, through the plugin `oidc-login` (kubelogin), signs in at the
 * identity provider. It is the same for all users, and contains no credential.
 */
export async function createGardenKubeconfig(sources: GardenKubeconfigSources): Promise<GardenKubeconfig> {
  const { oidc, publicClient, isInCluster, gardenName } = sources;
  if (oidc === undefined) return unavailable(noProvider);
  if (publicClient === undefined) return unavailable(noClient);
  const endpoint = await sources.endpoint();
  if (isInCluster && endpoint.isOwn) return unavailable(noAddress);
  const providerCa = oidc.caFile === undefined ? undefined : await readFile(oidc.caFile, "utf8");
  const name = `garden-${gardenName}`;
  const args = [
    ...["oidc-login", "get-token", `--oidc-issuer-url=${oidc.issuer}`, `--oidc-client-id=${publicClient.id}`],
    // The plugin uses PKCE automatically with a provider that says that it supports it.
    ...publicClient.scopes.map((scope) => `--oidc-extra-scope=${scope}`),
    ...(providerCa === undefined ? [] : [`--certificate-authority-data=${encodeBase64(providerCa)}`]),
  ];
  return {
    state: "offered",
    fileName: `kubeconfig-${name.replace(/[^\w.-]+/g, "-")}.yaml`,
    text: stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": name,
      clusters: [{ name, cluster: kubeconfigCluster(endpoint) }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      users: [
        {
          name,
          user: {
            exec: {
              apiVersion: "client.authentication.k8s.io/v1",
              command: "kubectl",
              args,
              interactiveMode: "IfAvailable",
              installHint: "kubectl needs the plugin oidc-login: https://github.com/int128/kubelogin",
            },
          },
        },
      ],
    }),
    server: endpoint.server,
    isOwnAddress: endpoint.isOwn,
  };
}

function unavailable(reason: Message): GardenKubeconfig {
  return { state: "unavailable", reason: text(reason) };
}
