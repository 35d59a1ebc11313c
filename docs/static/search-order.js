/* The order of what the search of the site finds: pages for users above those for developers, dated pages last. */
const PAGES = [
  [/^(play|tournament|ru|tr)\/|^(tournaments|serving|settings|commands|debian|moving|index)$/, 2],
  [/^program\/(index|tutorial|tasks|players)$|^(research\/\w+|write-a-game)$/, 2],
  [/^games\/\w+$|^(records|engine|environments|containers|monitoring)$/, 1.5],
  [/^options$|^program\/api$/, 0.5],
  [/^(decisions|notebook|develop)\/|^(architecture|chaos)$/, 0.3],
];

/* Sphinx reads this object in place of its own; the points are its own but for `score`. */
var Scorer = {
  score: ([page, , , , points]) => points * (PAGES.find(([pattern]) => pattern.test(page))?.[1] ?? 1),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
