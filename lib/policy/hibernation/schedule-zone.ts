import { isTimeZoneAsWritten } from "./zone-offsets.ts";

/** The clock of gardener-controller-manager. Its images have no zone of their own: UTC. */
const controllerZone = "Local";

/**
 * The time zone that a schedule's location means; UTC without one. `Local` is taken for UTC as well, which holds unless
 * the operator has given Gardener's controllers another clock.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation (time.LoadLocation)
 */
export function zoneOfLocation(location: string | null | undefined): string {
  return !location || location === controllerZone ? "UTC" : location;
}

/** Whether Gardener takes the location, which must be written as the time zone is: `Europe/Berlin`. */
export function isLocation(location: string): boolean {
  return isTimeZoneAsWritten(zoneOfLocation(location));
}
