import { runChecks } from './lib/checks';

/** `npm run lint`: what `npm test` lints, but only files that changed since the last time. */
void runChecks(['lint'], { isCached: true }).then(({ failed }) => {
  process.exitCode = failed > 0 ? 1 : 0;
});
