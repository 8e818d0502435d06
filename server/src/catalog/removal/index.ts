/** What the rest of the server uses of this room. */
export type { Absences } from './absences';
export type { DeleteExpired } from './expired-records';
export { DoubtfulEmptinessError, MassRemovalError } from './removal-limit';
export { betweenLooks, type Removals } from './removals';
export { createSiteRelations } from './strapi-site-relations';
