import { clsx } from "clsx";
import { type Role, roleFill } from "./role-classes.ts";

interface ProgressBarProps {
  readonly label: string;
  /** Per cent; without a number the bar only says that something is going on. */
  readonly value: number | undefined;
  readonly hue?: Role;
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
          roleFill[hue],
          value === undefined && "animate-breathe",
        )}
        style={{ transform: `scaleX(${(value ?? 100) / 100})` }}
      />
    </span>
  );
}
