import { type FollowedProcess, startFollowed } from './followed-process';

/** `npm run demo` as a user starts it. */
export type DemoProcess = FollowedProcess;

export const startDemo = (args: readonly string[]): DemoProcess =>
  startFollowed({ command: process.execPath, args: ['scripts/demo.mjs', ...args] });
