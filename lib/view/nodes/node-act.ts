import type { ActFinding, ConfirmationTier } from "#lib/contract/act.ts";
import type { NodeAct, NodeRef } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { selectedForUpdateLabel } from "#lib/policy/nodes/in-place-node.ts";
import { formatRestartUnits, nodeRestart, restartUnitsAnnotation } from "#lib/policy/nodes/node-restart.ts";

/** Labels or annotations that an action sets on a Node; undefined for unit names that systemd would refuse. */
export function nodeChangeOfAct(act: NodeAct): Readonly<Record<string, Readonly<Record<string, string>>>> | undefined {
  if (act.kind === "select") return { labels: { [selectedForUpdateLabel]: "true" } };
  const units = formatRestartUnits(act.units);
  return units === undefined ? undefined : { annotations: { [restartUnitsAnnotation]: units } };
}

/** Merge patch for exactly this Node and resource version. */
export function nodePatchOfAct(act: NodeAct, { uid, resourceVersion }: NodeRef) {
  const change = nodeChangeOfAct(act);
  return change && { metadata: { uid, resourceVersion, ...change } };
}

/** Confirmation that an act on Nodes requires. */
export interface NodeActConfirmation {
  readonly tier: ConfirmationTier;
  readonly consequences: ActFinding[];
  readonly phrase?: string;
}

interface Priced {
  readonly act: NodeAct;
  readonly count: number;
  readonly cluster: { readonly name: string; readonly purpose?: string | undefined; readonly health: string };
}

/** Units whose restart may affect every Pod of the Node. */
const destructive: ReadonlySet<string> = new Set(["kubelet.service", "containerd.service"]);

/**
 * Confirmation of a node action: a dialog for one unit on one Node; the typed cluster name and a tick per consequence
 * for the kubelet, containerd, several Nodes or draining, and for all in production or on an unhealthy cluster.
 */
export function confirmationOfNodeAct({ act, count, cluster }: Priced): NodeActConfirmation {
  const careful = cluster.purpose === "production" || cluster.health !== "healthy";
  const heavy = act.kind === "select" || count > 1 || systemdUnitsOfAct(act).some((unit) => destructive.has(unit));
  if (!heavy && !careful) return { tier: "dialog", consequences: [] };
  return { tier: "typed-name", consequences: consequencesOf(act, count), phrase: cluster.name };
}

/** Returns the units as gardener-node-agent parses them, in the order in which it restarts them. */
export function systemdUnitsOfAct(act: NodeAct): readonly string[] {
  return act.kind === "restart" && act.units.length > 0 ? nodeRestart(act.units.join(",")).units : [];
}

function consequencesOf(act: NodeAct, count: number): ActFinding[] {
  if (act.kind === "select") {
    const sentence = text(
      "Pods leave {count, plural, one {the node} other {all {count} nodes}} before the update, and PodDisruptionBudgets may hold it up. It cannot be cancelled once a node is drained.",
      { count },
    );
    return [{ id: "drains", sentence }];
  }
  const units = systemdUnitsOfAct(act);
  const [kubelet, containerd] = [units.includes("kubelet.service"), units.includes("containerd.service")];
  const affected = containerd
    ? text(
        "Running containers stay, but on {count, plural, one {the node} other {all {count} nodes}} none starts, stops or can be entered until containerd is back.",
        { count },
      )
    : kubelet
      ? text(
          "Pods keep running; {count, plural, one {the node} other {all {count} nodes}} may be not ready for about a minute.",
          { count },
        )
      : text(
          "The units are down on {count, plural, one {the node} other {all {count} nodes}} until they have started again.",
          { count },
        );
  return [{ id: "units", sentence: `${affected} ${text("Whether the restart succeeds is not reported.")}` }];
}

/** Describes the effect of an action on Nodes, for the top of the dialog. */
export function describeNodeAct(act: NodeAct, count: number): string {
  if (act.kind === "select") {
    return text(
      "Gardener drains {count, plural, one {the node} other {{count} nodes}} and updates {count, plural, one {it} other {them one after the other}} in place: the names stay, no machine is replaced.",
      { count },
    );
  }
  const units = systemdUnitsOfAct(act);
  if (units.length === 0) return text("Choose the units to restart.");
  return text(
    "gardener-node-agent restarts {units} on {count, plural, one {the node} other {{count} nodes}} within about a minute{ordered, select, true {, in this order} other {}}.",
    { units: units.join(", "), count, ordered: String(units.length > 1) },
  );
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_./:=@,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Patch and equivalent kubectl command, for a kubeconfig of the cluster; the command checks no resource version. */
export function nodeActRequest(act: NodeAct, node: NodeRef) {
  const body = nodePatchOfAct(act, node);
  const change = nodeChangeOfAct(act);
  if (!body || !change) return undefined;
  const [kind = "", texts = {}] = Object.entries(change)[0] ?? [];
  const [key = "", value = ""] = Object.entries(texts)[0] ?? [];
  const verb = kind === "labels" ? "label" : "annotate";
  return {
    verb: "patch" as const,
    body,
    kubectl: `kubectl ${verb} node ${quoted(node.name)} ${quoted(`${key}=${value}`)}`,
  };
}
