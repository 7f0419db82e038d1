import { Table, type TableProps } from "./table.tsx";

type CardTableProps = Omit<TableProps, "cards" | "className" | "headClass" | "cellClass" | "bodyClass" | "grouped">;

/** Table in the usual size of text whose rows become cards on a phone; its cells are `CardCell`s. */
export function CardTable(props: CardTableProps) {
  return (
    <Table
      {...props}
      cards
      className="w-full text-left text-base max-sm:block"
      headClass="text-sm text-secondary max-sm:sr-only"
      cellClass="px-3 py-2 first:pl-4 last:pr-4"
      bodyClass="divide-y divide-hairline border-hairline max-sm:block sm:border-t"
    />
  );
}
