import { run } from '../../../cli/src';
import plugin from '../../../server/src';

// The command in a separate process, from its source, and so is the plugin of the site whose folder it is called in.
Object.assign(globalThis, { commerceBridgeFromSource: plugin });
run(process, '1.2.3');
