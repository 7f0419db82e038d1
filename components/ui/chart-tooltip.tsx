import type { ReactNode } from "react";

interface ChartTooltipProps {
  readonly title?: string;
  /** Names with their values; if empty, `children` are shown. */
  readonly lines?: readonly { readonly name: string; readonly value: string }[];
  readonly children?: ReactNode;
}

/** Content of a chart's tooltip: a title, and names with their values. */
export function ChartTooltip({ title, lines = [], children }: ChartTooltipProps) {
  return (
    <div className="rounded-control bg-raised px-2 py-1 text-xs text-ink shadow-overlay">
      {title !== undefined && <p className="font-medium">{title}</p>}
      {lines.map(({ name, value }) => (
        <p key={name} className="flex justify-between gap-4">
          <span>{name}</span>
          <span className="font-semibold tabular-nums">{value}</span>
        </p>
      ))}
      {children}
    </div>
  );
}
