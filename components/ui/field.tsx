import { clsx } from "clsx";
import { type ComponentProps, useId } from "react";

export const inputClass =
  "block w-full rounded-control border border-control/70 bg-canvas px-3 text-ink placeholder:text-tertiary hover:border-control aria-invalid:border-negative-solid max-sm:text-md";

interface FieldProps extends ComponentProps<"textarea"> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** A labelled text field. Its error stands beneath it, is read with it, and stays until it is mended. */
export function TextAreaField({ label, hint, error, className, ...props }: FieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-base font-medium">
        {label}
      </label>
      <textarea
        {...props}
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
        className={clsx(inputClass, "scrollbar-thin resize-none py-2 text-base", className)}
      />
      {error !== undefined ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-negative-text">
          {error}
        </p>
      ) : (
        <p id={`${id}-hint`} className="text-sm text-tertiary">
          {hint}
        </p>
      )}
    </div>
  );
}
