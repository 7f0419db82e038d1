import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { getRunningGardens } from "./almanac.ts";
import type { ServedGarden } from "./gardens.ts";

/**
 * The garden of the page being rendered. With several gardens and none in the URL, the browser is redirected to a page
 * where the user selects one, and returns afterwards.
 */
export async function requireGarden(): Promise<ServedGarden> {
  const request = await headers();
  const gardens = await getRunningGardens();
  const name = request.get(gardenHeader) ?? undefined;
  const slot = gardens.find(name);
  if (slot !== undefined) return slot;
  if (name !== undefined) notFound();
  const path = request.get("x-almanac-path") ?? "/";
  redirect(path === "/" ? "/gardens" : `/gardens?next=${encodeURIComponent(path)}`);
}

/** The garden name in the page's URL, such as `live` in `/g/live/clusters`; undefined when there is no such garden. */
export async function readGardenNameOfPage(): Promise<string | undefined> {
  const name = (await headers()).get(gardenHeader);
  return name === null ? undefined : (await getRunningGardens()).find(name)?.name;
}
