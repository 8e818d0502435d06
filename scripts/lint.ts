import { runChecks } from './lib/checks';

/** `npm run lint`: the same checks as in `npm test`, but only of files that changed since the last time. */
void runChecks(['lint'], { isCached: true }).then(({ failed }) => {
  process.exitCode = failed > 0 ? 1 : 0;
});
