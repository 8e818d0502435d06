/** A product's position in the order by title: directly behind another product; null: first. */
export interface TitlePlace {
  id: number;
  behind: number | null;
}

/** Groups products that follow each other; each group goes behind a product that is not moved. */
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
