import { ListFilter } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";

interface FiltersButtonProps {
  readonly shown: boolean;
  readonly onToggle: () => void;
}

/** Button that toggles the filter panel beside a list. */
export function FiltersButton({ shown, onToggle }: FiltersButtonProps) {
  return (
    <Button aria-pressed={shown} onClick={onToggle} className="aria-pressed:bg-selected">
      <ListFilter aria-hidden />
      {text("Filters")}
    </Button>
  );
}
