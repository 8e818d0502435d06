import { writeClientContract } from './lib/client-contract';
import { writeConfigurationDocuments } from './lib/configuration-document';

writeConfigurationDocuments();
void writeClientContract().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
