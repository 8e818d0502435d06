import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/verify.ts');
