import "server-only";
import { isIP } from "node:net";
import { isLoopback } from "#server/config/loopback.ts";
import type { GardenConnection } from "#server/garden/connection.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { AddressGuard } from "#server/outbound/address-guard.ts";
import { guardedLookup } from "#server/outbound/guarded-lookup.ts";
import { createNameResolver, type ResolveName } from "#server/outbound/resolve-name.ts";

export type ShootReach = ReturnType<typeof createShootReach>;

export interface ShootReachOptions {
  /** Ranges that are allowed although they are not public. */
  readonly ranges: readonly string[];
  /** A garden on this machine, as the demo is, has its Shoots here as well. */
  readonly gardenOrigin: string;
  readonly resolve?: ResolveName;
}

const thisMachine = ["127.0.0.0/8", "::1/128"];

/**
 * Where the API servers of Shoots may be. Their names lie under a domain that the owner of the Shoot chooses: without this
 * a name could lead anywhere that Almanac can reach.
 */
export function createShootReach({ ranges, gardenOrigin, resolve }: ShootReachOptions) {
  const isHere = isLoopback(new URL(gardenOrigin).hostname);
  const guard = new AddressGuard({ names: [], ranges: isHere ? [...ranges, ...thisMachine] : ranges });
  const lookup = guardedLookup(guard, resolve ?? createNameResolver());
  return {
    /** The same, to nowhere but public addresses and those that are allowed. @throws GardenError `unreachable` for any other one */
    guarded(connection: GardenConnection): GardenConnection {
      const host = new URL(connection.server).hostname.replace(/^\[|\]$/g, "");
      // An address that stands in the URL itself is never looked up.
      if (isIP(host) !== 0 && !guard.admits(host, host)) {
        throw new GardenError({
          reason: "unreachable",
          message: "The cluster's API server has no address that is allowed",
        });
      }
      return { ...connection, lookup };
    },
  };
}
