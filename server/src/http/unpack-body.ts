import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';

/** The content of a compressed body, or why it is unusable. */
export type UnpackedBody =
  | { kind: 'unpacked'; bytes: Buffer }
  | { kind: 'too-large' }
  | { kind: 'broken' }
  | { kind: 'unknown-encoding' };

const unpackers = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};
const isKnown = (encoding: string): encoding is keyof typeof unpackers => Object.hasOwn(unpackers, encoding);

/**
 * Decompresses a body, never producing more than the limit: a few hundred bytes may expand to gigabytes.
 * @param contentEncoding the header of that name
 * @param limit in bytes, of the decompressed body
 */
export async function unpackBody(
  bytes: Buffer,
  { contentEncoding, limit }: { contentEncoding: string; limit: number },
): Promise<UnpackedBody> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity')
    return bytes.length > limit ? { kind: 'too-large' } : { kind: 'unpacked', bytes };
  if (!isKnown(encoding)) return { kind: 'unknown-encoding' };
  try {
    return { kind: 'unpacked', bytes: await unpackers[encoding](bytes, { maxOutputLength: limit }) };
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isTooLarge ? 'too-large' : 'broken' };
  }
}
