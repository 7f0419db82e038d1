import { notFound } from "next/navigation";

/** Every address that no page has: whoever is signed in keeps the navigation. */
export default function MissingPage(): never {
  notFound();
}
