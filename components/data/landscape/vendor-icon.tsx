import { vendorIcon, vendorName } from "#lib/landscape-configuration/vendor-texts.ts";
import { useLandscapeConfiguration } from "./landscape-configuration-query.ts";

/** The operator's icon of an infrastructure beside its name; nothing where there is none. */
export function VendorIcon({ type }: { readonly type: string }) {
  const landscape = useLandscapeConfiguration();
  const icon = vendorIcon(landscape, "infraVendors", type);
  if (icon === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      {/* biome-ignore lint/performance/noImgElement: the picture is in the address, so that nothing can be fetched. */}
      <img src={icon} alt="" className="size-4 object-contain" />
      {vendorName(landscape, "infraVendors", type)}
    </span>
  );
}
