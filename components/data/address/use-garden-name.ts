import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { readGardenAddress } from "#lib/strings/garden-address.ts";

/** Returns the garden of this document, in server rendering too; undefined where Almanac shows only one. */
export function useGardenName(): string | undefined {
  return readGardenAddress(useAddressPrefix()).garden;
}
