import { ensureInstalled } from './lib/bootstrap.mjs';

ensureInstalled();
