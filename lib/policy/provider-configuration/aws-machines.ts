import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkNodeTemplate } from "./shared/node-template.ts";
import { childField, forbiddenIf, invalidIf, type ProviderField, unsupportedIf } from "./shared/provider-error.ts";
import { hasAt, numberAt, textAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

const mostInt32 = 2 ** 31 - 1;

/**
 * Errors for the parts of a WorkerConfig that say which machines of AWS a pool gets, and where they are.
 * @source gardener-extension-provider-aws: pkg/apis/aws/validation/worker.go, ValidateWorkerConfig
 */
export function checkAwsCapacity(config: unknown, at: ProviderField): FieldErrors {
  return [
    ...checkNodeTemplate(config, at),
    ...checkReservation(fieldAt(config, "capacityReservation"), childField(at, "capacityReservation")),
  ];
}

/** The same for the parts that the extension checks after the options of the processor. */
export function checkAwsPlacement(config: unknown, at: ProviderField): FieldErrors {
  return [
    ...checkNetworkInterfaces(listAt(config, "networkInterfaces"), childField(at, "networkInterfaces")),
    ...checkPlacement(fieldAt(config, "placement"), childField(at, "placement")),
    ...checkMarket(fieldAt(config, "instanceMarketOptions"), childField(at, "instanceMarketOptions")),
  ];
}

function checkReservation(reservation: unknown, field: ProviderField): FieldErrors {
  const preference = stringAt(reservation, "capacityReservationPreference");
  const [id, group] = [
    stringAt(reservation, "capacityReservationId"),
    stringAt(reservation, "capacityReservationResourceGroupArn"),
  ];
  const [preferenceField, idField] = [
    childField(field, "capacityReservationPreference"),
    childField(field, "capacityReservationId"),
  ];
  const only = "capacity-reservations-only";
  const offered = [only, "open", "none"];
  const onlyWords = `'capacityReservationId' or 'capacityReservationResourceGroupArn' may only be given if 'capacityReservationPreference' is '${only}' (or absent)`;
  const oneWords = "only one of 'capacityReservationId' and 'capacityReservationResourceGroupArn' may be given";
  const rule = { whenEmpty: "cannot be empty", maximum: 255 };
  const isNamed = id !== undefined || group !== undefined;
  return [
    ...unsupportedIf(preference !== undefined && !offered.includes(preference), preferenceField, preference, offered),
    ...forbiddenIf(preference !== undefined && preference !== only && isNamed, preferenceField, onlyWords),
    ...(id === undefined ? [] : checkText(idField, id, { ...rule, pattern: /^cr-[a-z0-9]+$/ })),
    ...(group === undefined
      ? []
      : checkText(childField(field, "capacityReservationResourceGroupArn"), group, {
          ...rule,
          pattern: /^arn:[\w-]+:resource-groups:[\w+=,.@\-/:]+$/,
        })),
    ...forbiddenIf(id !== undefined && group !== undefined, idField, oneWords),
  ];
}

const interfaceTypes = ["interface", "efa", "efa-only"];

function checkNetworkInterfaces(interfaces: readonly unknown[], field: ProviderField): FieldErrors {
  const words =
    'the primary network interface (networkCardIndex 0, deviceIndex 0) must be of type "interface" or "efa", not "efa-only"';
  return [
    ...interfaces.flatMap((one, index) => checkNetworkInterface(one, childField(field, index))),
    ...interfaces.flatMap((one, index) => {
      const type = stringAt(one, "type");
      return invalidIf(type === "efa-only" && isPrimary(one), childField(field, index, "type"), type, words);
    }),
  ];
}

/** Whether an entry makes the first interface of the first network card. */
function isPrimary(one: unknown): boolean {
  const first = hasAt(one, "networkCardIndexRange") ? (numberAt(one, "networkCardIndexRange", "from") ?? 0) : 0;
  return first === 0 && (numberAt(one, "networkCardIndex") ?? 0) === 0 && (numberAt(one, "deviceIndex") ?? 0) === 0;
}

function checkNetworkInterface(one: unknown, field: ProviderField): FieldErrors {
  const [type, card] = [stringAt(one, "type"), numberAt(one, "networkCardIndex")];
  const hasRange = hasAt(one, "networkCardIndexRange");
  const rangeField = childField(field, "networkCardIndexRange");
  const [from, to] = (["from", "to"] as const).map((name) => numberAt(one, "networkCardIndexRange", name) ?? 0);
  const excluded = "networkCardIndex and networkCardIndexRange are mutually exclusive";
  return [
    ...unsupportedIf(
      type !== undefined && !interfaceTypes.includes(type),
      childField(field, "type"),
      type,
      interfaceTypes,
    ),
    ...invalidIf(card !== undefined && hasRange, field, one, excluded),
    ...checkIndex(childField(field, "networkCardIndex"), card),
    ...(hasRange
      ? [
          ...checkIndex(childField(rangeField, "from"), from, { maximum: Number.POSITIVE_INFINITY }),
          ...checkIndex(childField(rangeField, "to"), to, { minimum: Number.NEGATIVE_INFINITY }),
          ...invalidIf(
            (from ?? 0) > (to ?? 0),
            rangeField,
            fieldAt(one, "networkCardIndexRange"),
            "from must be less than or equal to to",
          ),
        ]
      : []),
    ...checkIndex(childField(field, "deviceIndex"), numberAt(one, "deviceIndex")),
  ];
}

function checkIndex(
  field: ProviderField,
  value: number | undefined,
  { minimum = 0, maximum = mostInt32 }: { readonly minimum?: number; readonly maximum?: number } = {},
): FieldErrors {
  if (value === undefined) return [];
  return [
    ...invalidIf(value < minimum, field, value, `must be >= ${minimum}`),
    ...invalidIf(value > maximum, field, value, `must be <= ${maximum}`),
  ];
}

function checkPlacement(placement: unknown, field: ProviderField): FieldErrors {
  const [tenancy, affinity] = [stringAt(placement, "tenancy"), stringAt(placement, "affinity")];
  const [tenancies, affinities] = [
    ["default", "dedicated", "host"],
    ["default", "host"],
  ];
  const hostWords = 'hostId can only be set when tenancy is "host"';
  const partition = numberAt(placement, "partitionNumber");
  return [
    ...unsupportedIf(
      tenancy !== undefined && !tenancies.includes(tenancy),
      childField(field, "tenancy"),
      tenancy,
      tenancies,
    ),
    ...unsupportedIf(
      affinity !== undefined && !affinities.includes(affinity),
      childField(field, "affinity"),
      affinity,
      affinities,
    ),
    ...forbiddenIf(hasAt(placement, "hostId") && tenancy !== "host", childField(field, "hostId"), hostWords),
    ...checkIndex(childField(field, "partitionNumber"), partition, { minimum: 1 }),
  ];
}

const marketTypes = ["spot", "capacity-block", "interruptible-capacity-reservation"];

function checkMarket(options: unknown, field: ProviderField): FieldErrors {
  if (!hasAt(options)) return [];
  const type = textAt(options, "marketType");
  return unsupportedIf(!marketTypes.includes(type), childField(field, "marketType"), type, marketTypes);
}
