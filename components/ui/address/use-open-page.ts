import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useAddressPrefix } from "./address-prefix.tsx";

/** Returns a function that navigates to a path written without the garden's prefix; `replace` leaves no way back. */
export function useOpenPage(): (path: string, how?: "push" | "replace") => void {
  const router = useRouter();
  const prefix = useAddressPrefix();
  return useCallback((path, how = "push") => router[how](`${prefix}${path}`), [router, prefix]);
}
