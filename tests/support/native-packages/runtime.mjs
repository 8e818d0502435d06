import { createRequire, isBuiltin } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import JestRuntime from 'jest-runtime';

const installed = `${sep}node_modules${sep}`;
const isPackageName = (request) => request !== undefined && /^[^./]/.test(request) && !isBuiltin(request);

/**
 * Jest's runtime, except that Node itself loads installed packages, once for all test files of a worker. What lies in the
 * repository is compiled and loaded by jest, anew for each test file, as ever.
 *
 * Why: Strapi is some thousands of modules. Loading them anew took each file that boots a site longer than its tests.
 * Goes together with the environment beside this file; docs/decisions/0019-native-packages.md.
 */
export default class NativePackagesRuntime extends JestRuntime {
  constructor(...given) {
    super(...given);
    // In the process's own realm, as packages are: an Error, an Array, a Date that crosses the border is one on both sides.
    const { executor } = this;
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModule(from, request, options, isActual) {
    // The parts of jest itself keep what they know of a test file in their modules.
    if (!options?.isInternalModule && isPackageName(request)) {
      const path = this._resolution.resolveCjs(from, request);
      if (path.includes(installed)) return createRequire(from)(path);
    }
    return super.requireModule(from, request, options, isActual);
  }

  // Jest puts its own in place so that it is asked for modules; the process's must outlive the test file.
  installGetBuiltinModule() {}
}
