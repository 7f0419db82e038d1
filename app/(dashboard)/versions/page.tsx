import { redirect } from "next/navigation";

interface VersionsPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

/** Redirects `/versions` to the page of Kubernetes versions, the most used one, and keeps the query. */
export default async function Versions({ searchParams }: VersionsPageProps): Promise<never> {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(await searchParams)) {
    for (const each of typeof value === "string" ? [value] : (value ?? [])) asked.append(key, each);
  }
  redirect(asked.size === 0 ? "/versions/kubernetes" : `/versions/kubernetes?${asked}`);
}
