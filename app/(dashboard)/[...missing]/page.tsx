import { notFound } from "next/navigation";

/** Page for unknown addresses, inside the navigation of signed-in users. */
export default function MissingPage(): never {
  notFound();
}
