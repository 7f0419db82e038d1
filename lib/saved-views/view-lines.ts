import type { SavedView, ViewKey, Views } from "#lib/contract/views.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isOfList } from "./change-views.ts";
import { isSameView } from "./view-address.ts";

/** A view that somebody can open, and where it is kept. */
export interface ViewLine {
  readonly view: SavedView;
  /** Absent for one's own. */
  readonly project?: string;
  /** The list of clusters opens with it. */
  readonly isFirst: boolean;
  /** Among the views of every place. */
  readonly key: string;
}

/** One's own first, then those of each project. */
export function viewLines(views: Views): readonly ViewLine[] {
  const { own, shared } = views;
  const first = own.opensWith;
  const line = (view: SavedView, project?: string): ViewLine => ({
    view,
    ...(project !== undefined && { project }),
    isFirst: first !== undefined && first.id === view.id && first.project === project && isOfList(view),
    key: `${project ?? ""}/${view.id}`,
  });
  return [
    ...own.views.map((view) => line(view)),
    ...shared.flatMap(({ project, views: held }) => held.map((view) => line(view, project))),
  ];
}

/**
 * What the list would open with and does not: a view that somebody has deleted or moved to another page, or one of a project
 * whose views were not read.
 */
export function lostFirst(views: Views): "gone" | "not-read" | undefined {
  const { opensWith: first, unavailable } = views.own;
  if (first === undefined || unavailable !== undefined || viewLines(views).some(({ isFirst }) => isFirst))
    return undefined;
  if (first.project === undefined) return "gone";
  const shelf = views.shared.find(({ project }) => project === first.project);
  const isUnread =
    shelf === undefined ? views.forbidden.includes(first.project) || views.beyond > 0 : shelf.unknownForm;
  return isUnread ? "not-read" : "gone";
}

export function keyOfLine({ project, view }: ViewLine): ViewKey {
  return { ...(project !== undefined && { project }), id: view.id };
}

/** The view that an address shows, one's own before a project's. */
export function viewAt(lines: readonly ViewLine[], address: string | undefined): ViewLine | undefined {
  return address === undefined ? undefined : lines.find(({ view }) => isSameView(view.address, address));
}

const pageNames: Readonly<Record<string, Message>> = {
  "/clusters": message("Clusters"),
  "/versions/kubernetes": message("Versions"),
  "/calendar": message("Calendar"),
  "/forecast": message("Forecast"),
  "/rotations": message("Rotations"),
  "/operations": message("Operations"),
};

/** What an address asks for, to be read: its page, and what narrows that down. */
export function addressInWords(address: string): { readonly page: string; readonly asks: string } {
  const [path = "", search = ""] = address.split("?", 2);
  const asks = Array.from(new URLSearchParams(search), ([key, value]) => (key === "q" ? value : `${key}: ${value}`));
  const name = pageNames[path];
  return { page: name === undefined ? path : text(name), asks: asks.join(", ") };
}

/** Who sees a view. */
export function placeInWords(project: string | undefined): string {
  return project === undefined ? text("Only you") : text("Project {project}", { project });
}
