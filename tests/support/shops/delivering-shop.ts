import { afterEach, beforeEach, expect } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../../simulator/src/server';
import { ReceivingServer } from '../http/receiving-server';
import { ask, at, type Response } from './simulator-client';

/** A simulator with products, a receiver for its deliveries, and their shared clock; new for each test. */
export interface DeliveringShop {
  readonly clock: ManualClock;
  readonly simulator: Simulator;
  readonly receiver: ReceivingServer;
  /** A request with a JSON body. */
  send(method: string, path: string, body: unknown): Promise<Response>;
  /** Registers a hook that points to the receiver; returns its id. */
  register(scope?: string, headers?: Record<string, string>): Promise<number>;
  /** Waits until the first attempts of everything raised so far have ended. */
  settle(): Promise<void>;
}

/** Sets one up before each test of a file, and tears it down; the simulator must have no defects. */
export function deliveringShop(): DeliveringShop {
  let clock: ManualClock;
  let simulator: Simulator;
  let receiver: ReceivingServer;

  beforeEach(async () => {
    clock = new ManualClock();
    simulator = await startSimulator({ products: 250, quota: 0, clock, localDestinations: true });
    receiver = await ReceivingServer.start();
  });
  afterEach(async () => {
    expect(simulator.defects).toEqual([]);
    await simulator.close();
    await receiver.close();
  });

  const send: DeliveringShop['send'] = (method, path, body) =>
    ask(simulator, path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    get clock() {
      return clock;
    },
    get simulator() {
      return simulator;
    },
    get receiver() {
      return receiver;
    },
    send,
    async register(scope = 'store/product/*', headers) {
      const { body } = await send('POST', '/v3/hooks', {
        scope,
        destination: receiver.url,
        is_active: true,
        headers: headers ?? null,
      });
      return Number(at(body, 'data', 'id'));
    },
    settle: () => simulator.webhooks.idle(),
  };
}
