import { House } from "lucide-react";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { message, text } from "#lib/language/text.ts";
import { addressWithOwnClock } from "#lib/saved-views/view-address.ts";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import { useViewChangeWithToast } from "./use-view-change.ts";
import { useCurrentView, useCurrentViewAddress, useDefaultViewProblem } from "./use-views.ts";

const lostLabels = {
  gone: message("Your default view no longer exists. All clusters are shown."),
  "not-read": message("Your default view could not be read. All clusters are shown."),
} as const;

/** Notice that the list is filtered by the user's default view, or that this view no longer exists. */
export function DefaultViewNote() {
  const here = useCurrentView();
  const lost = useDefaultViewProblem();
  const isWhole = useCurrentViewAddress() === "/clusters";
  const search = useSearchParams().toString();
  if (here?.isFirst === true) {
    return (
      <Note>
        <span className="min-w-0 truncate">
          {text("Default view:")} <span className="font-medium text-ink">{here.view.name}</span>
        </span>
        <Link href={addressWithOwnClock("/clusters", search)} className="font-medium text-link hover:underline">
          {text("Show all clusters")}
        </Link>
      </Note>
    );
  }
  if (lost === undefined || !isWhole) return null;
  return (
    <Note>
      <span>{text(lostLabels[lost])}</span>
      {lost === "gone" && <ForgetDefault />}
    </Note>
  );
}

function ForgetDefault() {
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useViewChangeWithToast();
  if (readOnly !== undefined) return null;
  return (
    <button
      type="button"
      disabled={isPending}
      className="font-medium text-link hover:underline"
      onClick={() => change({ kind: "open-with" }, text("Clusters opens with all clusters"))}
    >
      {text("Remove as default view")}
    </button>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-secondary">
      <House aria-hidden className="size-3.5 shrink-0" />
      {children}
    </p>
  );
}
