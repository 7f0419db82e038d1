import "server-only";
import { stringify } from "yaml";
import type { GardenloginAccessLevel, RevealResponse } from "#lib/contract/credentials-reveal.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { message, text } from "#lib/language/text.ts";
import { type AddressKind, apiServerAddressKinds } from "#lib/policy/endpoints/advertised-addresses.ts";
import { shootResourceName } from "#lib/policy/operations/project-resources.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { kubeconfigCluster } from "#server/garden/garden-endpoint.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { clusterUnfinishedMessage } from "./request-kubeconfig.ts";
import type { ShootCredentialCall } from "./shoot-credential-call.ts";

interface GardenloginWish {
  readonly accessLevel: GardenloginAccessLevel;
  /** Identity of the garden; undefined if the garden does not tell it. */
  readonly gardenIdentity: string | undefined;
}

const noIdentity = message(
  "The garden does not tell its identity (ConfigMap cluster-identity in kube-system), which gardenlogin needs.",
);

/**
 * Address at which the Seed's wildcard certificate is served, which the system's authorities have signed.
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/kubeconfig.go
 */
const seedAddress: AddressKind = "wildcard-tls-seed-bound";

/**
 * Makes a kubeconfig with which kubectl gets its credential from gardenlogin, whenever it needs one. It contains no
 * credential: gardenlogin asks the garden with the user's own kubeconfig for the garden.
 * @source gardenlogin: README, example/01-kubeconfig.yaml, cmd/get_client_certificate.go
 */
export async function createGardenloginKubeconfig(
  { client, target, now, signal }: ShootCredentialCall,
  { accessLevel, gardenIdentity }: GardenloginWish,
): Promise<RevealResponse> {
  if (gardenIdentity === undefined) throw new ProblemError("not-found", { detail: text(noIdentity) });
  const { name, namespace = "" } = target;
  const caTarget = { ...target, resource: configMaps, name: shootResourceName(name, "cluster-ca") };
  const [shoot, bundle] = await Promise.all([
    client.get<Shoot>(target, { signal }),
    resultOrReason(client.get<KubeObject>(caTarget, { signal }), "not-found"),
  ]);
  const addresses = apiServerAddressesOf(shoot.body);
  if (addresses.length === 0 || bundle === "not-found") {
    throw new ProblemError("not-found", { detail: text(clusterUnfinishedMessage) });
  }
  const user = `${namespace}--${name}`;
  const clusterCa = stringAt(bundle.body, "data", "ca.crt");
  const contexts = addresses.map((address) => ({
    name: `${user}-${address.name}`,
    server: address.url,
    ca: address.name === seedAddress ? undefined : clusterCa,
  }));
  const extension = { shootRef: { namespace, name }, gardenClusterIdentity: gardenIdentity };
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension }];
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": contexts[0]?.name ?? "",
    clusters: contexts.map((each) => ({
      name: each.name,
      cluster: { ...kubeconfigCluster(each), extensions },
    })),
    contexts: contexts.map((each) => ({ name: each.name, context: { cluster: each.name, user } })),
    users: [{ name: user, user: { exec: execOf(accessLevel) } }],
  };
  return {
    what: "gardenlogin-kubeconfig",
    revealedAt: new Date(now()).toISOString(),
    parts: [
      {
        label: "kubeconfig",
        fileName: `kubeconfig-gardenlogin-${namespace}-${name}.yaml`,
        // Not every reader of YAML follows references from one cluster to another.
        text: stringify(kubeconfig, { aliasDuplicateObjects: false }),
        secret: false,
      },
    ],
    links: [],
  };
}

function execOf(accessLevel: GardenloginAccessLevel) {
  // Without the argument gardenlogin also tries `auto`, but releases before the access levels know no argument.
  const level = accessLevel === "auto" ? [] : [`--access-level=${accessLevel}`];
  return {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "kubectl",
    args: ["gardenlogin", "get-client-certificate", ...level],
    interactiveMode: "IfAvailable",
    provideClusterInfo: true,
    installHint: "kubectl needs the plugin gardenlogin: https://github.com/gardener/gardenlogin",
  };
}

/** The addresses of the Shoot's API server, as Gardener's own kubeconfigs name them. */
function apiServerAddressesOf({ status }: Shoot): readonly { readonly name: string; readonly url: string }[] {
  return listAt(status, "advertisedAddresses").flatMap((address) => {
    const [name, url] = [stringAt(address, "name"), stringAt(address, "url")];
    return name && url && apiServerAddressKinds.has(name) ? [{ name, url }] : [];
  });
}
