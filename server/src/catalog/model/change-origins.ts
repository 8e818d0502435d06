/** What brought a response of upstream: a run, a webhook event, or somebody who asked for this one product. */
export type ChangeOrigin = { kind: 'run'; runId: string } | { kind: 'event' } | { kind: 'resync' };

/** As a column holds it. */
export function originText(origin: ChangeOrigin): string {
  return origin.kind === 'run' ? `run:${origin.runId}` : origin.kind;
}

/** Out of a column; null for what was written before origins were. */
export function originOf(text: unknown): ChangeOrigin | null {
  if (text === 'event' || text === 'resync') return { kind: text };
  return typeof text === 'string' && text.startsWith('run:') ? { kind: 'run', runId: text.slice('run:'.length) } : null;
}
