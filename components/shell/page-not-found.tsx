import { Compass, House, LayoutGrid, Search } from "lucide-react";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { text } from "#lib/language/text.ts";

/** Message for unknown addresses, with links to all pages. Works without JavaScript. */
export function PageNotFound() {
  const prefix = useAddressPrefix();
  return (
    <EmptyState
      heading="h1"
      icon={<Compass />}
      title={text("Page not found")}
      action={
        <>
          <form action={`${prefix}/clusters`} className="flex w-full gap-2">
            <input
              name="q"
              type="search"
              aria-label={text("Search clusters")}
              placeholder={text("Search clusters")}
              className={`${inputClass} h-8`}
            />
            <Button type="submit">
              <Search aria-hidden />
              {text("Search")}
            </Button>
          </form>
          <Link href="/" className={buttonVariants({ variant: "ghost" })}>
            <House aria-hidden />
            {text("Overview")}
          </Link>
          <Link href="/clusters" className={buttonVariants({ variant: "ghost" })}>
            <LayoutGrid aria-hidden />
            {text("Clusters")}
          </Link>
        </>
      }
    >
      {text("The link may be old or mistyped.")}
    </EmptyState>
  );
}
