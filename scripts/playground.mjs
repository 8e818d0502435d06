import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/playground.ts');
