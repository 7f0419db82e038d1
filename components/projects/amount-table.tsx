// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { text } from "#lib/language/text.ts";

interface Amount {
  readonly name: string;
  /** Name in the API, below the name. */
  readonly detail: string;
  readonly limit: string;
  /** Undefined while nobody has counted. */
  readonly used?: string;
  readonly free?: string;
  readonly isExceeded: boolean;
  /** Why `used` and `free` are not known, in a few words; by default they are not counted yet. */
  readonly unknown?: string;
}

const columns = () => [
  { title: text("What") },
  { title: text("Used"), numeric: true },
  { title: text("Limit"), numeric: true },
  { title: text("Free"), numeric: true },
];

/** Table of limits: how much of each is used, and what is free. */
export function AmountTable({ label, amounts }: { readonly label: string; readonly amounts: readonly Amount[] }) {
  return (
    <CardTable aria-label={label} columns={columns()}>
      {amounts.map((amount) => (
        <AmountRow key={amount.detail} amount={amount} />
      ))}
    </CardTable>
  );
}

function AmountRow({ amount: { name, detail, limit, used, free, isExceeded, unknown } }: { readonly amount: Amount }) {
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-normal max-sm:block max-sm:pb-1 sm:w-1/2 sm:px-3 sm:py-2 sm:pl-4"
      >
        <span className="font-medium">{name}</span>
        {detail !== name && <span className="block text-xs wrap-anywhere text-tertiary">{detail}</span>}
      </th>
      <CardCell title={text("Used")} numeric className="tabular-nums">
        {used ?? <span className="text-tertiary">{unknown ?? text("not counted yet")}</span>}
      </CardCell>
      <CardCell title={text("Limit")} numeric className="tabular-nums">
        {limit}
      </CardCell>
      <CardCell title={text("Free")} numeric className="tabular-nums" empty={free === undefined}>
        <FreeAmount free={free} isExceeded={isExceeded} />
      </CardCell>
    </tr>
  );
}

interface FreeAmountProps {
  readonly free: string | undefined;
  readonly isExceeded: boolean;
}

function FreeAmount({ free, isExceeded }: FreeAmountProps) {
  if (isExceeded) return <span className="font-medium text-negative-text">{text("none, exceeded")}</span>;
  return free === "0" ? <span className="font-medium text-caution-text">{text("none")}</span> : free;
}
