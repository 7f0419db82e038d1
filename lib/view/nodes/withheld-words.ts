import type { withheldReasons } from "#lib/contract/nodes.ts";

type Why = (typeof withheldReasons)[number];

/** Why no Nodes are shown, and what could be done about it. */
export const withheldWords: { readonly [Reason in Why]: { readonly title: string; readonly text: string } } = {
  workerless: {
    title: "This cluster has no worker nodes",
    text: "It was made without worker pools: it has a control plane, and nothing runs on nodes of its own.",
  },
  hibernated: {
    title: "This cluster sleeps",
    text: "Its nodes are gone and its API server is off until it wakes up.",
  },
  unfinished: {
    title: "This cluster is not ready yet",
    text: "Its nodes can be seen once it is created.",
  },
  "no-access": {
    title: "You are not allowed to look into this cluster",
    text: "Nodes are objects of the cluster itself. The garden gives you neither a viewer nor an admin kubeconfig for it, so only its pools are shown.",
  },
  "no-kubeconfig": {
    title: "The garden made no kubeconfig",
    text: "Nodes are objects of the cluster itself, and without a kubeconfig only its pools can be shown.",
  },
  unreachable: {
    title: "The API server of this cluster cannot be reached",
    text: "It may be starting, being moved or failing, or Almanac has no way to it over the network.",
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
