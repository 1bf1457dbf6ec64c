import { type Choice, findChoice, type ListItem } from './choose.ts'
import type { Dialogue } from './dialogue.ts'

/** More lines than this push the question off the screen. */
const maxLines = 40

/** Shows a numbered list and asks until one of it is chosen; undefined where the answer was empty. */
export async function askChoice<Item extends ListItem>(
  dialogue: Dialogue,
  items: Item[],
  question: string,
  describe: (item: Item) => string,
): Promise<Item | undefined> {
  const line = (item: Item) => `  ${String(items.indexOf(item) + 1).padStart(3)}  ${describe(item)}`
  dialogue.say(formatList(items, line))
  for (;;) {
    const answer = await dialogue.ask({ text: question })
    if (answer === '') return undefined
    const choice = findChoice(answer, items)
    if (choice.kind === 'one') return choice.item
    dialogue.say(explainChoice(answer, choice, line))
  }
}

function explainChoice<Item>(
  answer: string,
  choice: Exclude<Choice<Item>, { kind: 'one' }>,
  line: (item: Item) => string,
): string {
  if (choice.kind === 'several') return `'${answer}' fits more than one:\n${formatList(choice.items, line)}`
  if (choice.kind === 'beyond') return `There is no ${answer} in the list: it ends with ${choice.last}.`
  return `Nothing in the list has '${answer}' in its name.`
}

function formatList<Item>(items: Item[], line: (item: Item) => string): string {
  const rest = items.length - maxLines
  const more = rest > 0 ? [`       … and ${rest} more; type a part of the name.`] : []
  return [...items.slice(0, maxLines).map(line), ...more].join('\n')
}
