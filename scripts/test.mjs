import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/run-tests.ts');
