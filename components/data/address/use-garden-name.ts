import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { parseGardenAddress } from "#lib/strings/garden-address.ts";

/** The garden's name for this document, also in server rendering; undefined if Almanac shows only one garden. */
export function useGardenName(): string | undefined {
  return parseGardenAddress(useAddressPrefix()).garden;
}
