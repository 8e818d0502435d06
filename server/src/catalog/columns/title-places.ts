/** Where a product is in the order by title: directly behind another one; null: it is the first. */
export interface TitlePlace {
  id: number;
  behind: number | null;
}

/** Those that follow each other, behind the one that is not moved. */
export function groupsOf(
  placed: readonly (TitlePlace & { row: number })[],
): { behind: number | null; rows: number[] }[] {
  const groups: { behind: number | null; last: number; rows: number[] }[] = [];
  for (const { id, behind, row } of placed) {
    const group = groups.at(-1);
    if (group && group.last === behind) {
      group.rows.push(row);
      group.last = id;
    } else groups.push({ behind, last: id, rows: [row] });
  }
  return groups;
}
