import type { SavedView, ViewKey, Views } from "#lib/contract/views.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isOfList } from "./change-views.ts";
import { isSameView } from "./view-address.ts";

/** View that the user can open, and where it is stored. */
export interface ListedView {
  readonly view: SavedView;
  /** Absent for the user's own views. */
  readonly project?: string;
  /** Whether the list of clusters opens with it. */
  readonly isFirst: boolean;
  /** Unique key over all places. */
  readonly key: string;
}

/** Lists the user's own views first, then those of each project. */
export function listedViewsOf(views: Views): readonly ListedView[] {
  const { own, shared } = views;
  const first = own.opensWith;
  const line = (view: SavedView, project?: string): ListedView => ({
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
 * Returns why the list does not open with the chosen view: it was deleted or moved, or its project's views were not
 * read.
 */
export function lostFirst(views: Views): "gone" | "not-read" | undefined {
  const { opensWith: first, unavailable } = views.own;
  if (first === undefined || unavailable !== undefined || listedViewsOf(views).some(({ isFirst }) => isFirst))
    return undefined;
  if (first.project === undefined) return "gone";
  const shelf = views.shared.find(({ project }) => project === first.project);
  const isUnread =
    shelf === undefined ? views.forbidden.includes(first.project) || views.beyond > 0 : shelf.unknownForm;
  return isUnread ? "not-read" : "gone";
}

export function keyOfListedView({ project, view }: ListedView): ViewKey {
  return { ...(project !== undefined && { project }), id: view.id };
}

/** Returns the view that matches an address, the user's own before a project's. */
export function viewAt(lines: readonly ListedView[], address: string | undefined): ListedView | undefined {
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

/** Describes an address in words: its page, and its filters. */
export function viewAddressLabels(address: string): { readonly page: string; readonly asks: string } {
  const [path = "", search = ""] = address.split("?", 2);
  const asks = Array.from(new URLSearchParams(search), ([key, value]) => (key === "q" ? value : `${key}: ${value}`));
  const name = pageNames[path];
  return { page: name === undefined ? path : text(name), asks: asks.join(", ") };
}

/** Describes who can see a view. */
export function viewScopeLabel(project: string | undefined): string {
  return project === undefined ? text("Only you") : text("Project {project}", { project });
}
