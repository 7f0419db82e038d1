import { redirect } from "next/navigation";

/** The clusters are the first page there is. */
export default function Home(): never {
  redirect("/clusters");
}
