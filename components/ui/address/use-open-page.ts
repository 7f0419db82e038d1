import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useAddressPrefix } from "./address-prefix.tsx";

/** Returns a function that navigates to a path written without the garden's prefix. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  const prefix = useAddressPrefix();
  return useCallback((path) => router.push(`${prefix}${path}`), [router, prefix]);
}
