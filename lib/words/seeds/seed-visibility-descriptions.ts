import { type Message, message, text } from "#lib/language/text.ts";
import type { ReachChange, SeedReach } from "#lib/policy/scheduling/seed-visibility.ts";
import { formatList } from "../format-list.ts";

const ofAll = {
  nowhere: message("{region}: no new cluster of {profiles} finds a Seed."),
  elsewhere: message(
    "{region}: new clusters of {profiles} find a Seed in another region, if the scheduler looks there.",
  ),
  "in-region": message("{region}: new clusters of {profiles} find a Seed of the region."),
} as const satisfies Record<SeedReach, Message>;

const ofZonal = {
  nowhere: message(
    "{region}: no new cluster of {profiles} whose control plane is to survive the loss of a zone finds a Seed.",
  ),
  elsewhere: message(
    "{region}: new clusters of {profiles} whose control plane is to survive the loss of a zone find a Seed in another region, if the scheduler looks there.",
  ),
  "in-region": message(
    "{region}: new clusters of {profiles} whose control plane is to survive the loss of a zone find a Seed of the region.",
  ),
} as const satisfies Record<SeedReach, Message>;

/** Sentence that says where new clusters of a region find a Seed after a change of a Seed's visibility. */
export function describeReach({ offered: { region }, zonal, after }: ReachChange, profiles: readonly string[]): string {
  return text((zonal ? ofZonal : ofAll)[after], { region, profiles: formatList(profiles) });
}
