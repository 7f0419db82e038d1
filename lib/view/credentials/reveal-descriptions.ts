import type { GardenloginAccessLevel, RevealableCredentialKind } from "#lib/contract/credentials-reveal.ts";
import { type Message, message } from "#lib/language/text.ts";

interface RevealLabels {
  /** Title of the credential's panel, and its name in a list. */
  readonly title: Message;
  readonly note: Message;
  /** Label of the button that requests the credential from the garden. */
  readonly button: Message;
}

export const revealDescriptions: { readonly [What in RevealableCredentialKind]: RevealLabels } = {
  "admin-kubeconfig": {
    title: message("Admin kubeconfig"),
    note: message("It may do everything in the cluster, and cannot be taken back before it ends. Choose a short time."),
    button: message("Request kubeconfig"),
  },
  "viewer-kubeconfig": {
    title: message("Viewer kubeconfig"),
    note: message("It may read everything in the cluster but Secrets, until it ends."),
    button: message("Request kubeconfig"),
  },
  "gardenlogin-kubeconfig": {
    title: message("gardenlogin kubeconfig"),
    note: message(
      "It holds no secret: kubectl gets a credential for a short time from gardenlogin whenever it needs one.",
    ),
    button: message("Make kubeconfig"),
  },
  "ca-bundle": {
    title: message("Certificate authorities' bundle"),
    note: message(
      "What clients have to trust. Between the phases of a rotation it holds the old and the new authority.",
    ),
    button: message("Read bundle"),
  },
  monitoring: {
    title: message("Monitoring credentials"),
    note: message("For Plutono, Prometheus and the Alertmanager of the control plane."),
    button: message("Show credentials"),
  },
  "ssh-keypair": {
    title: message("SSH key pair"),
    note: message("For the nodes, through a bastion."),
    button: message("Show key pair"),
  },
  "old-ssh-keypair": {
    title: message("Old SSH key pair"),
    note: message("The nodes accept it until the next rotation."),
    button: message("Show key pair"),
  },
  "static-kubeconfig": {
    title: message("Static token kubeconfig"),
    note: message("It may do everything in the cluster and never ends: only a rotation takes it back."),
    button: message("Show kubeconfig"),
  },
};

/** What gardenlogin asks the garden for. */
export const gardenloginAccessLevelLabels: Readonly<Record<GardenloginAccessLevel, Message>> = {
  auto: message("Administrator; viewer where the garden refuses that"),
  admin: message("Administrator"),
  viewer: message("Viewer: reads everything but Secrets"),
};

/** Selectable lifetimes of a kubeconfig, in seconds. The garden may grant a shorter one, which the panel shows. */
export const kubeconfigLifetimeChoices: readonly (readonly [seconds: string, words: Message])[] = [
  ["600", message("10 minutes")],
  ["3600", message("1 hour")],
  ["14400", message("4 hours")],
  ["28800", message("8 hours")],
  ["86400", message("24 hours")],
];

/** Lifetimes up to a maximum in seconds, of which at least the shortest is possible. */
export function kubeconfigLifetimesWithin(maxSeconds = Number.POSITIVE_INFINITY) {
  const within = kubeconfigLifetimeChoices.filter(([seconds]) => Number(seconds) <= maxSeconds);
  return within.length > 0 ? within : kubeconfigLifetimeChoices.slice(0, 1);
}
