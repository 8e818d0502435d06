import { replaceModule } from '../replace-module';

/** Product pages are read in the main thread. */
replaceModule('upstream/product-page-thread-file', { findProductPageThread: () => null });
