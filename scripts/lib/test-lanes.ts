/**
 * Runs jobs in parallel lanes. Each lane first runs its own jobs in order, then takes shared ones, so that all lanes
 * finish at about the same time. It prefers shared jobs of a project that no other lane is running, since two jobs of
 * the same project compete for the same resources.
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
