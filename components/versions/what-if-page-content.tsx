"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { profileDetailQuery, versionsQuery } from "#components/data/queries/versions-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";

// Loaded on demand: the editor and the YAML library are needed only if there is a CloudProfile to edit.
const WhatIfEditor = lazyComponent(async () => (await import("./what-if-editor.tsx")).WhatIfEditor);

/** Page on which a user drafts a change of a CloudProfile and sees its effect on the clusters. */
export function WhatIfPageContent() {
  const params = useSearchParams();
  const versions = useQuery(versionsQuery);
  const names = (versions.data?.profiles ?? []).filter(({ kind }) => kind === "CloudProfile").map(({ name }) => name);
  const asked = params.get("profile") ?? "";
  const name = asked === "" ? (names[0] ?? "") : asked;
  const choose = (value: string) =>
    window.history.pushState(null, "", `${window.location.pathname}?profile=${encodeURIComponent(value)}`);
  const options = [...new Set([name, ...names])]
    .filter((each) => each !== "")
    .map((value) => ({ value, label: value }));
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="border-b border-hairline px-4 pt-4 pb-3 sm:px-6">
        <p className="text-sm text-tertiary">
          <Link href="/versions/kubernetes" className="rounded-tag hover:text-link hover:underline">
            {text("Versions")}
          </Link>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">
            {text("Simulate a CloudProfile change")}
          </h1>
          <InlineSelect label={text("Profile")} value={name} options={options} onChange={choose} />
        </div>
        <p className="mt-1 max-w-3xl text-base text-pretty text-secondary">
          {text("Nothing is written until you apply it. The effect covers the clusters you can see.")}
        </p>
      </div>
      <div className="px-4 py-4 sm:px-6">
        {name === "" ? (
          versions.data === undefined ? (
            <Skeleton className="h-96 w-full" />
          ) : (
            <EmptyState title={text("No CloudProfile to change")}>
              {text("There is none that you can read.")}
            </EmptyState>
          )
        ) : (
          <LoadedProfile
            key={name}
            name={name}
            image={params.get("image") ?? ""}
            version={params.get("version") ?? ""}
          />
        )}
      </div>
    </div>
  );
}

interface LoadedProps {
  readonly name: string;
  readonly image: string;
  readonly version: string;
}

function LoadedProfile({ name, image, version }: LoadedProps) {
  const detail = useQuery(profileDetailQuery(name));
  if (detail.data === undefined && detail.isError) {
    return (
      <Notice
        hue="negative"
        title={text("The CloudProfile {name} could not be read", { name })}
        act={{ label: text("Try again"), run: () => void detail.refetch() }}
      >
        {requestErrorOf(detail.error).gardenMessage ?? requestErrorOf(detail.error).detail}
      </Notice>
    );
  }
  if (detail.data === undefined) return <Skeleton className="h-96 w-full" />;
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <WhatIfEditor detail={detail.data} initial={{ image, version }} />
    </Suspense>
  );
}
