import { z } from "zod";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type GardenAccess, refusalText } from "../garden-access.ts";
import { gardenGroup, listed } from "../garden-objects.ts";
import { clusterName, type TimeAct } from "./time-case.ts";

/** The clusters of the cases by their names, as they stand. */
export async function clusters(admin: GardenAccess, count: number): Promise<ReadonlyMap<string, Shoot>> {
  const names = new Set(Array.from({ length: count }, (_, number) => clusterName(number)));
  const shoots = await listed<Shoot>(admin, "shoots");
  return new Map(
    shoots.filter(({ metadata }) => names.has(metadata.name)).map((shoot) => [shoot.metadata.name, shoot]),
  );
}

interface Patch {
  readonly of: TimeAct["of"];
  /** A merge patch. */
  readonly body: object;
}

/** @returns the cluster as it stands then; throws where the garden refuses */
export async function write(admin: GardenAccess, { metadata }: Shoot, { of, body }: Patch): Promise<Shoot> {
  const path = `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}`;
  const answer = await admin.send({ method: "PATCH", path: of === "status" ? `${path}/status` : path, body });
  if (answer.code !== 200) throw new Error(`${metadata.name}: ${refusalText(answer)}`);
  return z.custom<Shoot>((value) => typeof value === "object" && value !== null).parse(answer.body);
}
