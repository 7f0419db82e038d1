import type { ShootDefaults } from "#lib/contract/landscape-configuration/landscape-configuration.ts";

/** Hibernation schedules that the operator proposes for a purpose; none for a purpose without one. */
export function schedulesForPurpose(
  { hibernationSchedule = {} }: ShootDefaults,
  purpose: string,
  location: string,
): readonly Readonly<Record<string, string>>[] {
  const schedules = Object.hasOwn(hibernationSchedule, purpose) ? (hibernationSchedule[purpose] ?? []) : [];
  return schedules.map(({ start, end }) => ({
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    location,
  }));
}
