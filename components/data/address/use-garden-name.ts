import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { readGardenAddress } from "#lib/text/garden-address.ts";

/** The garden of this document, for what is painted on the server too; undefined where an Almanac shows only one. */
export function useGardenName(): string | undefined {
  return readGardenAddress(useAddressPrefix()).garden;
}
