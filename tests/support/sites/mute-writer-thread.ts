import { parentPort } from 'node:worker_threads';
import '../../../server/src/sync/writer-thread/writer-thread-entry';
import type { WriterThreadMessage } from '../../../server/src/sync/writer-thread/writer-thread-messages';

/* A writer thread that ends after its first commit, before it says so. */

if (parentPort) {
  const say = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message: WriterThreadMessage) =>
    message.kind === 'changed' || message.kind === 'written' ? process.exit(3) : say(message);
}
