import { ChevronDown } from "lucide-react";
import { useId } from "react";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of a few, by the browser's own list. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-secondary">
        {label}
      </label>
      <span className="relative inline-flex items-center">
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-8 max-w-56 appearance-none rounded-control border border-control/55 bg-canvas pr-7 pl-2.5 text-base text-ink hover:bg-hover"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5 text-tertiary" />
      </span>
    </div>
  );
}
