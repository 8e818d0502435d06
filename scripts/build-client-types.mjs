import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/build-client-types.ts');
