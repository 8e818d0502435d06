interface Permission {
  action: string;
  subject?: string;
}

/** What the roles of the administrator who asks allow, as Strapi's admin puts it in the state of a request. */
interface Ability {
  rulesFor(action: string, subject?: string): readonly { inverted: boolean; conditions?: unknown }[];
}

/**
 * Lets an administrator through who holds at least one of the permissions; Strapi's own policy takes all of them. One with
 * a condition does not count: it is about entries of its holder's own, and nobody created a cached record.
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
