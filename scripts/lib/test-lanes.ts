/**
 * Runs jobs in lanes, side by side: each lane its own ones first, in their order, then the rest of those that any lane may
 * take. So no lane is done long before the others, however long each job takes. A job of a project that runs in no other
 * lane goes first: two of one kind want the same of a machine at the same time.
 */
export async function runInLanes<Job extends { project: string }>({
  lanes,
  shared,
  run,
}: {
  lanes: readonly (readonly Job[])[];
  shared: readonly Job[];
  run: (job: Job) => Promise<void>;
}): Promise<void> {
  const left = [...shared];
  const running: string[] = [];

  function take(): Job | undefined {
    const other = left.findIndex(({ project }) => !running.includes(project));
    const [job] = left.splice(Math.max(0, other), 1);
    return job;
  }

  async function runOne(job: Job): Promise<void> {
    running.push(job.project);
    await run(job);
    running.splice(running.indexOf(job.project), 1);
  }

  async function runLane(own: readonly Job[]): Promise<void> {
    for (const job of own) await runOne(job);
    for (let job = take(); job; job = take()) await runOne(job);
  }

  await Promise.all(lanes.map(runLane));
}
