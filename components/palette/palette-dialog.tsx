// biome-ignore-all lint/a11y/useSemanticElements: a combobox is an ARIA widget; native elements cannot carry it.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays in the input (active descendant), as the pattern asks.

import { Search, X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useCrossPageQueryString } from "#components/data/address/use-cross-page-query-string.ts";
import { typedBeforePaletteLoaded } from "#components/data/keys/palette-dialog.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useRecordOnboardingStep } from "#components/data/storage/steps.ts";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { useMayOpenDialog } from "#components/ui/overlay/urgent-dialog.ts";
import { richText } from "#components/ui/rich-text.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";
import { matchGroups } from "#lib/view/palette/match-groups.ts";
import { ClusterActItemsReporter } from "./cluster-act-items-reporter.tsx";
import type { PaletteItem } from "./palette-item.ts";
import { PaletteOption } from "./palette-option.tsx";
import { usePaletteGroups } from "./use-palette-groups.ts";

/** Maximum number of items found by title in each group; the user can type more to narrow them down. */
const mostInGroup = 5;

interface PaletteDialogProps {
  readonly rows: readonly FleetRow[] | undefined;
  readonly opener: HTMLElement | null;
  readonly onClose: () => void;
  readonly onKubeconfig: (row: FleetRow) => void;
}

/** Command palette: a combobox that finds clusters, pages and actions. Actions open the same dialogs as in menus. */
export function PaletteDialog({ rows, opener, onClose, onKubeconfig }: PaletteDialogProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const back = useOpener(opener);
  const isOpen = useMayOpenDialog({ urgent: false });
  useHiddenOthers(content, isOpen);
  useRecordOnboardingStep("palette");
  const [typed, setTyped] = useState(typedBeforePaletteLoaded.text);
  const [isEntered, setIsEntered] = useState(false);
  const [active, setActive] = useState(0);
  const here = useClusterHere(opener);
  const [inside, setInside] = useState<ClusterRef>();
  const [acts, setActs] = useState<readonly PaletteItem[]>();
  const of = inside ?? here;
  const onGo = useGo();
  const type = useCallback((text: string) => {
    setTyped(text);
    setActive(0);
    setIsEntered(false);
  }, []);
  const groups = matchGroups(
    usePaletteGroups({
      ...{ typed, rows, of, acts, isInside: inside !== undefined },
      ...{ opener: back, onGo, onKubeconfig, onType: type },
    }),
    {
      typed,
      most: mostInGroup,
    },
  );
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(active, items.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);

  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined || item.reason !== undefined) return;
    if (item.stays) return item.run();
    onClose();
    // The palette returns the focus when it closes, so the dialog of an action opens two frames later.
    requestAnimationFrame(() => requestAnimationFrame(item.run));
  };
  // Enter was pressed before the list was complete: the first item of an incomplete list may not be the intended one.
  const isWhole = rows !== undefined && (of === undefined || acts !== undefined);
  useEffect(() => {
    if (!isEntered || !isWhole) return;
    setIsEntered(false);
    choose(items[at]);
  });
  const enter = (cluster: ClusterRef | undefined) => {
    setInside(cluster);
    setActs(undefined);
    type("");
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    setIsEntered(false);
    const step = stepOf(event.key);
    const { selectionStart, value } = event.currentTarget;
    const cluster = items[at]?.cluster;
    if (step !== 0 && items.length > 0) {
      const isPage = Math.abs(step) > 1;
      setActive(
        isPage ? Math.max(0, Math.min(items.length - 1, at + step)) : (at + step + items.length) % items.length,
      );
    } else if (event.key === "Enter") choose(items[at]);
    else if (event.key === "ArrowRight" && cluster && selectionStart === value.length) enter(cluster);
    else if (event.key === "Backspace" && inside && value === "") enter(undefined);
    else if (event.key === "k" && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };

  return (
    // Not modal: Radix's modal mode sets an inherited style on the body, which makes the browser recalculate thousands
    // of styles when the list of clusters is on the page.
    <Radix.Root modal={false} open={isOpen} onOpenChange={onClose}>
      <Radix.Portal>
        <div aria-hidden className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          ref={content}
          aria-modal
          onFocusOutside={(event) => event.preventDefault()}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            input.current?.focus();
            const ahead = typedBeforePaletteLoaded.take();
            type(ahead.text);
            setIsEntered(ahead.isEntered);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The focus is not moved if another dialog has opened already.
            if (!document.querySelector("[role=dialog], [role=alertdialog]")) back?.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (!inside) return;
            event.preventDefault();
            enter(undefined);
          }}
          className="fixed inset-x-4 top-[10dvh] z-40 mx-auto flex max-h-[min(34rem,76dvh)] max-w-2xl flex-col rounded-card bg-raised shadow-overlay outline-none max-sm:inset-x-2 max-sm:top-2 max-sm:max-h-[calc(100dvh-1rem)]"
        >
          <Radix.Title className="sr-only">{text("Command palette")}</Radix.Title>
          {of && (
            <ClusterActItemsReporter of={of} opener={back} onGo={onGo} onKubeconfig={onKubeconfig} onItems={setActs} />
          )}
          <div className="flex min-h-12 items-center gap-2 border-b border-hairline px-4">
            <Search aria-hidden className="size-4 shrink-0 text-tertiary" />
            {inside && (
              <button
                type="button"
                aria-label={text("Back from {project}/{name}", { project: inside.project, name: inside.name })}
                onClick={() => {
                  enter(undefined);
                  input.current?.focus();
                }}
                className="flex h-6 max-w-56 items-center gap-1 rounded-control bg-info-tint px-2 text-sm font-medium text-info-text"
              >
                <span className="truncate">{inside.name}</span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            )}
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-label={text("Command or search")}
              aria-autocomplete="list"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={items.length > 0 ? `${id}-${at}` : undefined}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={inside ? text("Act or page") : text("Cluster, page, act, or field:value")}
              value={typed}
              onChange={({ target }) => type(target.value)}
              onKeyDown={handleKey}
              className="h-11 min-w-0 flex-1 bg-transparent text-md text-ink outline-none placeholder:text-tertiary"
            />
            <span aria-hidden className="max-sm:hidden">
              <Kbd>{text("Esc")}</Kbd>
            </span>
            <Radix.Close
              aria-label={text("Close")}
              className="grid size-7 place-items-center rounded-control hover:bg-hover sm:sr-only"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </div>
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={text("Results")}
            tabIndex={-1}
            className="scrollbar-thin min-h-0 flex-1 overflow-y-auto p-1.5 outline-none empty:hidden"
          >
            {groups.map(({ title, items: held }) => (
              <div key={title} role="group" aria-label={title}>
                <div aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-tertiary">
                  {title}
                </div>
                {held.map((item) => {
                  const place = items.indexOf(item);
                  return (
                    <PaletteOption
                      key={item.id}
                      id={`${id}-${place}`}
                      item={item}
                      isActive={place === at}
                      onActive={() => setActive(place)}
                      onChoose={() => choose(item)}
                      onEnter={() => enter(item.cluster)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          <p
            role="status"
            className="px-4 py-3 text-sm text-secondary not-empty:border-t not-empty:border-hairline data-found:sr-only"
            data-found={items.length > 0 || undefined}
          >
            {items.length === 0
              ? text("Nothing matches.")
              : typed === ""
                ? ""
                : text("{count, plural, one {# result} other {# results}}", { count: items.length })}
          </p>
          {items[at]?.cluster && (
            <p
              aria-hidden
              className="flex items-center gap-1.5 border-t border-hairline px-4 py-2 text-xs text-tertiary max-sm:hidden"
            >
              {richText("<enter>Enter</enter> open <right></right> actions", {
                enter: (name) => <Kbd>{name}</Kbd>,
                right: () => <Kbd>→</Kbd>,
              })}
            </p>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Hides the page behind the dialog from screen readers, except live regions. */
function useHiddenOthers(content: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const others = [...document.body.children].filter(
      (element) => !element.contains(content.current) && !element.matches("script, style, [aria-hidden], [aria-live]"),
    );
    for (const element of others) element.setAttribute("aria-hidden", "true");
    return () => {
      for (const element of others) element.removeAttribute("aria-hidden");
    };
  }, [content, isOpen]);
}

/** Returns a function that opens a path, with project and time zone added unless the path has a query or a hash. */
function useGo(): (path: string) => void {
  const openPage = useOpenPage();
  const travels = useCrossPageQueryString();
  return useCallback(
    (path) => openPage(path.includes("?") || path.includes("#") ? path : `${path}${travels}`),
    [openPage, travels],
  );
}

/** Returns the cluster of the current page, of the open side panel, or of the focused line. */
function useClusterHere(opener: HTMLElement | null): ClusterRef | undefined {
  const path = usePagePath();
  const prefix = useAddressPrefix();
  const [here] = useState(() => {
    const peeked = new URLSearchParams(window.location.search).get("panel");
    const line = opener
      ?.closest("[role=row], li")
      ?.querySelector(`a[href^="${prefix}/clusters/"]`)
      ?.getAttribute("href");
    return (
      clusterInPath(path) ??
      clusterInPath(`/clusters/${peeked ?? ""}`) ??
      clusterInPath((line ?? "").slice(prefix.length))
    );
  });
  return here;
}

/** Returns the element that gets the focus back: the one that had it, otherwise the palette's button. */
function useOpener(opener: HTMLElement | null): HTMLElement | null {
  const [element] = useState(() =>
    opener === null || opener === document.body ? document.getElementById("palette-button") : opener,
  );
  return element;
}

const pageOfItems = 8;

function stepOf(key: string): number {
  if (key === "ArrowDown") return 1;
  if (key === "ArrowUp") return -1;
  if (key === "PageDown") return pageOfItems;
  return key === "PageUp" ? -pageOfItems : 0;
}
