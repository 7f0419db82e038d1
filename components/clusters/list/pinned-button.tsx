import { Star } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";

interface PinnedButtonProps {
  readonly pressed: boolean;
  readonly onToggle: () => void;
}

/** Shows only clusters that the reader has pinned, or all of them again. */
export function PinnedButton({ pressed, onToggle }: PinnedButtonProps) {
  return (
    <Button aria-pressed={pressed} onClick={onToggle} className="aria-pressed:bg-selected">
      <Star aria-hidden />
      <span className="max-sm:sr-only">{text("Pinned")}</span>
    </Button>
  );
}
