import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { almanac } from "./almanac.ts";
import type { GardenSlot } from "./gardens.ts";

/**
 * The garden of the page that is being rendered. Where there are several and the address names none, the browser is sent
 * to choose one, and goes on from there.
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

/** The name of that garden, if there is such a one: what its addresses begin with. */
export async function namedGarden(): Promise<string | undefined> {
  const name = (await headers()).get(gardenHeader);
  return name === null ? undefined : (await almanac()).find(name)?.name;
}
