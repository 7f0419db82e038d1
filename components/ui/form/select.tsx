import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { FieldControl } from "./field.tsx";

interface SelectProps extends Partial<FieldControl> {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

/** Native select element with the style of the app. */
export function Select({ value, options, onChange, className = "max-w-full", ...control }: SelectProps) {
  return (
    <span className="relative inline-flex max-w-full items-center self-start">
      <select
        {...control}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={clsx(
          "h-8 appearance-none rounded-control border border-control/55 bg-canvas pr-7 pl-2.5 text-base text-ink hover:bg-hover",
          className,
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5 text-tertiary" />
    </span>
  );
}
