import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleMocker } from 'jest-mock';

// What jest and boot-site.ts keep in the global object for a test file, and with it all modules of the file. What `expect`
// leaves there cannot be deleted; the next file's writes over it.
const ofTestFile = /JEST|EVENT_HANDLERS|RETRY|TEST_TIMEOUT|commerceBridge/i;

const logOf = (site) => join(site.dirs.app.root, 'site.log');
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * A test environment in the process's own realm, where packages live that Node loaded. Test files of a worker share its
 * global object, one after the other. Goes together with the runtime beside this file.
 */
export default class NativePackagesEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  // Clocks come in as arguments; to fake the timers of a whole process would stop jest's own.
  fakeTimers = null;
  fakeTimersModern = null;

  #known = new Set(Reflect.ownKeys(globalThis));
  #said = new Map();
  #console = globalThis.console;
  #exit = process.exit;
  #removeAllListeners = process.removeAllListeners;

  async setup() {
    const remove = this.#removeAllListeners;
    // A site that ends removes all listeners of the process, as if that were its own. It added those for signals; jest's
    // are to stay.
    process.removeAllListeners = (...events) => {
      for (const event of events.length > 0 ? events : ['SIGINT', 'SIGTERM']) Reflect.apply(remove, process, [event]);
      return process;
    };
  }

  async teardown() {
    // What a site registers with Strapi's packages would be in the way of the next test file's site.
    for (const site of globalThis.commerceBridgeSites ?? []) await site.destroy().catch(() => undefined);
    globalThis.console = this.#console;
    process.exit = this.#exit;
    process.removeAllListeners = this.#removeAllListeners;
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!this.#known.has(key) && ofTestFile.test(String(key))) Reflect.deleteProperty(globalThis, key);
    }
  }

  // What running sites said while a test ran, for whoever looks into its failure.
  handleTestEvent({ name, test }) {
    const files = [...(globalThis.commerceBridgeSites ?? [])].map(logOf);
    if (name === 'test_start') this.#said = new Map(files.map((file) => [file, textOf(file).length]));
    if (name !== 'hook_failure' && !(name === 'test_done' && test.errors.length > 0)) return;
    for (const file of files) {
      const said = textOf(file)
        .slice(this.#said.get(file) ?? 0)
        .trimEnd();
      if (said !== '')
        process.stderr.write(`The site of the failed test "${test?.name ?? 'in a hook'}" said:\n${said}\n`);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  // Nothing runs in a context of its own.
  getVmContext() {
    return null;
  }
}
