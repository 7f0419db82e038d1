import { LazyPageNotFound } from "#components/shell/lazy-page-not-found.tsx";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <LazyPageNotFound />
    </main>
  );
}
