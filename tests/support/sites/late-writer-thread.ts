import { BroadcastChannel } from 'node:worker_threads';

/* A writer thread that takes no order before the test sends a message on the channel of this name. */

const channel = new BroadcastChannel('late-writer-thread');
channel.onmessage = () => {
  channel.close();
  void import('../../../server/src/sync/writer-thread/writer-thread-entry');
};
channel.postMessage('waiting');
