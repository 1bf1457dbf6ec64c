/** Something that a list offers. */
export type ListItem = { id: string; name: string }

/** What an answer to a list means. */
export type Choice<Item> =
  | { kind: 'one'; item: Item }
  | { kind: 'several'; items: Item[] }
  | { kind: 'beyond'; last: number }
  | { kind: 'none' }

/**
 * The item of that number (from 1, in the order of the list); else of that id or whole name; else those whose name has all the words.
 * Case and a leading `#` are ignored. A number that is neither within the list nor in a name is `beyond` it.
 */
export function findChoice<Item extends ListItem>(answer: string, items: Item[]): Choice<Item> {
  const wanted = normalizeName(answer)
  if (wanted === '') return { kind: 'none' }
  const numbered = /^\d{1,9}$/.test(wanted) ? items[Number(wanted) - 1] : undefined
  if (numbered) return { kind: 'one', item: numbered }
  const words = wanted.split(' ')
  const steps = [
    (item: Item) => item.id.toLowerCase() === wanted,
    (item: Item) => normalizeName(item.name) === wanted,
    (item: Item) => words.every((word) => normalizeName(item.name).includes(word)),
  ]
  for (const fits of steps) {
    const found = items.filter(fits)
    const [item] = found
    if (item) return found.length === 1 ? { kind: 'one', item } : { kind: 'several', items: found }
  }
  return /^\d+$/.test(wanted) ? { kind: 'beyond', last: items.length } : { kind: 'none' }
}

function normalizeName(text: string): string {
  return text.normalize('NFKC').trim().replace(/^#/, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
