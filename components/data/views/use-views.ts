import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { addressToOpen, addressWithin, viewAddress } from "#lib/saved-views/view-address.ts";
import { lostFirst, type ViewLine, viewAt, viewLines } from "#lib/saved-views/view-lines.ts";
import { viewsQuery } from "../queries/view-queries.ts";

const linesOf = memoizeLast(viewLines);
const none: readonly ViewLine[] = [];

/** The views that the reader can open. They are read once the page has nothing better to do. */
export function useViewLines(): readonly ViewLine[] {
  const idle = useIdle();
  return useQuery({ ...viewsQuery, enabled: idle, select: linesOf }).data ?? none;
}

/** Why the list does not open with the view that the reader has chosen for that. */
export function useLostFirst(): ReturnType<typeof lostFirst> {
  const idle = useIdle();
  return useQuery({ ...viewsQuery, enabled: idle, select: lostFirst }).data;
}

/** What is on screen as it would be kept; undefined on pages that cannot be. */
export function useAddressHere(): string | undefined {
  const path = usePagePath();
  return viewAddress(path, useSearchParams().toString());
}

/** The view that is on screen. */
export function useViewHere(): ViewLine | undefined {
  const lines = useViewLines();
  const here = useAddressHere();
  const search = useSearchParams().toString();
  const first = lines.find(({ isFirst }) => isFirst);
  const isFirstHere = first && viewAt([within(first, search)], here) !== undefined;
  return viewAt(lines, here) ?? (isFirstHere ? first : undefined);
}

function within(line: ViewLine, search: string): ViewLine {
  return { ...line, view: { ...line.view, address: addressWithin(line.view.address, search) } };
}

/** Where a view leads, with the reader's own clock. */
export function useOpenAddress(): (line: ViewLine) => string {
  const search = useSearchParams().toString();
  return ({ view }) => addressToOpen(view.address, search);
}
