import type { OperationSummary } from "#lib/contract/summary/operation-summary.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { capitalize, formatList, poolsLabel } from "../format-list.ts";
import { impactTriggerLabels } from "../impact-descriptions.ts";

type PoolImpact = OperationSummary["pools"][number];

/** Sentences for the effects on nodes. They follow from Gardener's rules, since nodes are not counted; the last says so. */
export function describeSummaryPools({ pools, outcome, firstSeenAt }: OperationSummary): readonly string[] {
  if (firstSeenAt !== undefined || outcome.kind === "refused" || outcome.kind === "unseen") return [];
  const ended = outcome.kind === "done";
  const effects = pools.flatMap((impact) => describePool(impact, ended) ?? []);
  if (effects.length === 0) return ended ? [text("By Gardener's rules no node was replaced.")] : [];
  return [...effects, text("What happened to nodes follows from Gardener's rules. Almanac did not see the nodes.")];
}

interface PoolMessages {
  readonly done: Message;
  /** For an operation that has not ended, or has failed. */
  readonly open: Message;
}

const sentences = new Map<string, PoolMessages>(
  Object.entries({
    rollingUpdate: {
      done: message("The nodes of {pools} were replaced ({why})."),
      open: message("The nodes of {pools} are to be replaced ({why}). How many were is not known."),
    },
    inPlaceAuto: {
      done: message("The nodes of {pools} updated in place ({why})."),
      open: message("The nodes of {pools} are to be updated in place ({why}). How many were is not known."),
    },
    inPlaceManual: {
      done: message("The nodes of {pools} are updated in place once they are selected ({why})."),
      open: message("The nodes of {pools} are updated in place once they are selected ({why})."),
    },
    providerDependent: {
      done: message("Whether the nodes of {pools} were replaced depends on the provider and is not known ({why})."),
      open: message("Whether the nodes of {pools} are replaced depends on the provider and is not known ({why})."),
    },
    kubeletRestart: {
      done: message("The kubelets of {pools} restarted, the nodes stayed ({why})."),
      open: message("The kubelets of {pools} are to restart, the nodes stay ({why})."),
    },
    nodeConfig: {
      done: message("The nodes of {pools} have a new configuration ({why})."),
      open: message("The nodes of {pools} are to get a new configuration ({why})."),
    },
    scale: {
      done: message("{pools} may have another number of nodes ({why})."),
      open: message("{pools} may get another number of nodes ({why})."),
    },
    created: { done: message("{pools} created."), open: message("{pools} to be created.") },
    deleted: {
      done: message("{pools} deleted with all nodes."),
      open: message("{pools} to be deleted with all nodes."),
    },
  }),
);

const triggerLabels = new Map<string, Message>(Object.entries(impactTriggerLabels));

function describePool({ impact, triggers, pools: names, nodes }: PoolImpact, ended: boolean): string | undefined {
  const told = sentences.get(impact);
  if (told === undefined) return undefined;
  const why = triggers.map((trigger) => {
    const label = triggerLabels.get(trigger);
    return label === undefined ? trigger : text(label);
  });
  const values = { pools: poolsLabel(names), why: formatList(why) };
  if (impact === "rollingUpdate" && ended && nodes !== undefined) return text(countedNodes, { ...values, nodes });
  return capitalize(text(ended ? told.done : told.open, values));
}

const countedNodes = message("{nodes, plural, =0 {No node} one {# node} other {# nodes}} of {pools} replaced ({why}).");
