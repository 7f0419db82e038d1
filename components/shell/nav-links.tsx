"use client";

import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { text } from "#lib/language/text.ts";
import { navigationEntries } from "./navigation-entries.ts";
import { useNavigationAddress } from "./use-navigation-address.ts";

/** Links of the navigation, at the side of the page or, on small screens, at the bottom. */
export function NavLinks({ form }: { readonly form: "rail" | "bar" }) {
  const path = usePagePath();
  const current = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another link to be brought into sight.
  useEffect(() => {
    if (form === "bar") current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path, form]);
  const addressOf = useNavigationAddress();
  // Path of the link under the pointer, which alone is prefetched. Prefetching all links would make the server render
  // every page while the fleet is loading.
  const [pointed, setPointed] = useState<string>();
  const isHere = (href: string) => path === href || path.startsWith(`${href}/`);
  return navigationEntries.map(({ href, label, icon: Icon }) => (
    <li key={href} className={clsx(form === "bar" && "grow")}>
      <Link
        href={addressOf(href)}
        prefetch={pointed === href ? null : false}
        onPointerEnter={() => setPointed(href)}
        onFocus={() => setPointed(href)}
        ref={isHere(href) ? current : undefined}
        aria-current={isHere(href) ? "page" : undefined}
        className={clsx(
          "group focus-inset flex items-center rounded-control font-medium text-secondary transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-info-text",
          form === "rail"
            ? "h-8 gap-2.5 px-2 text-base"
            : "flex-col gap-0.5 px-0.5 py-1.5 text-[0.6875rem] tracking-tight",
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className={clsx(form === "rail" && "max-lg:sr-only")}>{text(label)}</span>
      </Link>
    </li>
  ));
}
