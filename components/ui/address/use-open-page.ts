import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useAddressPrefix } from "./address-prefix.tsx";

/** Goes to a page, by a path as links are written. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  const prefix = useAddressPrefix();
  return useCallback((path) => router.push(`${prefix}${path}`), [router, prefix]);
}
