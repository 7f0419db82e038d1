import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useAddressPrefix } from "./address-prefix.tsx";
import { openOnceServed } from "./pending-page.ts";

/** Returns a function that navigates to a path written without the garden's prefix; `replace` leaves no way back. */
export function useOpenPage(): (path: string, how?: "push" | "replace") => void {
  const router = useRouter();
  const prefix = useAddressPrefix();
  return useCallback(
    (path, how = "push") => {
      const address = `${prefix}${path}`;
      if (!openOnceServed({ address, how })) router[how](address);
    },
    [router, prefix],
  );
}
