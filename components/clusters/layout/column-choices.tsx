"use client";

import { clsx } from "clsx";
import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ColumnKey, isColumnKey, type OwnColumnKey } from "#lib/fleet/fields/field-names.ts";
import { columnTitleOf } from "#lib/fleet/fields/fleet-fields.ts";
import { text } from "#lib/language/text.ts";
import { withNameColumnFirst } from "#lib/view/grid/column-layout.ts";
import { moveColumn, toggleColumn, withHiddenColumnsLast } from "#lib/view/grid/column-order.ts";
import type { CustomFieldChoice } from "#lib/view/grid/custom-field-choices.ts";
import { createSearchText, recordWrittenText, withSearchTextFromUrl } from "#lib/view/grid/search-text.ts";
import { storeColumnWidths, useColumnWidths } from "../columns/column-widths.ts";
import { defaultColumnsOf, resolveFleetColumns } from "../columns/columns.tsx";

/** Height of a row of the column list, in px. */
const linePx = 32;

interface ColumnChoicesProps {
  /** Columns of labels. */
  readonly labels: readonly OwnColumnKey[];
  /** Columns of custom fields. */
  readonly fields: readonly CustomFieldChoice[];
  /** Ids of the custom fields that the list shows by default. */
  readonly shownFields: FleetRow["shownFields"];
}

/** Form to select and order the list's columns. The choice is in the URL, so that a shared link shows the same. */
export function ColumnChoices({ labels, fields, shownFields }: ColumnChoicesProps) {
  const own = [...labels, ...fields.map(({ key }) => key)];
  const labelOf = (key: ColumnKey) => fields.find((field) => field.key === key)?.label ?? columnTitleOf(key);
  const { shown, choose } = useColumnOrder(shownFields);
  const widths = useColumnWidths();
  const [moved, setMoved] = useState("");
  const [dragged, setDragged] = useState<{ readonly key: ColumnKey; readonly by: number }>();
  const order = dragged === undefined ? shown : moveColumn(shown, dragged.key, dragged.by);
  const isUsual = shown.join() === defaultColumnsOf(shownFields).join() && Object.keys(widths).length === 0;
  const move = (key: ColumnKey, by: number) => {
    const next = moveColumn(shown, key, by);
    if (next === shown) return;
    choose(next);
    setMoved(
      text("{label}: column {place} of {columns}", {
        label: labelOf(key),
        place: next.indexOf(key) + 1,
        columns: next.length,
      }),
    );
  };
  return (
    <section className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-xs font-medium text-tertiary">{text("Columns")}</h2>
        <Button
          variant="ghost"
          size="xs"
          {...(isUsual && { disabledReason: text("Columns, their order and their widths are as usual.") })}
          onClick={() => {
            choose(defaultColumnsOf(shownFields));
            storeColumnWidths({});
          }}
        >
          {text("Reset")}
        </Button>
      </div>
      <ul aria-label={text("Columns")} className="-mx-1 flex flex-col">
        {withHiddenColumnsLast(shown, own).map((key) => {
          const place = order.indexOf(key);
          const label = labelOf(key);
          return (
            <li
              key={key}
              // Dragging changes only the CSS `order`: an element moved in the DOM would lose its pointer capture.
              style={{ order: withHiddenColumnsLast(order, own).indexOf(key) }}
              className={clsx(
                "flex h-8 items-center gap-1 rounded-control px-1 hover:bg-hover",
                dragged?.key === key && "bg-selected",
              )}
            >
              {place > 0 ? (
                <Grip
                  label={text("Move {label}, column {place} of {columns}", {
                    label,
                    place: place + 1,
                    columns: order.length,
                  })}
                  onMove={(by) => move(key, by)}
                  onDrag={(by) => setDragged({ key, by })}
                  onDrop={(by) => {
                    setDragged(undefined);
                    move(key, by);
                  }}
                />
              ) : (
                <span className="size-6 shrink-0" />
              )}
              {key === "name" ? (
                <span className="flex-1 text-base text-tertiary">{text("{label}, always first", { label })}</span>
              ) : (
                <CheckField
                  label={label}
                  checked={place >= 0}
                  onChange={() => choose(toggleColumn(shown, key))}
                  className="flex-1"
                  labelClass="flex-1 py-1.5 text-base"
                />
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </section>
  );
}

interface GripProps {
  readonly label: string;
  /** Called with the number of positions to move by; negative numbers move up. */
  readonly onMove: (by: number) => void;
  readonly onDrag: (by: number) => void;
  readonly onDrop: (by: number) => void;
}

/** Handle that moves a column, by dragging or with the arrow keys. */
function Grip({ label, onMove, onDrag, onDrop }: GripProps) {
  const fromY = useRef<number>(undefined);
  const byOf = ({ clientY }: PointerEvent) => Math.round((clientY - (fromY.current ?? clientY)) / linePx);
  const handleKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <button
      type="button"
      aria-label={label}
      title={text("Drag, or use the arrow keys")}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        fromY.current = event.clientY;
      }}
      onPointerMove={(event) => {
        if (fromY.current !== undefined) onDrag(byOf(event));
      }}
      onPointerUp={(event) => {
        if (fromY.current === undefined) return;
        const by = byOf(event);
        fromY.current = undefined;
        onDrop(by);
      }}
      onPointerCancel={() => {
        fromY.current = undefined;
        onDrop(0);
      }}
      className="grid size-6 shrink-0 cursor-grab touch-none place-items-center rounded-tag text-tertiary hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}

/**
 * Returns the column order that the user chose last. The URL is updated later, so a second quick key press must start
 * from this choice and not from the URL.
 */
function useColumnOrder(shownFields: FleetRow["shownFields"]) {
  const query = useUrlQuery();
  const addressed = resolveFleetColumns(query.columns, { shownFields })
    .map(({ key }) => key)
    .join();
  const [text, setText] = useState(() => createSearchText(addressed));
  if (text.addressed !== addressed) setText(withSearchTextFromUrl(text, addressed));
  const shown = withNameColumnFirst(text.typed.split(",").filter(isColumnKey));
  const choose = (next: readonly ColumnKey[]) => {
    const { columns: _, ...rest } = query;
    setText(recordWrittenText({ ...text, typed: next.join() }, next.join()));
    writeUrlQuery(next.join() === defaultColumnsOf(shownFields).join() ? rest : { ...rest, columns: next }, "push");
  };
  return { shown, choose };
}
