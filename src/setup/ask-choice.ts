import { type Choice, choose, type Offer } from './choose.ts'
import type { Dialogue } from './dialogue.ts'

/** More lines than this push the question off the screen. */
const mostLines = 40

/** Shows a numbered list and asks until one of it is chosen; undefined where the answer was empty. */
export async function askChoice<Item extends Offer>(
  dialogue: Dialogue,
  items: Item[],
  question: string,
  describe: (item: Item) => string,
): Promise<Item | undefined> {
  const line = (item: Item) => `  ${String(items.indexOf(item) + 1).padStart(3)}  ${describe(item)}`
  dialogue.say(listed(items, line))
  for (;;) {
    const answer = await dialogue.ask({ text: question })
    if (answer === '') return undefined
    const choice = choose(answer, items)
    if (choice.kind === 'one') return choice.item
    dialogue.say(explain(answer, choice, line))
  }
}

function explain<Item>(
  answer: string,
  choice: Exclude<Choice<Item>, { kind: 'one' }>,
  line: (item: Item) => string,
): string {
  if (choice.kind === 'several') return `'${answer}' fits more than one:\n${listed(choice.items, line)}`
  if (choice.kind === 'beyond') return `There is no ${answer} in the list: it ends with ${choice.last}.`
  return `Nothing in the list has '${answer}' in its name.`
}

function listed<Item>(items: Item[], line: (item: Item) => string): string {
  const rest = items.length - mostLines
  const more = rest > 0 ? [`       … and ${rest} more; type a part of the name.`] : []
  return [...items.slice(0, mostLines).map(line), ...more].join('\n')
}
