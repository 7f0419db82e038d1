/** A word that must not occur on screens or in documents, and its replacement. */
export interface UnwantedWord {
  /** The word as listed in docs/glossary.md. */
  readonly word: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The unwanted words of docs/glossary.md as patterns. A test checks that both lists match. */
export const unwantedWords: readonly UnwantedWord[] = [
  { word: "anew", pattern: /\banew\b/i, instead: "again, recreated, reissued" },
  { word: "as far as … reach", pattern: /\bas far as\b.*\b(reach|reaches|looks?)\b/i, instead: "in sight" },
  { word: "beneath", pattern: /\bbeneath\b/i, instead: "below" },
  { word: "by itself", pattern: /\bby (itself|themselves)\b/i, instead: "automatically" },
  { word: "come in as", pattern: /\bcome in as\b/i, instead: "sign in as" },
  { word: "foresee", pattern: /\bfore(see|sees|seen|seeing|saw|seeable)\b/i, instead: "expect, forecast, upcoming" },
  { word: "gather", pattern: /\bgather(s|ed|ing)?\b/i, instead: "add to the change" },
  { word: "grave", pattern: /\bgrave(st)?\b/i, instead: "critical" },
  { word: "ladder", pattern: /\bladders?\b/i, instead: "upcoming versions" },
  { word: "lane", pattern: /\blanes?\b/i, instead: "component" },
  {
    word: "may",
    pattern: /\b(you|they|who|whoever|nobody|somebody|people|users?) may\b/i,
    instead: "can, is allowed to",
  },
  { word: "mend", pattern: /\bmend(s|ed|ing)?\b/i, instead: "fix" },
  { word: "not well", pattern: /\bis not well\b/i, instead: "unhealthy" },
  { word: "nowhere to go", pattern: /\bnowhere to go\b/i, instead: "no upgrade path" },
  { word: "of it", pattern: /\bof it\b/i, instead: "the thing by its name" },
  { word: "otherwise", pattern: /\botherwise\b/i, instead: "differently, or else" },
  { word: "rests on", pattern: /\brest(s|ed|ing)? (up)?on\b/i, instead: "depends on" },
  { word: "take out", pattern: /\b(take|takes|taken|taking) out\b/i, instead: "remove" },
  { word: "told of", pattern: /\b(tell|tells|told) of\b/i, instead: "shown, reported" },
  { word: "took it", pattern: /\bgarden (takes|took|has taken)\b|\btaken by the garden\b/i, instead: "accepted" },
  { word: "try out", pattern: /\b(try|tries|tried|trying) (it |something )?out\b/i, instead: "simulate" },
  { word: "upon", pattern: /\bupon\b/i, instead: "on" },
  { word: "whether or not", pattern: /\bwhether or not\b/i, instead: "even if" },
  { word: "whose turn", pattern: /\b(whose|your|my|nobody's|\w+'s) turn\b/i, instead: "who has to act" },
];

/** Former phrases of screens that were replaced by plainer ones and must not be used again. */
export const retiredPhrases: readonly RegExp[] = [
  /tries again by (it|them)/i,
  /\bfailed for now\b/i,
  /\bcounts once for each kind\b/i,
  /\ball of it\b/i,
  /\bdepends on more than dates\b/i,
  /\bas wide as the time\b/i,
  /\bdoes not hold it up\b/i,
  /\bwould have to be left\b/i,
  /\bwhat would end it\b/i,
  /\bbuys time\b/i,
  /\bsomething else…/i,
  /\bcannot be chosen: why\b/i,
  /\bis promised within\b/i,
  /\bmore than wanted\b/i,
  /\bbefore it has to\b/i,
  /\bthe same at once\b/i,
  /\bgarden's answer to a dry run: accepted\b/i,
  /\bdo(es)? not notice\b/i,
  /\bis a long time ago\b/i,
  /\bthings to know\b/i,
  /\bcan take part\b/i,
  /^\W*\d*\W*marked\b/i,
  /\bmarked (clusters|nodes|rotations)\b/i,
  /\bunmark\b/i,
  /\btry a change\b/i,
  /^write it$/i,
  /\btreated otherwise\b/i,
  /\bno objection by\b/i,
  /\bforces them away\b/i,
  /\bin my calendar\b/i,
  /\bmake an address\b/i,
  /\bthat nobody runs\b/i,
  /\bdoes not keep$/i,
  /^last sign\b/i,
  /\bwhoever asked for it\b/i,
  /\bhas the new ones\b/i,
  /^ends .*\(in \d/i,
  /\bthere is no cluster\b.*\bfor you\b/i,
  /\bwhat becomes of\b/i,
  /\btake back what\b/i,
  /\bwhat you may do\b/i,
];
