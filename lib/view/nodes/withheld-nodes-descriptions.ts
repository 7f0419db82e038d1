import type { withheldNodesReasons } from "#lib/contract/nodes.ts";
import { type Message, message } from "#lib/language/text.ts";

type Why = (typeof withheldNodesReasons)[number];

/** Descriptions of why no Nodes are shown, and what to do about it. */
export const withheldNodesDescriptions: {
  readonly [Reason in Why]: { readonly title: Message; readonly text: Message };
} = {
  workerless: {
    title: message("This cluster has no worker nodes"),
    text: message("It was created without worker pools: it has only a control plane."),
  },
  hibernated: {
    title: message("This cluster is hibernated"),
    text: message("Its nodes are gone and its API server is off until it wakes up."),
  },
  unfinished: {
    title: message("This cluster is not ready yet"),
    text: message("You can see its nodes once it is created."),
  },
  "no-access": {
    title: message("You are not allowed to look into this cluster"),
    text: message(
      "Nodes are objects of the cluster itself. You can get neither a viewer nor an admin kubeconfig for it, so only its pools are shown.",
    ),
  },
  "no-kubeconfig": {
    title: message("The garden issued no kubeconfig"),
    text: message("Nodes are objects of the cluster itself, and without a kubeconfig only its pools can be shown."),
  },
  unreachable: {
    title: message("The API server of this cluster does not answer"),
    text: message(
      "It may be starting, moving, overloaded or failing, or Almanac has no network route to it, or does not connect to where it is.",
    ),
  },
  refused: {
    title: message("The API server of this cluster refused"),
    text: message("The kubeconfig that the garden made does not let its nodes be listed."),
  },
};
