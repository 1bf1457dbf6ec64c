import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { matchByName } from '../../model/name.ts'

/** Where answers come from; `isTTY` tells a terminal from a pipe. */
export type DialogueInput = NodeJS.ReadableStream & { isTTY?: boolean }
/** Where everything is said. */
export type DialogueOutput = NodeJS.WritableStream & { columns?: number }

/** A question; `enter` is the answer that Enter stands for, `shown` how it is shown. */
export type DialogueQuestion = { text: string; enter?: string; shown?: string; secret?: boolean }

/** A conversation at a terminal, or through a pipe. */
export type Dialogue = {
  /** Says one or more lines; control characters of foreign text are left out. */
  say(text: string): void
  /** The trimmed answer, what Enter stands for where it is empty, or ''. Throws SetupEnded where no answer comes any more. */
  ask(question: DialogueQuestion): Promise<string>
  /** Aborted with SetupEnded at Ctrl-C. */
  interrupted: AbortSignal
  close(): void
}

/** The person, or the input, ended the setup before its last question. */
export class SetupCancelled extends Error {
  override readonly name = 'SetupEnded'
}

/** Begins a conversation. What is typed at a terminal as an answer to a secret question is not shown. */
export function createDialogue(input: DialogueInput, output: DialogueOutput): Dialogue {
  const terminal = input.isTTY === true
  const echo = createEcho(output)
  // Without history: the arrow keys would bring a secret back in the next question.
  const reader = createInterface({ input, output: echo.stream, terminal, historySize: 0 })
  const answers = reader[Symbol.asyncIterator]()
  const interruption = new AbortController()
  reader.on('SIGINT', () => {
    interruption.abort(new SetupCancelled())
    reader.close()
  })
  return {
    say: (text) => void output.write(`${stripControlCharacters(text)}\n`),
    async ask(question) {
      interruption.signal.throwIfAborted()
      prompt(question)
      const answer = await answers.next()
      echo.hide()
      if (!terminal || question.secret || answer.done) output.write('\n')
      if (answer.done) throw new SetupCancelled()
      return answer.value.trim() || (question.enter ?? '')
    },
    interrupted: interruption.signal,
    close: () => reader.close(),
  }

  function prompt({ text, shown, secret }: DialogueQuestion): void {
    const words = stripControlCharacters(shown === undefined ? `${text}: ` : `${text} [${shown}]: `)
    if (!terminal || secret) output.write(words)
    if (!terminal) return
    if (!secret) echo.show()
    reader.setPrompt(secret ? '' : words)
    reader.prompt()
  }
}

/** Asks until there is an answer that nothing is objected to; an objection is said as a sentence. */
export async function askUntilValid(
  dialogue: Dialogue,
  question: DialogueQuestion,
  validate: (answer: string) => string | undefined,
): Promise<string> {
  for (;;) {
    const answer = await dialogue.ask(question)
    const objection = answer === '' ? 'This cannot be left empty. (Ctrl-C ends the setup.)' : validate(answer)
    if (objection === undefined) return answer
    dialogue.say(objection)
  }
}

/** What readline writes: the line as it is typed. Hidden except while an open question waits, so that nothing typed ahead shows either. */
function createEcho(output: DialogueOutput) {
  let shown = false
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (shown) output.write(chunk)
      done()
    },
  })
  return {
    stream: Object.assign(stream, { columns: output.columns }),
    hide: () => {
      shown = false
    },
    show: () => {
      shown = true
    },
  }
}

/** Without what could move the cursor or change colours, line breaks excepted. */
function stripControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '')
}

/** Asks for a secret until nothing is objected to; Enter stands for the one that is `known`, which is shown masked. */
export async function askSecret(
  dialogue: Dialogue,
  { text, known }: { text: string; known: string | undefined },
  validate: (answer: string) => string | undefined,
): Promise<string> {
  const kept = known ? { enter: known, shown: maskSecret(known) } : {}
  return await askUntilValid(dialogue, { text, secret: true, ...kept }, validate)
}

/** A secret as it may be shown: its kind (`xoxb-`) and its last four characters, which tell two of them apart; short ones not at all. */
export function maskSecret(secret: string): string {
  if (secret.length < 16) return '…'
  const kind = /^x[a-z]{3}-/.exec(secret)?.[0] ?? ''
  return `${kind}…${secret.slice(-4)}`
}

/** More lines than this push the question off the screen. */
const maxLines = 40

/** Shows a numbered list and asks until one of it is chosen; undefined if the answer was empty. */
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

/** Something that a list offers. */
type ListItem = { id: string; name: string }

/** What an answer to a list means. */
type Choice<Item> =
  | { kind: 'one'; item: Item }
  | { kind: 'several'; items: Item[] }
  | { kind: 'beyond'; last: number }
  | { kind: 'none' }

/**
 * The item of that number (from 1, in the order of the list); else of that id or whole name; else those whose name has all the words.
 * Case and a leading `#` are ignored. A number that is neither within the list nor in a name is `beyond` it.
 */
export function findChoice<Item extends ListItem>(answer: string, items: Item[]): Choice<Item> {
  const wanted = answer.trim().replace(/^#/, '')
  const numbered = /^\d{1,9}$/.test(wanted) ? items[Number(wanted) - 1] : undefined
  if (numbered) return { kind: 'one', item: numbered }
  const found = matchByName(answer, items, ({ id, name }) => ({ id, names: [name] }))
  const [item] = found
  if (item) return found.length === 1 ? { kind: 'one', item } : { kind: 'several', items: found }
  return /^\d+$/.test(wanted) ? { kind: 'beyond', last: items.length } : { kind: 'none' }
}
