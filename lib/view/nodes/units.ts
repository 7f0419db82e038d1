import { type Message, message, text } from "#lib/language/text.ts";
import { restartAnnotation } from "#lib/policy/nodes/node-restart.ts";

/** Units that are commonly restarted, each with its purpose; others can be entered. */
export const commonUnits: readonly (readonly [unit: string, words: Message])[] = [
  ["kubelet", message("starts and watches the Pods")],
  ["containerd", message("runs the containers")],
  ["gardener-node-agent", message("keeps the node as Gardener wants it; it restarts itself last")],
  ["systemd-networkd", message("configures the network")],
  ["systemd-resolved", message("resolves names")],
  ["systemd-timesyncd", message("keeps the clock")],
];

const mostUnits = 20;

/** Ticked units in the order of the list, followed by those entered. */
export function chosenUnits(ticked: ReadonlySet<string>, typed: string): readonly string[] {
  const others = typed
    .split(/[,\s]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...new Set([...commonUnits.map(([unit]) => unit).filter((unit) => ticked.has(unit)), ...others])];
}

/** Error in the choice, as text for the button; undefined if valid. */
export function findUnitsError(units: readonly string[]): string | undefined {
  if (units.length === 0) return text("Choose the units to restart first.");
  if (units.length > mostUnits) return text("Not more than {most} units at once.", { most: mostUnits });
  return restartAnnotation(units) === undefined ? text("A name is not one that systemd gives to a unit.") : undefined;
}
