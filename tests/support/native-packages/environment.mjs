import { ModuleMocker } from 'jest-mock';

// What jest and boot-site.ts keep in the global object for a test file, and with it all modules of the file. What `expect`
// leaves there cannot be deleted; the next file's writes over it.
const ofTestFile = /JEST|EVENT_HANDLERS|RETRY|TEST_TIMEOUT|commerceBridge/i;

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

  exportConditions() {
    return ['node', 'node-addons'];
  }

  // Nothing runs in a context of its own.
  getVmContext() {
    return null;
  }
}
