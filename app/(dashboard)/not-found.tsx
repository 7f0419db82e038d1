import { LatePageNotFound } from "#components/shell/late-page-not-found.tsx";

export default function NotFound() {
  return (
    <div className="grid flex-1 place-items-center">
      <LatePageNotFound />
    </div>
  );
}
