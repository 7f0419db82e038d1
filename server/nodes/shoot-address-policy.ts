import "server-only";
import { isIP } from "node:net";
import { isLoopback } from "#server/config/loopback.ts";
import type { GardenConnection } from "#server/garden/connection.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { AddressGuard } from "#server/outbound/address-guard.ts";
import { guardedLookup } from "#server/outbound/guarded-lookup.ts";
import { createNameResolver, type ResolveName } from "#server/outbound/resolve-name.ts";

export type ShootAddressPolicy = ReturnType<typeof createShootAddressPolicy>;

export interface ShootAddressPolicyOptions {
  /** Address ranges that are allowed although they are not public. */
  readonly ranges: readonly string[];
  /** Origin of the garden's API server: if on this machine, as in the demo, Shoots are on this machine as well. */
  readonly gardenOrigin: string;
  readonly resolve?: ResolveName;
}

const thisMachine = ["127.0.0.0/8", "::1/128"];

/**
 * Restricts the addresses at which API servers of Shoots may be called. The owner of a Shoot chooses its domain, which
 * could otherwise lead to anything that Almanac can reach.
 */
export function createShootAddressPolicy({ ranges, gardenOrigin, resolve }: ShootAddressPolicyOptions) {
  const isHere = isLoopback(new URL(gardenOrigin).hostname);
  const guard = new AddressGuard({ names: [], ranges: isHere ? [...ranges, ...thisMachine] : ranges });
  const lookup = guardedLookup(guard, resolve ?? createNameResolver());
  return {
    /** Limits a connection to public and allowed addresses. @throws GardenError `unreachable` for any other */
    guarded(connection: GardenConnection): GardenConnection {
      const host = new URL(connection.server).hostname.replace(/^\[|\]$/g, "");
      // An IP address in the URL itself is never resolved, so it is checked here.
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
