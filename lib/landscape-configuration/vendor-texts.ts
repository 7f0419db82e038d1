import type {
  LandscapeConfiguration,
  VendorTexts,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";

export type VendorKind = "infraVendors" | "dnsVendors" | "machineImageVendors";

function vendorOf({ branding }: LandscapeConfiguration, kind: VendorKind, name: string): VendorTexts | undefined {
  return branding?.[kind]?.find((vendor) => vendor.name === name);
}

/** The operator's name of a vendor; the technical one where there is none. */
export function vendorName(landscape: LandscapeConfiguration, kind: VendorKind, name: string): string {
  return vendorOf(landscape, kind, name)?.displayName ?? name;
}

/** The operator's icon of a vendor, as a data URL of a picture; undefined if there is none. */
export function vendorIcon(landscape: LandscapeConfiguration, kind: VendorKind, name: string): string | undefined {
  return vendorOf(landscape, kind, name)?.icon;
}

/** Weight of vendors to which the operator gives none: they come last, in the order in which they are. */
const noWeight = Number.MAX_SAFE_INTEGER;

/** What is offered of vendors: without the hidden ones, by the operator's weights. */
export function offeredVendors<Item>(
  landscape: LandscapeConfiguration,
  kind: VendorKind,
  { items, nameOf }: { readonly items: readonly Item[]; readonly nameOf: (item: Item) => string },
): readonly Item[] {
  const weightOf = (item: Item) => vendorOf(landscape, kind, nameOf(item))?.weight ?? noWeight;
  return items
    .filter((item) => vendorOf(landscape, kind, nameOf(item))?.hidden !== true)
    .toSorted((a, b) => weightOf(a) - weightOf(b));
}
