"use client";

import { X } from "lucide-react";
import { useClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { refText } from "#lib/view/compare/compare-address.ts";
import { generationIn } from "#lib/view/compare/spec-key.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { clusterPath } from "../cluster-path.ts";
import type { ComparedSubject } from "./use-compared-clusters.ts";

interface ComparedHeadProps {
  readonly subject: ComparedSubject;
  /** Several columns are of one cluster: each says of when it is. */
  readonly isDated: boolean;
  readonly onRemove: () => void;
}

/** Which cluster a column is of, and of when. */
export function ComparedHead({ subject, isDated, onRemove }: ComparedHeadProps) {
  const { ref, seenAt, reading, cluster } = subject;
  const clock = useClock();
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Link
          href={clusterPath(ref)}
          className="block rounded-tag text-base font-semibold wrap-anywhere text-ink hover:text-link hover:underline"
          translate="no"
        >
          {ref.name}
        </Link>
        <span className="block text-xs font-normal wrap-anywhere text-tertiary" translate="no">
          {ref.project}
        </span>
        {(isDated || ref.spec !== undefined) && (
          <span className="block text-xs font-normal text-secondary">
            {ref.spec === undefined
              ? text("Now")
              : seenAt === undefined
                ? text("Spec {generation}", { generation: generationIn(ref.spec) })
                : text("Spec {generation}, as read {seenAt}", {
                    generation: generationIn(ref.spec),
                    seenAt: formatDateTime(seenAt, clock),
                  })}
          </span>
        )}
        {reading && cluster === undefined && <Skeleton className="mt-1 h-4 w-20" />}
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        className="-my-1 shrink-0"
        data-print="hidden"
        aria-label={text("Remove {ref}", { ref: refText(ref) })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
