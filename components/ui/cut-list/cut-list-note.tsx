import { type CutList, describeCutList } from "./describe-cut-list.ts";

/** Says below a list that it has only the first, and how many there are; nothing if it has all. */
export function CutListNote(list: CutList) {
  const sentence = describeCutList(list);
  if (sentence === undefined) return null;
  return <p className="border-t border-hairline px-4 py-2.5 text-sm text-pretty text-secondary">{sentence}</p>;
}
