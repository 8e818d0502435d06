// For hosts that look for this file; others follow "exports" in package.json. Both lead to the same build.
export { default } from './dist/admin/index.mjs';
