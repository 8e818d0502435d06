import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/demo.ts');
