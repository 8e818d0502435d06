import { join } from 'node:path';
import { repository } from '../../scripts/lib/paths';
import { replaceModule } from './replace-module';

// The site runs from source, where no thread lies beside it; the build's does.
replaceModule('upstream/product-page-thread-file', {
  findProductPageThread: () => join(repository, 'dist', 'product-page-thread', 'index.js'),
});
