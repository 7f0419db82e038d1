import { clsx } from "clsx";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "#components/ui/button.tsx";

interface SettingRowsProps {
  /** What the rows are, for screen readers. */
  readonly legend: string;
  /** Fields of each row. */
  readonly rows: readonly ReactNode[];
  /** CSS classes of the grid in which the fields of a row stand. */
  readonly columns: string;
  readonly addLabel: string;
  readonly onAdd: () => void;
  readonly removeLabel: (index: number) => string;
  readonly onRemove: (index: number) => void;
  /** Whether a row can never be removed. */
  readonly isFixed?: (index: number) => boolean;
}

/** Rows of equal fields with a button to remove each and one to add another. */
export function SettingRows(list: SettingRowsProps) {
  const { legend, rows, columns, addLabel, onAdd, removeLabel, onRemove, isFixed = () => false } = list;
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      {rows.length > 0 && (
        <ol className="mb-2.5 flex flex-col gap-2 max-sm:gap-4">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what a row says changes while it is typed.
            <li key={index} className="flex items-start gap-1.5">
              <div className={clsx("grid min-w-0 flex-1 items-start gap-2", columns)}>{row}</div>
              {!isFixed(index) && (
                <Button
                  size="icon"
                  variant="ghost"
                  className={clsx("mt-6", index > 0 && "sm:mt-0")}
                  aria-label={removeLabel(index)}
                  onClick={() => {
                    onRemove(index);
                    add.current?.focus();
                  }}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <Button ref={add} size="sm" onClick={onAdd}>
        <Plus aria-hidden />
        {addLabel}
      </Button>
    </fieldset>
  );
}
