import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

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
