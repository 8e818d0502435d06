import { expect, test } from 'vitest';
import { writtenFiles } from '../support/source/citations';

// Beginnings of words, in any part of a name.
const british =
  /(colour|behaviour|favour|honour|neighbour|(synchron|organ|recogn|normal|serial|initial|author|custom|optim|minim|priorit|summar|util|categor)is(e|ed|es|ing|ation)\b|labelled(?!by)|licence|centre|analys(e|ed|ing)\b|catalogue|travell|modelled|whilst|artefact|judgement|cancell(ed|ing|s)\b)\w*/gi;

/** Addresses that people may have bookmarked, a status that the contract names, and data of the examples. */
const given = [
  /settings\/[^/]+\/synchronisation/,
  /['`]cancelled['`]|\.cancelled"|^ +cancelled: /,
  /orderby=colour/,
  /colour is dyed/,
];

const rooms = [
  'server/src/',
  'admin/src/',
  'contracts/',
  'client/src/',
  'cli/src/',
  'simulator/',
  'demo/',
  'scripts/',
  'benchmarks/',
  'docs/',
  'README',
  'ARCHITECTURE',
  'CONTRIBUTING',
];
const otherLanguages = /translations\/(de|fr|es)\b/;

test('code, comments, docs, and the English interface are in American English', () => {
  const found = writtenFiles()
    .filter(({ path }) => rooms.some((room) => path.startsWith(room)) && !otherLanguages.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !given.some((pattern) => pattern.test(line)))
        .flatMap((line) => [...line.matchAll(british)].map(([word]) => `${path}: ${word}`)),
    );

  expect(found).toEqual([]);
});
