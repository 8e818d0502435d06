/** The public interface of this room. */
export type { Absences, ConfirmableAbsences } from './absences';
export type { DeleteExpired } from './expired-records';
export { DoubtfulEmptinessError, MassRemovalError } from './removal-limit';
export { createRemovalWindow } from './removal-window';
export { confirmationDelay, type Removals } from './removals';
export { createSiteRelations } from './strapi-site-relations';
