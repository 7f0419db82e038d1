"use client";

import { densityStorageKey } from "#components/ui/appearance/appearance-script.ts";
import { useTaste } from "#components/ui/appearance/taste.ts";

export const densities = ["compact", "cosy", "comfortable"] as const;
export type Density = (typeof densities)[number];

/** The heights of `--row`; rows are placed by number, so the number has to be known here too. */
export const rowHeightPx: Readonly<Record<Density, number>> = { compact: 32, cosy: 40, comfortable: 48 };

export function useDensity(): Density {
  const stored = useTaste(densityStorageKey);
  return densities.find((density) => density === stored) ?? "compact";
}
