import { writeClientContract } from './lib/client-contract';
import { writeConfigurationDocuments } from './lib/configuration-document';
import { writeExampleDocuments } from './lib/example-documents';
import { writeRestDocument } from './lib/rest-document';

writeConfigurationDocuments();
writeExampleDocuments();
writeRestDocument();
void writeClientContract().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
