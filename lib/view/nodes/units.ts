import { type Message, message, text } from "#lib/language/text.ts";
import { restartAnnotation } from "#lib/policy/nodes/node-restart.ts";

/** The units that people restart, with what each is; any other may be named as well. */
export const commonUnits: readonly (readonly [unit: string, words: Message])[] = [
  ["kubelet", message("starts and watches the Pods")],
  ["containerd", message("runs the containers")],
  ["gardener-node-agent", message("keeps the node as Gardener wants it; it restarts itself last")],
  ["systemd-networkd", message("configures the network")],
  ["systemd-resolved", message("resolves names")],
  ["systemd-timesyncd", message("keeps the clock")],
];

const mostUnits = 20;

/** The units that were ticked, in the order of the list, and after them those that were typed. */
export function chosenUnits(ticked: ReadonlySet<string>, typed: string): readonly string[] {
  const others = typed
    .split(/[,\s]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...new Set([...commonUnits.map(([unit]) => unit).filter((unit) => ticked.has(unit)), ...others])];
}

/** What is wrong with the choice, in words for the button; undefined when it can be sent. */
export function unitsFault(units: readonly string[]): string | undefined {
  if (units.length === 0) return text("Choose the units to restart first.");
  if (units.length > mostUnits) return text("Not more than {most} units at once.", { most: mostUnits });
  return restartAnnotation(units) === undefined ? text("A name is not one that systemd gives to a unit.") : undefined;
}
