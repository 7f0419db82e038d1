import { usePathname } from "next/navigation";
import { useAddressPrefix } from "./address-prefix.tsx";

/** The path of the page, as links are written. */
export function usePagePath(): string {
  const path = usePathname();
  const prefix = useAddressPrefix();
  if (prefix === "" || !(path === prefix || path.startsWith(`${prefix}/`))) return path;
  return path.slice(prefix.length) || "/";
}
