import { writesInThread } from '../site-tasks';

/** Runs write in the main thread. */
Reflect.deleteProperty(process.env, writesInThread);
