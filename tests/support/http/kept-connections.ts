import { Agent, get } from 'node:http';

/** How a request ended: with a status, or with an error code. */
export interface Outcome {
  status: number | string;
  /** Whether it was sent on a connection that had carried a request before. */
  isReused: boolean;
}

/** A client that keeps one connection and sends one request after the other on it. */
export interface KeptConnection {
  send(path: string): Promise<Outcome>;
  close(): void;
}

export function keepConnection(url: string): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (path) =>
      new Promise((resolve) => {
        const request = get(`${url}${path}`, { agent }, (response) => {
          const isReused = request.reusedSocket;
          response.resume();
          response.once('end', () => resolve({ status: response.statusCode ?? 0, isReused }));
          response.once('error', (error) => resolve({ status: String(Object(error).code), isReused }));
        });
        request.once('error', (error) =>
          resolve({ status: String(Object(error).code), isReused: request.reusedSocket }),
        );
      }),
    close: () => agent.destroy(),
  };
}
