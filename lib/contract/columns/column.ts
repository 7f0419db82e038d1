/**
 * Values of one place (a field of all rows, an entry of their lists), one after the other. How many there are says
 * whoever holds the column.
 *
 * - `c` all are this one
 * - `v` each as it is
 * - `d` whole numbers, each less the one before
 * - `s` whole numbers written as texts, each less the one before
 * - `u` UUIDs: the sixteen bytes of each, in base64
 * - `r` each by its number in the dictionary of the place, after so many values of the column were added to it
 * - `o` objects: the lists of keys that are added to those of the place, the number of its list for each, a column for
 *   each key with the values of those that have it
 * - `l` lists: the length of each, and a column with all entries
 *
 * A number in the place of numbers stands for as many of it.
 */
export type Column =
  | readonly ["c", unknown]
  | readonly ["v", readonly unknown[]]
  | readonly ["d", readonly number[]]
  | readonly ["s", readonly number[]]
  | readonly ["u", string]
  | readonly ["r", Numbers, number, Column | null]
  | readonly ["o", readonly (readonly string[])[], Numbers, readonly (readonly [string, Column])[]]
  | readonly ["l", Numbers, Column];

export type Numbers = number | readonly number[];
