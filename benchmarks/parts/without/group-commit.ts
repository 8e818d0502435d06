import type * as commits from '../../../server/src/lib/group-commit';
import { replaceModule } from '../replace-module';

/** Each delivery is committed separately. */
replaceModule('lib/group-commit', {
  createGroupCommit: <Item, Outcome>({
    commit,
  }: {
    commit: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  }): commits.GroupCommit<Item, Outcome> => ({
    async add(item) {
      const [outcome] = await commit([item]);
      if (outcome === undefined) throw new Error('a commit returns one outcome for each item');
      return outcome;
    },
  }),
});
