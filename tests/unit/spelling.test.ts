import { expect, test } from 'vitest';
import { writtenFiles } from '../support/source/citations';

// Beginnings of words, in any part of a name.
const british =
  /(colour|behaviour|favour|honour|neighbour|(synchron|organ|recogn|normal|serial|initial|author|custom|optim|minim|priorit|summar|util|categor)is(e|ed|es|ing|ation)\b|labelled|licence|centre|analys(e|ed|ing)\b|catalogue|travell|modelled|whilst|artefact|judgement)\w*/gi;

/** Addresses that people may have bookmarked, and data of the examples. */
const given = [/settings\/[^/]+\/synchronisation/, /orderby=colour/];

const rooms = [
  'server/src/',
  'admin/src/',
  'contracts/',
  'client/src/',
  'cli/src/',
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
