import { run } from '../../../cli/src';
import plugin from '../../../server/src';

// Runs the command in a separate process, from its source, as is the plugin of the site in whose folder it runs.
Object.assign(globalThis, { commerceBridgeFromSource: plugin });
run(process, '1.2.3');
