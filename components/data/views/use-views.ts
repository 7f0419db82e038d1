import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { type ListedView, listedViewsOf, lostFirst, viewAt } from "#lib/saved-views/listed-views.ts";
import { addressToOpen, addressWithin, viewAddress } from "#lib/saved-views/view-address.ts";
import { viewsQuery } from "../queries/view-queries.ts";

const linesOf = memoizeLast(listedViewsOf);
const none: readonly ListedView[] = [];

/** Returns the views the user can open. They are read once the page is idle. */
export function useListedViews(): readonly ListedView[] {
  const idle = useIdle();
  return useQuery({ ...viewsQuery, enabled: idle, select: linesOf }).data ?? none;
}

/** Returns why the list does not open with the user's default view. */
export function useLostDefaultView(): ReturnType<typeof lostFirst> {
  const idle = useIdle();
  return useQuery({ ...viewsQuery, enabled: idle, select: lostFirst }).data;
}

/** Returns the current page as a view address; undefined on pages that cannot be saved as a view. */
export function useCurrentViewAddress(): string | undefined {
  const path = usePagePath();
  return viewAddress(path, useSearchParams().toString());
}

/** Returns the view that is on screen. */
export function useCurrentView(): ListedView | undefined {
  const lines = useListedViews();
  const here = useCurrentViewAddress();
  const search = useSearchParams().toString();
  const first = lines.find(({ isFirst }) => isFirst);
  const isFirstHere = first && viewAt([within(first, search)], here) !== undefined;
  return viewAt(lines, here) ?? (isFirstHere ? first : undefined);
}

function within(line: ListedView, search: string): ListedView {
  return { ...line, view: { ...line.view, address: addressWithin(line.view.address, search) } };
}

/** Returns a function from a view to its address, with the user's current clock. */
export function useOpenAddress(): (line: ListedView) => string {
  const search = useSearchParams().toString();
  return ({ view }) => addressToOpen(view.address, search);
}
