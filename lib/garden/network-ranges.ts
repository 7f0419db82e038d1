import { listAt, stringAt } from "#lib/kube/field.ts";
import type { Shoot } from "./shoot.ts";

/**
 * Returns the ranges of a network that are in use: the one in the spec, and those that the provider extension has
 * added, such as one of the other IP family.
 * @source Gardener: pkg/gardenlet/operation/shoot/shoot.go, ToNetworks
 */
export function networkRangesOf(
  { spec, status }: Pick<Shoot, "spec" | "status">,
  network: "pods" | "services" | "nodes",
): readonly string[] {
  const requested = stringAt(spec, "networking", network) ?? "";
  const reported = listAt(status, "networking", network).filter((range) => typeof range === "string");
  return [...new Set([requested, ...reported])].filter((range) => range !== "");
}
