import type { ReactNode } from "react";

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface SegmentsProps<Value extends string> {
  /** Label of the group, which screen readers announce with each segment. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
}

/** Segmented control that switches between several views of the same data. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="scrollbar-thin inline-flex max-w-full min-w-0 overflow-x-auto rounded-control border border-control/55 bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex h-7 items-center gap-1.5 rounded-tag border border-transparent px-3 text-base font-medium whitespace-nowrap text-secondary select-none hover:text-ink aria-pressed:border-control/55 aria-pressed:bg-canvas aria-pressed:text-ink forced-colors:aria-pressed:border-[Highlight] [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
