import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { matchByName } from '../../model/name.ts'

/** The source of answers. `isTTY` is true for a terminal and false for a pipe. */
export type DialogueInput = NodeJS.ReadableStream & { isTTY?: boolean }
/** The stream for questions and messages. */
export type DialogueOutput = NodeJS.WritableStream & { columns?: number }

/** A question. `enter`: the answer that Enter gives; `shown`: that answer as it is displayed. */
export type DialogueQuestion = { text: string; enter?: string; shown?: string; secret?: boolean }

/** A conversation at a terminal, or through a pipe. */
export type Dialogue = {
  /** Prints one or more lines without control characters of foreign text. */
  say(text: string): void
  /** Returns the trimmed answer; for an empty one, the answer of Enter, or ''. Throws SetupEnded if the input has ended. */
  ask(question: DialogueQuestion): Promise<string>
  /** Aborted with SetupEnded at Ctrl-C. */
  interrupted: AbortSignal
  close(): void
}

/** The person, or the input, ended the setup before its last question. */
export class SetupCancelled extends Error {
  override readonly name = 'SetupEnded'
}

/** Starts a dialogue. Answers to questions for secrets are not shown at a terminal. */
export function createDialogue(input: DialogueInput, output: DialogueOutput): Dialogue {
  const terminal = input.isTTY === true
  const echo = createEcho(output)
  // Without a history, because the arrow keys would show a secret at the next question.
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

/** Asks until an answer is valid. An error is printed as a sentence. */
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

/**
 * The output of readline: the typed line. It is hidden unless a question that may show it is open, so text typed ahead is not shown either.
 */
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

/** Removes control characters that could move the cursor or change colours. Line breaks stay. */
function stripControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '')
}

/** Asks for a secret until it is valid. Enter keeps the `known` one, which is shown masked. */
export async function askSecret(
  dialogue: Dialogue,
  { text, known }: { text: string; known: string | undefined },
  validate: (answer: string) => string | undefined,
): Promise<string> {
  const kept = known ? { enter: known, shown: maskSecret(known) } : {}
  return await askUntilValid(dialogue, { text, secret: true, ...kept }, validate)
}

/** A masked secret: its prefix (`xoxb-`) and its last four characters. A short secret is hidden completely. */
export function maskSecret(secret: string): string {
  if (secret.length < 16) return '…'
  const kind = /^x[a-z]{3}-/.exec(secret)?.[0] ?? ''
  return `${kind}…${secret.slice(-4)}`
}

/** More lines than this push the question off the screen. */
const maxLines = 40

/** Prints a numbered list and asks until an item is chosen; undefined if the answer was empty. */
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

/** The meaning of an answer to a list. */
type Choice<Item> =
  | { kind: 'one'; item: Item }
  | { kind: 'several'; items: Item[] }
  | { kind: 'beyond'; last: number }
  | { kind: 'none' }

/**
 * Finds the chosen item: by its number (from 1), by its id or whole name, or by words of its name. Case and a leading `#` are ignored. A
 * number outside the list that is in no name gives `beyond`.
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
