import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { text } from "#lib/language/text.ts";

/** Sections of the screen, in the order of their number keys. */
export const sections = ["risk", "weeks", "stuck", "table"] as const;
export type Section = (typeof sections)[number];

export const titleIdOf = (section: Section) => `${section}-title`;

/** Section requested before it was rendered, and the element focused at that time. */
interface Wish {
  readonly section: Section;
  readonly from: Element | null;
}

const WishContext = createContext<RefObject<Wish | undefined>>({ current: undefined });

/** Makes number keys focus the section titles within; one not rendered yet is focused as soon as it is. */
export function SectionKeys({ children }: { readonly children: ReactNode }) {
  const wish = useRef<Wish>(undefined);
  const lead = (section: Section) => {
    const { activeElement } = document;
    wish.current = goTo(section) ? undefined : { section, from: activeElement };
  };
  useShortcut("1", () => lead("risk"));
  useShortcut("2", () => lead("weeks"));
  useShortcut("3", () => lead("stuck"));
  useShortcut("4", () => lead("table"));
  return <WishContext value={wish}>{children}</WishContext>;
}

/** Focuses the section's title on mount if it was requested, unless the user has moved the focus meanwhile. */
export function useSectionArrival(section: Section): void {
  const wish = use(WishContext);
  useEffect(() => {
    if (wish.current?.section !== section) return;
    const { from } = wish.current;
    wish.current = undefined;
    if (document.activeElement === from) goTo(section);
  }, [wish, section]);
}

function goTo(section: Section): boolean {
  const title = document.getElementById(titleIdOf(section));
  title?.scrollIntoView({ block: "start" });
  title?.focus({ preventScroll: true });
  return title !== null;
}

interface SectionTitleProps {
  readonly id: Section;
  readonly children: ReactNode;
}

/** Section heading that its number key jumps to. */
export function SectionTitle({ id, children }: SectionTitleProps) {
  useSectionArrival(id);
  return (
    <h2
      id={titleIdOf(id)}
      tabIndex={-1}
      title={text("Press {key} to get here", { key: sections.indexOf(id) + 1 })}
      className="flex scroll-mt-4 items-center gap-2 text-base font-semibold"
    >
      {children}
    </h2>
  );
}
