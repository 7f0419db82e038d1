type Option = readonly [value: string, label: string];

/** Options that include the current value, even if it is not offered. */
export function optionsWith(value: string, options: readonly Option[]): readonly Option[] {
  return options.some(([each]) => each === value) ? options : [[value, value], ...options];
}
