import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useAddressPrefix } from "./address-prefix-provider.tsx";
import { deferPageIfServerAway } from "./pending-page.ts";

/** Returns a function that opens a path with the garden's prefix added; `replace` adds no history entry. */
export function useOpenPage(): (path: string, how?: "push" | "replace") => void {
  const router = useRouter();
  const prefix = useAddressPrefix();
  return useCallback(
    (path, how = "push") => {
      const address = `${prefix}${path}`;
      if (!deferPageIfServerAway({ address, how })) router[how](address);
    },
    [router, prefix],
  );
}
