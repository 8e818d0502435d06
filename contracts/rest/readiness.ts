/** Where load balancers ask whether this instance takes requests, below `{base_url}` (behavior 12.4). */
export const readinessPath = '/ready';
