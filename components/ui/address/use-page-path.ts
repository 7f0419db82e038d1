import { usePathname } from "next/navigation";
import { useAddressPrefix } from "./address-prefix-provider.tsx";

/** Returns the path of the current page without the garden's prefix. */
export function usePagePath(): string {
  const path = usePathname();
  const prefix = useAddressPrefix();
  if (prefix === "" || !(path === prefix || path.startsWith(`${prefix}/`))) return path;
  return path.slice(prefix.length) || "/";
}
