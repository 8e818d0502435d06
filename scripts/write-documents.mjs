import { startScript } from './lib/bootstrap.mjs';

startScript('scripts/write-documents.ts');
