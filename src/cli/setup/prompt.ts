import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { autocomplete, password, text, updateSettings } from '@clack/prompts'
import { matchByName } from '@overheard/base/name'

export type DialogueInput = NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: undefined })
export type DialogueOutput = NodeJS.WritableStream

type Question = {
  text: string
  known?: string | undefined
  secret?: true
  validate: (answer: string) => string | undefined
}

type Choice<Item> = {
  text: string
  items: Item[]
  describe: (item: Item) => string
  otherwise: string
  /** At a terminal, Enter takes `otherwise`, as at a pipe. Without this, Enter takes the first item there. */
  isOptional?: true
}

type ListItem = { id: string; name: string }

/**
 * A dialogue asks a person at a terminal or a program through a pipe. If the answers end, the open question rejects and `interrupted` is
 * aborted.
 */
export type Dialogue = {
  /** Prints one or more lines without the control characters of foreign text. */
  say(text: string): void
  ask(question: Question): Promise<string>
  choose<Item extends ListItem>(choice: Choice<Item>): Promise<Item | undefined>
  /** This signal is aborted if the person or the input ends the setup before its last question. */
  interrupted: AbortSignal
  close(): void
}

export function createDialogue(input: DialogueInput, output: DialogueOutput): Dialogue {
  return input.isTTY === true ? atTerminal(input, output) : throughPipe(input, output)
}

const endOfText = '\u0003'
const endOfTransmission = '\u0004'

function atTerminal(input: ReadStream, output: DialogueOutput): Dialogue {
  updateSettings({ withGuide: false, aliases: { [endOfTransmission]: 'cancel' } })
  const interruption = new AbortController()
  const { signal } = interruption
  let keys: PassThrough | undefined
  // The terminal never echoes typed text, because a person may type a secret before its question.
  input.setRawMode(true)
  input.on('data', (typed: Buffer) => {
    if (keys !== undefined) keys.write(typed)
    else if (typed.includes(endOfText)) interruption.abort()
  })
  async function show<T>(prompt: (streams: object) => Promise<T | symbol>): Promise<T> {
    signal.throwIfAborted()
    keys = new PassThrough()
    const answer = await prompt({ input: keys, output, signal })
    keys = undefined
    if (typeof answer !== 'symbol') return answer
    interruption.abort()
    throw signal.reason
  }
  return {
    say: (words) => void output.write(`${stripControlCharacters(words)}\n`),
    async ask(question) {
      const validate = (typed = '') => objectionTo(question, typed)
      const ask = question.secret ? password : text
      const typed = await show<string>((streams) => ask({ ...streams, message: labelOf(question), validate }))
      return answerTo(question, typed)
    },
    async choose({ text: question, items, describe, otherwise, isOptional }) {
      const options = [
        ...items.map((item, index) => ({ value: index + 1, label: stripControlCharacters(describe(item)) })),
        { value: items.length + 1, label: otherwise },
      ]
      const filter = (words: string, { value }: { value: number }) =>
        matching(words, items.slice(value - 1, value)).length > 0
      const validate = (value: unknown) => (value === undefined ? 'Nothing in the list fits.' : undefined)
      const chosen = await show<number>((streams) =>
        autocomplete({
          ...streams,
          ...{ message: question, options, filter, validate, maxItems: 12 },
          ...(isOptional && { initialValue: items.length + 1 }),
        }),
      )
      return items[chosen - 1]
    },
    interrupted: signal,
    close() {
      input.setRawMode(false)
      input.pause()
    },
  }
}

function throughPipe(input: DialogueInput, output: DialogueOutput): Dialogue {
  const reader = createInterface({ input })
  const answers = reader[Symbol.asyncIterator]()
  const interruption = new AbortController()
  const say = (words: string) => void output.write(`${stripControlCharacters(words)}\n`)
  async function readLine(question: string): Promise<string> {
    output.write(stripControlCharacters(`${question}: `))
    const line = await answers.next()
    output.write('\n')
    if (!line.done) return line.value
    interruption.abort()
    throw interruption.signal.reason
  }
  return {
    say,
    async ask(question) {
      for (;;) {
        const typed = await readLine(labelOf(question))
        const objection = objectionTo(question, typed)
        if (objection === undefined) return answerTo(question, typed)
        say(objection)
      }
    },
    async choose({ text: question, items, describe, otherwise }) {
      say(listOf(items, describe))
      for (;;) {
        const typed = (await readLine(`${question} (name or id; Enter: ${otherwise})`)).trim()
        if (typed === '') return undefined
        const found = matching(typed, items)
        if (found.length === 1) return found[0]
        if (found.length === 0) say(`Nothing in the list has '${typed}' in its name.`)
        else say(`'${typed}' fits more than one:\n${listOf(found, describe)}`)
      }
    },
    interrupted: interruption.signal,
    close: () => reader.close(),
  }
}

const answerTo = ({ known }: Question, typed = '') => typed.trim() || (known ?? '')

function objectionTo(question: Question, typed: string): string | undefined {
  const answer = answerTo(question, typed)
  return answer === '' ? 'This cannot be left empty. (Ctrl-C ends the setup.)' : question.validate(answer)
}

function labelOf({ text: words, known, secret }: Question): string {
  if (!known) return words
  return stripControlCharacters(`${words} [${secret ? maskSecret(known) : known}]`)
}

/** Shows only the prefix of a secret (`xoxb-`) and its last four characters. A short secret is hidden completely. */
export function maskSecret(secret: string): string {
  if (secret.length < 16) return '…'
  const kind = /^x[a-z]{3}-/.exec(secret)?.[0] ?? ''
  return `${kind}…${secret.slice(-4)}`
}

const matching = <Item extends ListItem>(typed: string, items: Item[]) =>
  matchByName(typed, items, ({ id, name }) => ({ id, names: [name] }))

/** At most this many lines of a list are shown, because more would push the question off the screen. */
const maxLines = 40

function listOf<Item>(items: Item[], describe: (item: Item) => string): string {
  const rest = items.length - maxLines
  const more = rest > 0 ? [`  … and ${rest} more; type a part of the name.`] : []
  return [...items.slice(0, maxLines).map((item) => `  ${describe(item)}`), ...more].join('\n')
}

function stripControlCharacters(words: string): string {
  return words.replaceAll(/[^\P{Cc}\n]/gu, '')
}
