import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/prepare-site.ts');
