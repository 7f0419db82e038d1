import { PageNotFound } from "#components/shell/page-not-found.tsx";

export default function NotFound() {
  return (
    <div className="grid flex-1 place-items-center">
      <PageNotFound />
    </div>
  );
}
