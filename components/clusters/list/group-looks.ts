import { lightTotals } from "./group-head.tsx";
import { GroupRow } from "./group-row.tsx";
import { StickyHead } from "./sticky-head.tsx";

/** How the heads of groups look in the grid. It comes with the groups: most lists have none. */
export const groupLooks = { Row: GroupRow, Sticky: StickyHead, lightTotals } as const;
export type GroupLooks = typeof groupLooks;
