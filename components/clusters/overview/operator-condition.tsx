"use client";

import type { ReactNode } from "react";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";

interface OperatorConditionProps {
  /** Type of the condition. */
  readonly type: string;
}

/** The operator's name of a condition; `children` where there is none. */
export function OperatorConditionName({ type, children }: OperatorConditionProps & { readonly children: ReactNode }) {
  return useLandscapeConfiguration().knownConditions?.[type]?.name ?? children;
}

/** What the operator says about a condition that is not fine. */
export function OperatorConditionText({ type }: OperatorConditionProps) {
  const description = useLandscapeConfiguration().knownConditions?.[type]?.description;
  return description === undefined ? null : <OperatorText text={description} />;
}
