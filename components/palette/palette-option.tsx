// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys of its options.
// biome-ignore-all lint/a11y/noStaticElementInteractions: what the arrow does for a pointer, a key of the input does.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays in the input (active descendant), as the pattern asks.
// biome-ignore-all lint/a11y/useSemanticElements: a combobox is an ARIA widget; native elements cannot carry it.

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Kbd } from "#components/ui/kbd.tsx";
import { showTruncatedTitle } from "#components/ui/show-truncated-title.ts";
import { text } from "#lib/language/text.ts";
import type { PaletteItem } from "./palette-item.ts";

interface PaletteOptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly onChoose: () => void;
  readonly onEnter: () => void;
}

export function PaletteOption({ id, item, isActive, onActive, onChoose, onEnter }: PaletteOptionProps) {
  const { title, hint, icon, keys = [], reason, cluster } = item;
  const refused = reason !== undefined;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={refused || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onActive}
      onPointerOver={showTruncatedTitle}
      onClick={onChoose}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1 text-base aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <span className={clsx("text-tertiary", refused && "opacity-55")}>{icon}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-wrap">
          <span className={clsx("truncate", refused && "text-tertiary")}>{title}</span>
          {hint !== undefined && <span className="min-w-0 shrink-[2] truncate text-sm text-tertiary">{hint}</span>}
        </span>
        {refused && <span className="text-xs text-pretty text-tertiary">{reason}</span>}
      </span>
      {keys.length > 0 && !refused && (
        <span className="flex shrink-0 gap-1 max-sm:hidden">
          <span className="sr-only">{text("keys")}</span>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
      {cluster && (
        <span
          title={text("Actions of the cluster")}
          className="-mr-2 grid size-6 shrink-0 place-items-center rounded-control text-tertiary hover:bg-selected"
          onClick={(event) => {
            event.stopPropagation();
            onEnter();
          }}
        >
          <ChevronRight aria-hidden />
        </span>
      )}
    </div>
  );
}
