import type { RequestVersions, UpstreamHttp } from '../http/upstream-http';

/** Draws the next read version; of two responses the one with the higher number was requested later. */
export type DrawVersion = () => Promise<number>;

/** The result of a read, with its read version. */
export type Versioned<Result> = Result & { readVersion: number };

/**
 * Does one read, which may take several requests, and returns its version: that of the first request whose response is
 * part of it. Later responses are newer, so nothing in the result is older than its version.
 */
export async function versionOf<Result>(
  { http, drawVersion }: { http: UpstreamHttp; drawVersion: DrawVersion },
  read: (http: UpstreamHttp) => Promise<Result>,
): Promise<{ result: Result; readVersion: number }> {
  let first: number | null = null;
  const versions: RequestVersions = {
    draw: async () => first ?? drawVersion(),
    use: (version) => {
      first ??= version;
    },
  };
  const result = await read({ request: (request) => http.request({ ...request, versions }) });
  return { result, readVersion: first ?? (await drawVersion()) };
}
