import { clsx } from "clsx";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

interface ChoiceProps {
  readonly label: string;
  /** Whether the label is for screen readers only, because the context makes it obvious. */
  readonly quiet?: boolean;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** Select with its label beside it. */
export function InlineSelect({ label, quiet = false, ...select }: ChoiceProps) {
  return (
    <Field
      label={label}
      labelClass={clsx(quiet ? "sr-only" : "text-sm whitespace-nowrap text-secondary")}
      className="flex items-center gap-1.5"
    >
      {(control) => <Select {...control} className="max-w-56" {...select} />}
    </Field>
  );
}
