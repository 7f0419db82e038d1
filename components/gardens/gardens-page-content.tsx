"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, Suspense, useId, useState } from "react";
import { DataProvider } from "#components/data/calls/data-provider.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { gardensQuery } from "#components/data/queries/gardens-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Logo } from "#components/ui/logo.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { maxSearchLength } from "#lib/contract/garden-counts.ts";
import { text } from "#lib/language/text.ts";
import { AllGardensSummary } from "./all-gardens-summary.tsx";
import { GardenListItem } from "./garden-list-item.tsx";

interface GardensScreenProps {
  /** Path of the page to open in the garden that the user selects. */
  readonly next: string;
}

/** Screen of all gardens of this Almanac: state, signed-in user and link of each. */
export function GardensPageContent({ next }: GardensScreenProps) {
  return (
    <DataProvider>
      <main className="min-h-dvh bg-surface px-4 py-10">
        <div className="mx-auto w-full max-w-5xl">
          <header className="mb-6 flex flex-col items-center text-center">
            <Logo className="mb-3 size-11" />
            <h1 className="text-lg font-semibold">{text("Gardens")}</h1>
            <p className="mt-1 text-base text-pretty text-secondary">
              {text("Each garden has its own sign-in, its own permissions and its own data.")}
            </p>
          </header>
          <Suspense>
            <GardenList next={next} />
          </Suspense>
        </div>
      </main>
    </DataProvider>
  );
}

function GardenList({ next }: GardensScreenProps) {
  const { data, error, refetch } = useQuery(gardensQuery);
  const [search, setSearch] = useState("");
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-48 rounded-card" />;
    return <ReadFailureNotice title={text("The gardens could not be read")} of={{ error, refetch }} />;
  }
  const isSignedIn = data.gardens.some(({ user }) => user !== undefined);
  return (
    <>
      <div className="mx-auto max-w-2xl">
        {isSignedIn && <SearchEverywhere asked={search} onSearch={setSearch} />}
        <ul className="divide-y divide-hairline rounded-card border border-hairline bg-canvas">
          {data.gardens.map((garden) => (
            <GardenListItem key={garden.name} garden={garden} next={next} search={search} />
          ))}
        </ul>
      </div>
      {isSignedIn && <AllGardensSummary gardens={data.gardens} search={search} />}
    </>
  );
}

interface SearchEverywhereProps {
  readonly asked: string;
  readonly onSearch: (search: string) => void;
}

/** Search form for all gardens. It searches on submit only, because each search queries every garden. */
function SearchEverywhere({ asked, onSearch }: SearchEverywhereProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }
  return (
    <search>
      <form onSubmit={submit} className="mb-3 flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="sr-only">
          {text("Find clusters in every garden that you are signed in to")}
        </label>
        <input
          {...verbatimInputProps}
          id={id}
          value={typed}
          maxLength={maxSearchLength}
          placeholder={text("Find clusters in all gardens")}
          onChange={({ target }) => setTyped(target.value)}
          className={`${inputClass} h-8 min-w-0 flex-1`}
        />
        <Button type="submit">{text("Find")}</Button>
        {asked !== "" && (
          <Button
            onClick={() => {
              setTyped("");
              onSearch("");
            }}
          >
            {text("Clear")}
          </Button>
        )}
      </form>
    </search>
  );
}
