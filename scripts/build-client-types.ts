import { buildClientTypes } from './lib/client-types';

void buildClientTypes().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
