import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import {
  findViewWithAddress,
  type ListedView,
  listedViewsOf,
  missingDefaultViewReason,
} from "#lib/saved-views/listed-views.ts";
import { addressInSelectedProject, addressWithOwnClock, savableViewAddress } from "#lib/saved-views/view-address.ts";
import { viewsQuery } from "../queries/view-queries.ts";

const linesOf = memoizeLast(listedViewsOf);
const none: readonly ListedView[] = [];

/** Returns the saved views that the user can open. They are read once the page is idle. */
export function useListedViews(): readonly ListedView[] {
  const idle = useIdle();
  return useQuery({ ...viewsQuery, enabled: idle, select: linesOf }).data ?? none;
}

/** Returns why the user's default view cannot be used; undefined if it can. */
export function useDefaultViewProblem(): ReturnType<typeof missingDefaultViewReason> {
  const idle = useIdle();
  return useQuery({ ...viewsQuery, enabled: idle, select: missingDefaultViewReason }).data;
}

/** Path and query of the current page as stored in a view; undefined on pages that cannot be saved as a view. */
export function useCurrentViewAddress(): string | undefined {
  const path = usePagePath();
  return savableViewAddress(path, useSearchParams().toString());
}

/** Returns the saved view that matches the current page. */
export function useCurrentView(): ListedView | undefined {
  const lines = useListedViews();
  const here = useCurrentViewAddress();
  const search = useSearchParams().toString();
  const first = lines.find(({ isFirst }) => isFirst);
  const isFirstHere = first && findViewWithAddress([within(first, search)], here) !== undefined;
  return findViewWithAddress(lines, here) ?? (isFirstHere ? first : undefined);
}

function within(line: ListedView, search: string): ListedView {
  return { ...line, view: { ...line.view, address: addressInSelectedProject(line.view.address, search) } };
}

/** Returns a function that yields the path of a saved view, with the time zone that the user has currently selected. */
export function useSavedViewAddress(): (line: ListedView) => string {
  const search = useSearchParams().toString();
  return ({ view }) => addressWithOwnClock(view.address, search);
}
