import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnknownEntityError } from '../catalog/changes';
import type { Clock } from '../clock';
import type { LoggedRequest, RequestLog } from '../request-log';
import { ApiError, plainError } from './errors';

const compress = promisify(gzip);
/** Smaller responses are not worth compressing. */
const SMALLEST_COMPRESSED = 256;

/** Writes every request outside the control API into the log. */
export function installLog(app: FastifyInstance, log: RequestLog, clock: Clock): void {
  const entries = new WeakMap<FastifyRequest, LoggedRequest>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/__simulator')) return;
    const entry = log.start({ method: request.method, url: request.url, headers: request.headers, at: clock.now() });
    entries.set(request, entry);
    whenDone(reply, () => {
      log.finish(entry, { status: reply.raw.writableFinished ? reply.raw.statusCode : 0, at: clock.now() });
    });
  });
  app.addHook('preHandler', async (request) => {
    const entry = entries.get(request);
    if (entry) entry.body = request.body;
  });
}

/** Runs the task once, when the response has been sent or its connection was closed. */
export function whenDone(reply: FastifyReply, task: () => void): void {
  let done = false;
  const run = (): void => {
    if (!done) task();
    done = true;
  };
  reply.raw.once('finish', run);
  reply.raw.once('close', run);
}

/** Compresses responses for clients that accept it (upstream 1.3). */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (!isText || !accepts || payload.length < SMALLEST_COMPRESSED || reply.hasHeader('content-encoding'))
      return payload;
    reply.header('content-encoding', 'gzip').header('vary', 'Accept-Encoding').removeHeader('content-length');
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}

/**
 * Turns errors thrown by routes into upstream's error bodies; any other error is a defect of the simulator and is
 * recorded.
 */
export function installErrors(app: FastifyInstance, defects: Error[]): void {
  app.setErrorHandler<FastifyError | Error>((error, _request, reply) => {
    const body = errorBody(error, defects);
    return reply.code(body.status).header('content-type', 'application/json').send(JSON.stringify(body));
  });
  app.setNotFoundHandler((request) => {
    throw new ApiError({
      ...plainError(404, 'The requested resource was not found.').body,
      instance: request.url.split('?')[0] ?? '',
    });
  });
}

function errorBody(error: FastifyError | Error, defects: Error[]): ApiError['body'] {
  if (error instanceof ApiError) return error.body;
  if (error instanceof UnknownEntityError) return plainError(404, error.message).body;
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 500) defects.push(error);
  return plainError(status, error.message).body;
}
