import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { almanac } from "./almanac.ts";
import type { GardenSlot } from "./gardens.ts";

/**
 * The garden of the page being rendered. With several gardens and none in the URL, the browser is redirected to select
 * one and continues from there.
 */
export async function requireGarden(): Promise<GardenSlot> {
  const request = await headers();
  const gardens = await almanac();
  const name = request.get(gardenHeader) ?? undefined;
  const slot = gardens.find(name);
  if (slot !== undefined) return slot;
  if (name !== undefined) notFound();
  const path = request.get("x-almanac-path") ?? "/";
  redirect(path === "/" ? "/gardens" : `/gardens?next=${encodeURIComponent(path)}`);
}

/** The name of the garden in the page's URL, if it exists: the prefix of its URLs. */
export async function namedGarden(): Promise<string | undefined> {
  const name = (await headers()).get(gardenHeader);
  return name === null ? undefined : (await almanac()).find(name)?.name;
}
