import { writeClientContract } from './lib/client-contract';
import { writeConfigurationDocument } from './lib/configuration-document';
import { writeExampleDocuments } from './lib/example-documents';
import { writeRestDocument } from './lib/rest-document';

writeConfigurationDocument();
writeExampleDocuments();
writeRestDocument();
void writeClientContract().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
