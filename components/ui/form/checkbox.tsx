import { Check } from "lucide-react";
import * as Radix from "radix-ui/checkbox";
import type { ComponentProps } from "react";

export function Checkbox(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...props}
      className="hit-area grid size-4 shrink-0 place-items-center rounded-tag border border-control transition-colors data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-on-primary"
    >
      {/* Radix's indicator reads its computed style on mount, forcing an early layout for fifty checkboxes. */}
      <Check aria-hidden className="size-3 in-data-[state=unchecked]:hidden" strokeWidth={3} />
    </Radix.Root>
  );
}
