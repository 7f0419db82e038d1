import type { Revealable } from "#lib/contract/credentials-reveal.ts";

interface RevealWords {
  /** Begins the title of its panel, and names it in a list. */
  readonly title: string;
  readonly note: string;
  /** The button that asks the garden. */
  readonly button: string;
}

export const revealWords: { readonly [What in Revealable]: RevealWords } = {
  "admin-kubeconfig": {
    title: "Admin kubeconfig",
    note: "It may do everything in the cluster, and cannot be taken back before it ends. Choose a short time.",
    button: "Request kubeconfig",
  },
  "viewer-kubeconfig": {
    title: "Viewer kubeconfig",
    note: "It may read everything in the cluster but Secrets, until it ends.",
    button: "Request kubeconfig",
  },
  "ca-bundle": {
    title: "Certificate authorities' bundle",
    note: "What clients have to trust. Between the phases of a rotation it holds the old and the new authority.",
    button: "Read bundle",
  },
  monitoring: {
    title: "Monitoring credentials",
    note: "For Plutono, Prometheus and the Alertmanager of the control plane.",
    button: "Show credentials",
  },
  "ssh-keypair": {
    title: "SSH key pair",
    note: "For the nodes, through a bastion.",
    button: "Show key pair",
  },
  "old-ssh-keypair": {
    title: "Old SSH key pair",
    note: "The nodes accept it until the next rotation.",
    button: "Show key pair",
  },
};

/** What a kubeconfig's life may be, in seconds. The garden may give less, and the panel shows what it gave. */
export const lifetimes: readonly (readonly [seconds: string, words: string])[] = [
  ["600", "10 minutes"],
  ["3600", "1 hour"],
  ["14400", "4 hours"],
  ["28800", "8 hours"],
  ["86400", "24 hours"],
];
