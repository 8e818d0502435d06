/** What triggered an upstream request: a run, a webhook event, or a manual resync of one product. */
export type ChangeOrigin = { kind: 'run'; runId: string } | { kind: 'event' } | { kind: 'resync' };

/** As stored in a column. */
export function originText(origin: ChangeOrigin): string {
  return origin.kind === 'run' ? `run:${origin.runId}` : origin.kind;
}

/** Parsed from a column; null for rows written before origins existed. */
export function originOf(text: unknown): ChangeOrigin | null {
  if (text === 'event' || text === 'resync') return { kind: text };
  return typeof text === 'string' && text.startsWith('run:') ? { kind: 'run', runId: text.slice('run:'.length) } : null;
}
