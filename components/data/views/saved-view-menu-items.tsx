import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check, House, Plus, Settings2 } from "lucide-react";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";
import { isClusterListView } from "#lib/saved-views/change-views.ts";
import {
  type ListedView,
  listedViewsOf,
  viewAddressLabels,
  viewKeyOfListedView,
} from "#lib/saved-views/listed-views.ts";
import { requestErrorOf } from "../calls/api-problem.ts";
import { NewWatchRuleItem } from "../notices/new-watch-rule-item.tsx";
import { viewsQuery } from "../queries/view-queries.ts";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import { openViewTask } from "./open-view-task.ts";
import { useViewChangeWithToast } from "./use-view-change.ts";
import { useCurrentView, useCurrentViewAddress, useSavedViewAddress } from "./use-views.ts";

/** Maximum number of views in the menu; the page of views and the command palette list all. */
const mostShown = 30;

/** Menu items of the saved views, and of the actions on the current view. */
export function SavedViewMenuItems() {
  const { data, error } = useQuery(viewsQuery);
  const lines = data === undefined ? [] : listedViewsOf(data);
  const shown = lines.slice(0, mostShown);
  const own = shown.filter(({ project }) => project === undefined);
  const projects = new Set(shown.flatMap(({ project }) => project ?? []));
  const address = useCurrentViewAddress();
  const readOnly = useReadOnlyReason();
  return (
    <>
      {data === undefined && (
        <ViewText>
          {error ? (requestErrorOf(error).detail ?? text("The views could not be read.")) : text("Loading views…")}
        </ViewText>
      )}
      {data?.own.unavailable !== undefined && <ViewText>{data.own.unavailable}</ViewText>}
      {data !== undefined && lines.length === 0 && data.own.unavailable === undefined && (
        <ViewText>{text("No saved views yet.")}</ViewText>
      )}
      {own.length > 0 && <MenuLabel>{text("Your views")}</MenuLabel>}
      {own.map((line) => (
        <ViewItem key={line.key} line={line} />
      ))}
      {[...projects].map((project) => (
        <div key={project}>
          <MenuLabel>{text("Shared with {project}", { project })}</MenuLabel>
          {shown
            .filter((line) => line.project === project)
            .map((line) => (
              <ViewItem key={line.key} line={line} />
            ))}
        </div>
      ))}
      {lines.length > shown.length && (
        <ViewText>
          {text("{count, plural, one {# more view} other {# more views}} under Manage views.", {
            count: lines.length - shown.length,
          })}
        </ViewText>
      )}
      <MenuSeparator />
      {address !== undefined && (
        <MenuItem disabled={readOnly !== undefined} onSelect={() => openViewTask({ kind: "save", address })}>
          <Plus aria-hidden />
          {text("Save this view…")}
        </MenuItem>
      )}
      <FirstItem />
      {address !== undefined && <NewWatchRuleItem subject={{ kind: "view", address }} />}
      <MenuItem asChild>
        <Link href="/views">
          <Settings2 aria-hidden />
          {text("Manage views")}
        </Link>
      </MenuItem>
      {readOnly !== undefined && <ViewText>{readOnly}</ViewText>}
    </>
  );
}

function ViewItem({ line }: { readonly line: ListedView }) {
  const here = useCurrentView();
  const addressOf = useSavedViewAddress();
  const { page } = viewAddressLabels(line.view.address);
  return (
    <MenuItem asChild>
      <Link href={addressOf(line)}>
        {here?.key === line.key ? <Check aria-hidden /> : <Bookmark aria-hidden />}
        <span className="min-w-0 flex-1 truncate">{line.view.name}</span>
        {here?.key === line.key && <span className="sr-only">{text("(showing)")}</span>}
        <span className="text-xs text-tertiary">{line.isFirst ? text("default") : page}</span>
      </Link>
    </MenuItem>
  );
}

/** Menu item that makes the current view the default view of the clusters list, or removes it as the default. */
function FirstItem() {
  const here = useCurrentView();
  const { change, isPending } = useViewChangeWithToast();
  const readOnly = useReadOnlyReason();
  if (here === undefined || !isClusterListView(here.view)) return null;
  const { name } = here.view;
  return (
    <MenuItem
      disabled={isPending || readOnly !== undefined}
      onSelect={() =>
        here.isFirst
          ? change({ kind: "open-with" }, text("Clusters no longer opens with {name}", { name }))
          : change({ kind: "open-with", view: viewKeyOfListedView(here) }, text("Clusters opens with {name}", { name }))
      }
    >
      <House aria-hidden />
      {here.isFirst ? text("Remove as default view") : text("Make this the default view")}
    </MenuItem>
  );
}

function ViewText({ children }: { readonly children: React.ReactNode }) {
  return <p className="px-2 py-1.5 text-sm text-pretty text-secondary">{children}</p>;
}
