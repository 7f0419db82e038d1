import { isExactTimeZoneName } from "./zone-offsets.ts";

/** Local time zone of gardener-controller-manager. Its images have none configured: UTC. */
const controllerZone = "Local";

/**
 * The time zone of a schedule's location; UTC without one. `Local` is treated as UTC, which is correct unless the
 * operator has given Gardener's controllers another time zone.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation (time.LoadLocation)
 */
export function zoneOfLocation(location: string | null | undefined): string {
  return !location || location === controllerZone ? "UTC" : location;
}

/** Whether Gardener accepts the location, which is case-sensitive: `Europe/Berlin`. */
export function isScheduleLocation(location: string): boolean {
  return isExactTimeZoneName(zoneOfLocation(location));
}
