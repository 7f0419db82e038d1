import { type ReactNode, useId } from "react";
import { Checkbox } from "./checkbox.tsx";

interface TickProps {
  readonly ticked: boolean;
  readonly onTick: (ticked: boolean) => void;
  readonly children: ReactNode;
}

/** Checkbox beside a sentence to which the user has to agree. */
export function ConsentCheckbox({ ticked, onTick, children }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <span className="pt-0.5">
        <Checkbox id={id} checked={ticked} onCheckedChange={(on) => onTick(on === true)} />
      </span>
      <label htmlFor={id} className="text-base text-pretty">
        {children}
      </label>
    </div>
  );
}
