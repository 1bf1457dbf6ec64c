/** So many at once: each may hold two files open, of which a process may have few hundred, and a database is not flooded. */
export const groupSize = 50

/** Runs something for each item, a group at a time; resolves with what came of each, in order. Rejects with the first failure: no group is begun after it. */
export async function inGroups<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let next = 0; next < items.length; next += groupSize)
    results.push(...(await Promise.all(items.slice(next, next + groupSize).map(run))))
  return results
}
