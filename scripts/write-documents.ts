import { writeConfigurationDocuments } from './lib/configuration-document';

writeConfigurationDocuments();
