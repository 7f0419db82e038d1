import { text } from "#lib/language/text.ts";
import type { GateReading } from "#lib/policy/editions/gate-origins.ts";

/** Where the value of a feature gate comes from, and which component it belongs to. */
export function gateOriginLabel({ origin, isOfGardenlet }: GateReading): string {
  switch (origin) {
    case "set":
      return text("set by the operator of Almanac");
    case "default":
      return isOfGardenlet ? text("default of the gardenlet's release") : text("default of the garden's release");
    case "fixed":
      return isOfGardenlet ? text("always on in the gardenlet's release") : text("always on in the garden's release");
    case "absent":
      return isOfGardenlet ? text("unknown to the gardenlet's release") : text("unknown to the garden's release");
    case "assumed":
      return isOfGardenlet
        ? text("assumed: no release of a gardenlet is known here")
        : text("assumed: the garden does not publish its release");
    default:
      return origin satisfies never;
  }
}
