import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/screenshots.ts');
