import { expect, test } from 'vitest';
import { runInLanes } from '../../scripts/lib/test-lanes';

/** Runs jobs named `project seconds`, and returns when each of them starts in each lane, on a simulated clock. */
async function begunIn(lanes: readonly string[][], shared: readonly string[]): Promise<string[]> {
  const ends: { at: number; end: () => void }[] = [];
  const begun: string[] = [];
  let now = 0;
  const run = ({ project, seconds }: { project: string; seconds: number }) =>
    new Promise<void>((end) => {
      begun.push(`${now}: ${project}`);
      ends.push({ at: now + seconds, end });
    });
  const jobOf = (text: string) => {
    const [project = '', seconds] = text.split(' ');
    return { project, seconds: Number(seconds) };
  };
  const running = runInLanes({ lanes: lanes.map((own) => own.map(jobOf)), shared: shared.map(jobOf), run });
  for (let [next] = ends; next; [next] = ends.sort((a, b) => a.at - b.at)) {
    ends.splice(ends.indexOf(next), 1);
    now = next.at;
    next.end();
    await new Promise((turn) => setImmediate(turn));
  }
  await running;
  return begun;
}

test('a lane that is done with its own jobs takes what is left, first of what runs in no other', async () => {
  expect(
    await begunIn(
      [['unit 1', 'contract 2'], ['smoke 9']],
      ['integration 4', 'integration 4', 'browser 5', 'browser 5'],
    ),
  ).toEqual(['0: unit', '0: smoke', '1: contract', '3: integration', '7: integration', '9: browser', '11: browser']);
});

test('jobs of one project run side by side when nothing else is left', async () => {
  expect(await begunIn([['unit 1'], ['smoke 2']], ['browser 5', 'browser 5'])).toEqual([
    '0: unit',
    '0: smoke',
    '1: browser',
    '2: browser',
  ]);
});

test('one job takes one lane', async () => {
  expect(await begunIn([[], []], ['integration 3'])).toEqual(['0: integration']);
});
