import { buildClientTypes } from './lib/client-types';
import { writeBundledLicenses } from './lib/bundled-licenses';

void buildClientTypes()
  .then(writeBundledLicenses)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
