import type { SavedView, ViewKey, Views } from "#lib/contract/views.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isClusterListView } from "./change-views.ts";
import { isSameViewAddress } from "./view-address.ts";

/** Saved view that the user can open, and where it is stored. */
export interface ListedView {
  readonly view: SavedView;
  /** Project in which the view is shared; absent for the user's own views. */
  readonly project?: string;
  /** Whether the cluster list opens with the view. */
  readonly isFirst: boolean;
  /** Key that is unique among the user's own views and those of all projects. */
  readonly key: string;
}

/** Returns the user's own views first, then those of each project. */
export function listedViewsOf(views: Views): readonly ListedView[] {
  const { own, shared } = views;
  const first = own.opensWith;
  const line = (view: SavedView, project?: string): ListedView => ({
    view,
    ...(project !== undefined && { project }),
    isFirst: first !== undefined && first.id === view.id && first.project === project && isClusterListView(view),
    key: `${project ?? ""}/${view.id}`,
  });
  return [
    ...own.views.map((view) => line(view)),
    ...shared.flatMap(({ project, views: held }) => held.map((view) => line(view, project))),
  ];
}

/**
 * Returns why the cluster list does not open with the default view: it was deleted or moved, or its project's views
 * were not read.
 */
export function missingDefaultViewReason(views: Views): "gone" | "not-read" | undefined {
  const { opensWith: first, unavailable } = views.own;
  if (first === undefined || unavailable !== undefined || listedViewsOf(views).some(({ isFirst }) => isFirst))
    return undefined;
  if (first.project === undefined) return "gone";
  const shelf = views.shared.find(({ project }) => project === first.project);
  const isUnread =
    shelf === undefined ? views.forbidden.includes(first.project) || views.beyond > 0 : shelf.unknownForm;
  return isUnread ? "not-read" : "gone";
}

export function viewKeyOfListedView({ project, view }: ListedView): ViewKey {
  return { ...(project !== undefined && { project }), id: view.id };
}

/** Returns the saved view that matches an address; the user's own views take precedence. */
export function findViewWithAddress(lines: readonly ListedView[], address: string | undefined): ListedView | undefined {
  return address === undefined ? undefined : lines.find(({ view }) => isSameViewAddress(view.address, address));
}

const pageNames: Readonly<Record<string, Message>> = {
  "/clusters": message("Clusters"),
  "/versions/kubernetes": message("Versions"),
  "/calendar": message("Calendar"),
  "/forecast": message("Forecast"),
  "/rotations": message("Rotations"),
  "/operations": message("Operations"),
};

/** Describes the address of a view: its page, and its filters. */
export function viewAddressLabels(address: string): { readonly page: string; readonly asks: string } {
  const [path = "", search = ""] = address.split("?", 2);
  const asks = Array.from(new URLSearchParams(search), ([key, value]) => (key === "q" ? value : `${key}: ${value}`));
  const name = pageNames[path];
  return { page: name === undefined ? path : text(name), asks: asks.join(", ") };
}

/** Describes who can see a saved view. */
export function viewScopeLabel(project: string | undefined): string {
  return project === undefined ? text("Only you") : text("Project {project}", { project });
}
