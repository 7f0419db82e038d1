import compile from "icu-minify/compile";
import { remembered } from "#lib/memo/remembered.ts";

/** Compiles an ICU message when it is said for the first time: on the server there is room for the compiler. */
export const compiledOf = remembered(compile);
