import { useId } from "react";
import { Select } from "#components/ui/select.tsx";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A short list with its label beside it. */
export function Choice({ label, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-secondary">
        {label}
      </label>
      <Select id={id} className="max-w-56" {...select} />
    </div>
  );
}
