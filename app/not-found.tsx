import { LatePageNotFound } from "#components/shell/late-page-not-found.tsx";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <LatePageNotFound />
    </main>
  );
}
