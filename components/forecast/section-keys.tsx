import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { text } from "#lib/language/text.ts";

/** Sections of the page. The key `1` leads to the first one, and so on. */
export const forecastSections = ["risk", "weeks", "stuck", "table"] as const;
export type ForecastSection = (typeof forecastSections)[number];

export const sectionTitleIdOf = (section: ForecastSection) => `${section}-title`;

/** A section that was requested before it was rendered, and the element that had the focus then. */
interface Wish {
  readonly section: ForecastSection;
  readonly from: Element | null;
}

const WishContext = createContext<RefObject<Wish | undefined>>({ current: undefined });

/** Makes the number keys move the focus to section titles. A section that is not rendered yet gets the focus later. */
export function SectionKeyShortcuts({ children }: { readonly children: ReactNode }) {
  const wish = useRef<Wish>(undefined);
  const lead = (section: ForecastSection) => {
    const { activeElement } = document;
    wish.current = goTo(section) ? undefined : { section, from: activeElement };
  };
  useShortcut("1", () => lead("risk"));
  useShortcut("2", () => lead("weeks"));
  useShortcut("3", () => lead("stuck"));
  useShortcut("4", () => lead("table"));
  return <WishContext value={wish}>{children}</WishContext>;
}

/** Focuses the section's title on mount if its key was pressed before and the user has not moved the focus. */
export function useFocusRequestedSection(section: ForecastSection): void {
  const wish = use(WishContext);
  useEffect(() => {
    if (wish.current?.section !== section) return;
    const { from } = wish.current;
    wish.current = undefined;
    if (document.activeElement === from) goTo(section);
  }, [wish, section]);
}

function goTo(section: ForecastSection): boolean {
  const title = document.getElementById(sectionTitleIdOf(section));
  title?.scrollIntoView({ block: "start" });
  title?.focus({ preventScroll: true });
  return title !== null;
}

interface SectionTitleProps {
  readonly id: ForecastSection;
  readonly children: ReactNode;
}

/** Heading of a section that can be reached with a number key. */
export function SectionTitle({ id, children }: SectionTitleProps) {
  useFocusRequestedSection(id);
  return (
    <h2
      id={sectionTitleIdOf(id)}
      tabIndex={-1}
      title={text("Press {key} to get here", { key: forecastSections.indexOf(id) + 1 })}
      className="flex scroll-mt-4 items-center gap-2 text-base font-semibold"
    >
      {children}
    </h2>
  );
}
