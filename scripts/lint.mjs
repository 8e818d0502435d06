import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/lint.ts');
