import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput } from '../../../cli/src/output/output';

/** A stream that keeps everything written, and accepts the next chunk only afterwards. */
function slowStream(): { stream: Writable; text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      setImmediate(done);
    },
  });
  return { stream, text: () => chunks.join('') };
}

test('a reader that is slower than an export leaves nothing behind with each record', async () => {
  const { stream: stdout, text } = slowStream();
  const output = createOutput({ stdout, stderr: slowStream().stream, secrets: [] });
  const listeners = () => Object.fromEntries(stdout.eventNames().map((name) => [name, stdout.listenerCount(name)]));
  const before = listeners();

  for (let id = 1; id <= 20; id += 1) await output.record({ id });

  expect(text().trimEnd().split('\n')).toHaveLength(20);
  expect(listeners()).toEqual(before);
});

test.each([
  [20, 19],
  [undefined, 79],
  // As a terminal in a container without a known size.
  [0, 79],
])('progress stays on one line of a terminal with %s columns', (columns, longest) => {
  const { stream, text } = slowStream();
  const stderr = Object.assign(stream, { isTTY: true, ...(columns !== undefined && { columns }) });
  createOutput({ stdout: slowStream().stream, stderr, secrets: [] }).progress('#'.repeat(200));

  expect(text().match(/#+/)?.[0]).toHaveLength(longest);
});
