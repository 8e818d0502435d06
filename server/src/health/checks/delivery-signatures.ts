import type { HealthCheck } from '../health-check';

/** What the receiver noticed about deliveries and did not turn away. */
export interface DeliveryDiagnostics {
  /** In words for an administrator; `null`: since ever. */
  problemsSince(moment: Date | null): Promise<string[]>;
}

/** Deliveries prove where they come from in every way they should (decisions 4). */
export function createDeliverySignaturesCheck({ diagnostics }: { diagnostics: DeliveryDiagnostics }): HealthCheck {
  return {
    subject: 'The signatures of webhook deliveries',
    run: ({ previousAt }) => diagnostics.problemsSince(previousAt),
  };
}
