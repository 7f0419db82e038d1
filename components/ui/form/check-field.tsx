import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Checkbox } from "./checkbox.tsx";

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly className?: string;
  readonly labelClass?: string;
}

/** Checkbox with its label beside it. */
export function CheckField({ label, checked, onChange, className, labelClass }: CheckFieldProps) {
  const id = useId();
  return (
    <span className={clsx("flex items-center gap-2", className)}>
      <Checkbox id={id} checked={checked} onCheckedChange={(now) => onChange(now === true)} />
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
    </span>
  );
}
