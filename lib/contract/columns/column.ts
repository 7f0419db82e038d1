/**
 * Encoded values of one field of all rows, or of the entries of that field's lists, in order. Their number is not part
 * of the column; the containing structure determines it.
 *
 * - `c` constant: the single value that all have
 * - `v` the values themselves
 * - `d` whole numbers, each as the difference from the previous one
 * - `s` whole numbers written as strings, each as the difference from the previous one
 * - `u` UUIDs: the sixteen bytes of each, in base64
 * - `r` references: indices into the dictionary of the field, after the given number of values from the column has been
 *   added to the dictionary
 * - `o` objects: new key lists for the field, the index of each object's key list, and for each key a column with the
 *   values of the objects that have it
 * - `l` lists: the length of each, and one column with all entries
 *
 * A single number in place of a list of numbers applies to every value.
 */
export type EncodedColumn =
  | readonly ["c", unknown]
  | readonly ["v", readonly unknown[]]
  | readonly ["d", readonly number[]]
  | readonly ["s", readonly number[]]
  | readonly ["u", string]
  | readonly ["r", EncodedNumbers, number, EncodedColumn | null]
  | readonly ["o", readonly (readonly string[])[], EncodedNumbers, readonly (readonly [string, EncodedColumn])[]]
  | readonly ["l", EncodedNumbers, EncodedColumn];

export type EncodedNumbers = number | readonly number[];
