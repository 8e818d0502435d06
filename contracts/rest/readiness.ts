/** Readiness probe for load balancers: whether this instance accepts requests, below `{base_url}` (behavior 12.4). */
export const readinessPath = '/ready';
