"use client";

import { type ComponentType, Suspense, useEffect } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type Message, message, text } from "#lib/language/text.ts";
import { CleanupSection } from "./cleanup-section.tsx";
import { EndpointsSection } from "./endpoints-section.tsx";
import type { SectionProps } from "./guide-section.tsx";
import { MoveSection } from "./move-section.tsx";
import { SeedsSection } from "./seeds-section.tsx";

/** Loaded on demand, because the generators and the table of changes need much code, such as a YAML library. */
const ReadinessSection = lazyComponent(async () => (await import("./readiness-section.tsx")).ReadinessSection);
const RegistrySection = lazyComponent(async () => (await import("./registry-section.tsx")).RegistrySection);
const ContainerdSection = lazyComponent(async () => (await import("./containerd-section.tsx")).ContainerdSection);
const CsiSection = lazyComponent(async () => (await import("./csi-section.tsx")).CsiSection);
const WebhooksSection = lazyComponent(async () => (await import("./webhooks-section.tsx")).WebhooksSection);
const ChangesSection = lazyComponent(async () => (await import("./changes-section.tsx")).ChangesSection);

const chapters: readonly (readonly [id: string, title: Message, Section: ComponentType<SectionProps>])[] = [
  ["endpoints", message("Endpoints and ports"), EndpointsSection],
  ["changes", message("What updates the nodes"), ChangesSection],
  ["readiness", message("When a node is ready"), ReadinessSection],
  ["registries", message("Registry mirrors"), RegistrySection],
  ["containerd", message("Configuration of containerd"), ContainerdSection],
  ["csi", message("CSI drivers of your own"), CsiSection],
  ["webhooks", message("Webhooks in the cluster"), WebhooksSection],
  ["clean-up", message("Overrides of the deletion"), CleanupSection],
  ["move", message("Move to another Seed"), MoveSection],
  // The last section, because it grows when the garden responds and would push down any section below it.
  ["seeds", message("Seeds"), SeedsSection],
];

function goToChapter(): void {
  const id = decodeURIComponent(window.location.hash.slice(1));
  if (chapters.some(([known]) => known === id)) document.getElementById(id)?.scrollIntoView();
}

/** Sections of the cluster guide, with a table of contents. A link to a section is followed once all are rendered. */
export function AdvancedBody({ cluster, shoot, garden }: SectionProps) {
  return (
    <div className="flex flex-col gap-4 lg:flex-row lg:items-start lg:gap-6">
      <nav aria-label={text("Chapters")} className="lg:sticky lg:top-4 lg:w-52 lg:shrink-0">
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm lg:flex-col">
          {chapters.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-block rounded-tag py-0.5 text-link hover:underline">
                {text(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex max-w-4xl min-w-0 flex-1 flex-col gap-4">
        <Suspense fallback={<ChaptersSkeleton />}>
          {chapters.map(([id, , Chapter]) => (
            <Chapter key={id} cluster={cluster} shoot={shoot} garden={garden} />
          ))}
          <Arrived />
        </Suspense>
      </div>
    </div>
  );
}

function Arrived() {
  useEffect(goToChapter, []);
  return null;
}

function ChaptersSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}
