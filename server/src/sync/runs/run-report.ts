import type { Run } from '../../../../contracts/admin/runs';

/** A run's report, whose lists may be longer than memory should hold. */
export interface RunReport {
  run: Run;
  failures: AsyncIterable<readonly unknown[]>;
  changes: AsyncIterable<readonly unknown[]>;
}

/** Streams a report as JSON: `{run, failures, changes}`, with all entries, not only the first ones. */
export async function* writeReport({ run, failures, changes }: RunReport): AsyncGenerator<string> {
  const facts = Object.fromEntries(Object.entries(run).filter(([name]) => name !== 'failures'));
  yield `{\n"run": ${JSON.stringify(facts, null, 2)},\n"failures": `;
  yield* writeList(failures);
  yield ',\n"changes": ';
  yield* writeList(changes);
  yield '\n}\n';
}

async function* writeList(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const part of parts) {
    yield `${separator}\n${part.map((item) => JSON.stringify(item)).join(',\n')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : '\n]';
}
