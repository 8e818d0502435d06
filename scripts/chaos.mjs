import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/chaos.ts');
