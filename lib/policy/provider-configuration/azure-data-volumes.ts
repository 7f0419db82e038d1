import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkAzureResourceId, parseAzureResourceId } from "./azure-resource-id.ts";
import { childField, invalidIf, type ProviderField } from "./shared/provider-error.ts";
import { hasAt, textAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

const whenEmpty = "must not be empty";

/** Where the image of a data volume can be named. @source gardener-extension-provider-azure: validation/filter.go */
const imageTexts = {
  urn: { pattern: /^[\w-]+:[\w-]+:[\w.-]+:[\w.-]+$/, whenEmpty, maximum: 256 },
  communityGalleryImageID: {
    pattern: /^\/CommunityGalleries\/[\w-]+\/Images\/[\w-]+\/Versions\/[\w.-]+$/,
    ...{ whenEmpty, maximum: 512 },
  },
  sharedGalleryImageID: {
    pattern: /^\/SharedGalleries\/[\w-]+\/Images\/[\w-]+\/Versions\/[\w.-]+$/,
    ...{ whenEmpty, maximum: 512 },
  },
} as const;

/**
 * Errors for the settings of data volumes with an image. After an image whose id cannot be read the rest is not looked at.
 * @param names of the pool's data volumes
 * @source gardener-extension-provider-azure: pkg/apis/azure/validation/worker.go, validateDataVolumeConf
 */
export function checkAzureDataVolumes(
  field: ProviderField,
  settings: readonly unknown[],
  names: readonly string[],
): FieldErrors {
  const withImage = [...settings.entries()].filter(([, setting]) => hasAt(setting, "imageRef"));
  const end = withImage.findIndex(([, setting]) => isUnreadable(stringAt(setting, "imageRef", "id")));
  const read = end === -1 ? withImage : withImage.slice(0, end + 1);
  return read.flatMap(([index, setting]) => {
    const at = childField(field, index);
    const name = textAt(setting, "name");
    return [
      ...invalidIf(!names.includes(name), childField(at, "name"), name, "no dataVolume with this name exists"),
      ...checkImage(childField(at, "imageRef"), fieldAt(setting, "imageRef")),
    ];
  });
}

function isUnreadable(id: string | undefined): boolean {
  return id !== undefined && parseAzureResourceId(id) === undefined;
}

function checkImage(field: ProviderField, image: unknown): FieldErrors {
  const isEmpty = ![...Object.keys(imageTexts), "id"].some((name) => hasAt(image, name));
  return [
    ...invalidIf(isEmpty, field, image, "imageRef is defined but empty"),
    ...Object.entries(imageTexts).flatMap(([name, rule]) => {
      const text = stringAt(image, name);
      return text === undefined ? [] : checkText(childField(field, name), text, rule);
    }),
    ...checkImageId(field, stringAt(image, "id")),
  ];
}

function checkImageId(image: ProviderField, given: string | undefined): FieldErrors {
  if (given === undefined) return [];
  const id = parseAzureResourceId(given);
  if (id === undefined) return invalidIf(true, childField(image, "id"), given, "invalid image ID");
  // The extension names a field `images`, which there is not.
  const { path } = childField(image, "id");
  return checkAzureResourceId({ path, name: childField(image, "images").name }, id);
}
