"use client";

import { useSetting } from "#components/data/settings/device-settings.ts";
import type { Choice } from "#lib/contract/setting-choices.ts";

/** The heights of `--row`; rows are placed by number, so the number has to be known here too. */
export const rowHeightPx: Readonly<Record<Choice<"density">, number>> = { compact: 32, cosy: 40, comfortable: 48 };

export function useDensity(): Choice<"density"> {
  return useSetting("density");
}
