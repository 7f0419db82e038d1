import { clsx } from "clsx";
import { type Hue, hueFillClasses } from "./hue-classes.ts";

interface ProgressBarProps {
  readonly label: string;
  /** Progress in percent; undefined if it is unknown, which shows an animated bar. */
  readonly value: number | undefined;
  readonly hue?: Hue;
  readonly className?: string;
}

export function ProgressBar({ label, value, hue = "info", className }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      data-graphic
      className={clsx("block h-1.5 overflow-hidden rounded-full bg-neutral-tint", className)}
    >
      <span
        className={clsx(
          "block h-full origin-left rounded-full transition-transform duration-200 rtl:origin-right",
          hueFillClasses[hue],
          value === undefined && "animate-breathe",
        )}
        style={{ transform: `scaleX(${(value ?? 100) / 100})` }}
      />
    </span>
  );
}

/** Progress bar with the percentage beside it. */
export function ProgressBarWithNumber({
  value,
  ...props
}: Omit<ProgressBarProps, "className"> & { readonly value: number }) {
  return (
    <div className="mt-2 flex items-center gap-3">
      <ProgressBar {...props} value={value} className="flex-1" />
      <span className="w-12 text-right text-sm font-medium tabular-nums">{value} %</span>
    </div>
  );
}
