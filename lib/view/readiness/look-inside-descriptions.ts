import { type Message, message } from "#lib/language/text.ts";
import { withheldNodesDescriptions } from "../nodes/withheld-nodes-descriptions.ts";
import type { ContentsResponse } from "./contents-schema.ts";

type Why = Extract<ContentsResponse, { state: "withheld" }>["why"];

/** Why nothing was read inside a cluster, and what to do about it. */
export const withheldContentsDescriptions: {
  readonly [Reason in Why]: { readonly title: Message; readonly text: Message };
} = {
  ...withheldNodesDescriptions,
  hibernated: {
    title: withheldNodesDescriptions.hibernated.title,
    text: message("Its API server is off until it wakes up."),
  },
  unfinished: {
    title: withheldNodesDescriptions.unfinished.title,
    text: message("You can look inside once it is created."),
  },
  "no-access": {
    title: withheldNodesDescriptions["no-access"].title,
    text: message("The garden gives you no kubeconfig of this kind. Somebody who gets one can look inside."),
  },
  "no-kubeconfig": {
    title: withheldNodesDescriptions["no-kubeconfig"].title,
    text: message("Without a kubeconfig, nothing inside the cluster can be read."),
  },
  refused: {
    title: withheldNodesDescriptions.refused.title,
    text: message("The kubeconfig that the garden made does not let its objects be listed."),
  },
};
