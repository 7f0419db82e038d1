import { LazyPageNotFound } from "#components/shell/lazy-page-not-found.tsx";

export default function NotFound() {
  return (
    <div className="grid flex-1 place-items-center">
      <LazyPageNotFound />
    </div>
  );
}
