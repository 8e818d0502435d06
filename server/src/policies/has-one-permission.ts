/** An action that a role may be allowed, of Strapi's settings or with one of its content types. */
export interface Permission {
  action: string;
  subject?: string;
}

/** What the roles of the requesting administrator allow, as Strapi's admin stores it in the state of a request. */
interface Ability {
  rulesFor(action: string, subject: string): readonly { inverted: boolean; conditions?: unknown }[];
}

/**
 * Admits an administrator who has at least one of the permissions; Strapi's own policy requires all of them. A
 * permission with a condition does not count: it applies to its holder's own entries, and cached records have no
 * creator.
 */
export function hasOnePermission(
  { state }: { state: { userAbility: Ability } },
  { actions }: { actions: readonly Permission[] },
): boolean {
  return actions.some(({ action, subject }) =>
    state.userAbility
      .rulesFor(action, subject ?? 'all')
      .some(({ inverted, conditions }) => !inverted && conditions === undefined),
  );
}
