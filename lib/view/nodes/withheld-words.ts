import type { withheldReasons } from "#lib/contract/nodes.ts";

type Why = (typeof withheldReasons)[number];

/** Why no Nodes are shown, and what could be done about it. */
export const withheldWords: { readonly [Reason in Why]: { readonly title: string; readonly text: string } } = {
  workerless: {
    title: "This cluster has no worker nodes",
    text: "It was created without worker pools: it has only a control plane.",
  },
  hibernated: {
    title: "This cluster is hibernated",
    text: "Its nodes are gone and its API server is off until it wakes up.",
  },
  unfinished: {
    title: "This cluster is not ready yet",
    text: "You can see its nodes once it is created.",
  },
  "no-access": {
    title: "You are not allowed to look into this cluster",
    text: "Nodes are objects of the cluster itself. You can get neither a viewer nor an admin kubeconfig for it, so only its pools are shown.",
  },
  "no-kubeconfig": {
    title: "The garden issued no kubeconfig",
    text: "Nodes are objects of the cluster itself, and without a kubeconfig only its pools can be shown.",
  },
  unreachable: {
    title: "The API server of this cluster cannot be reached",
    text: "It may be starting, moving or failing, or Almanac has no network route to it.",
  },
  timeout: {
    title: "The API server of this cluster did not answer in time",
    text: "It may be overloaded. Its pools are shown as the garden knows them.",
  },
  refused: {
    title: "The API server of this cluster refused",
    text: "The kubeconfig that the garden made does not let its nodes be listed.",
  },
  failed: {
    title: "The nodes could not be read",
    text: "The API server of this cluster answered with something that is no list of nodes.",
  },
};
