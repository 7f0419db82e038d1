/**
 * Encoded values of one place (a field of all rows, or an entry of their lists), one after the other. Their number is
 * not part of the column; the containing structure determines it.
 *
 * - `c` constant: all values are this one
 * - `v` values as they are
 * - `d` whole numbers, each as the difference from the one before
 * - `s` whole numbers written as strings, each as the difference from the one before
 * - `u` UUIDs: the sixteen bytes of each, in base64
 * - `r` references: each value's number in the dictionary of the place, after the given count of values from the column
 *   was added to it
 * - `o` objects: key lists to add to those of the place, the number of each object's key list, and for each key a
 *   column with the values of the objects that have it
 * - `l` lists: the length of each, and one column with all entries
 *
 * A single number in place of a list of numbers repeats for every value.
 */
export type EncodedColumn =
  | readonly ["c", unknown]
  | readonly ["v", readonly unknown[]]
  | readonly ["d", readonly number[]]
  | readonly ["s", readonly number[]]
  | readonly ["u", string]
  | readonly ["r", Numbers, number, EncodedColumn | null]
  | readonly ["o", readonly (readonly string[])[], Numbers, readonly (readonly [string, EncodedColumn])[]]
  | readonly ["l", Numbers, EncodedColumn];

export type Numbers = number | readonly number[];
