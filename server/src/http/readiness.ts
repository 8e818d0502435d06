/** Whether this instance accepts requests: not before it has started, and not once it stops (behavior 12.4). */
export interface Readiness {
  isReady(): boolean;
  begin(): void;
  /** Final: `begin` has no effect afterward. */
  end(): void;
}

export function createReadiness(): Readiness {
  let phase: 'starting' | 'ready' | 'stopping' = 'starting';
  return {
    isReady: () => phase === 'ready',
    begin() {
      if (phase === 'starting') phase = 'ready';
    },
    end() {
      phase = 'stopping';
    },
  };
}
