/** Explains why responses of both gardens differ in some cases, and why that is right or not yet fixed. */
export interface DifferenceExplanation {
  readonly why: string;
  /** Names of the recorded cases that the explanation covers. */
  readonly cases: readonly string[];
}

/** Differences between the embedded garden and Gardener. An explanation that no case needs must be removed. */
export const differenceExplanations: readonly DifferenceExplanation[] = [
  {
    why: "A window that was taken away becomes another one at a random hour.",
    cases: ["F maintenance: null@eu", "F maintenance: null@hub", "F maintenance: maintenance null@eu"],
  },
  {
    why: "gardener-operator writes this ConfigMap, and none was there.",
    cases: ["K read: gardener-info", "S rights: gardener-info as stranger", "S rights: gardener-info as owner2"],
  },
  {
    why: "The recorded request had blanks in its JSON: Gardener compares configurations of providers byte by byte.",
    cases: ["J metadata: PUT no status@eu"],
  },
  {
    why: "Shoots are bound to seeds by the scheduler of this garden, which needs no subresource for it.",
    cases: ["L binding: binding"],
  },
  {
    why: "The order of operations, and an empty maintenance operation, are tidied up as conformance vectors of the policy say.",
    cases: [
      "H operation: operation[gardener]=reconcile;rotate-ca-start@fraud",
      "H maintenance op: operation[maintenance]=@apac",
      "H maintenance op: operation[maintenance]=@acq",
    ],
  },
  {
    why: "A pool's version that is written as nothing is no version here.",
    cases: ["B pool version: default=''@acq", "B pool version: pci=''@acq"],
  },
  {
    why: "Settings of a Shoot: rules that the policy does not have yet.",
    cases: ["D pools: mcm timeouts@eu", "N kubernetes settings: saConfig issuer@eu"],
  },
];
