import { type Message, message, text } from "#lib/language/text.ts";
import { formatRestartUnits } from "#lib/policy/nodes/node-restart.ts";

/** systemd units that are commonly restarted, each with its purpose; users can enter others. */
export const commonSystemdUnits: readonly (readonly [unit: string, words: Message])[] = [
  ["kubelet", message("starts and watches the Pods")],
  ["containerd", message("runs the containers")],
  ["gardener-node-agent", message("keeps the node as Gardener wants it; it restarts itself last")],
  ["systemd-networkd", message("configures the network")],
  ["systemd-resolved", message("resolves names")],
  ["systemd-timesyncd", message("keeps the clock")],
];

const mostUnits = 20;

/** Returns the selected units in the order of the list, followed by those entered. */
export function chosenSystemdUnits(ticked: ReadonlySet<string>, typed: string): readonly string[] {
  const others = typed
    .split(/[,\s]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...new Set([...commonSystemdUnits.map(([unit]) => unit).filter((unit) => ticked.has(unit)), ...others])];
}

/** Returns the error in the selected units, as text for the button; undefined if valid. */
export function findUnitsError(units: readonly string[]): string | undefined {
  if (units.length === 0) return text("Choose the units to restart first.");
  if (units.length > mostUnits) return text("Not more than {most} units at once.", { most: mostUnits });
  return formatRestartUnits(units) === undefined ? text("A name is not one that systemd gives to a unit.") : undefined;
}
