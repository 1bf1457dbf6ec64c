import { expect, it } from 'vitest'
import { createMentionsCommand } from '../../../src/listeners/commands/mentions-command.ts'
import type { Subcommand } from '../../../src/listeners/subcommand.ts'
import { textMessage } from '../../../src/messages/kit/block-kit.ts'

/** Runs a line where one subcommand has a new word, and returns the text of the answer. */
async function answerTo(line: string): Promise<string> {
  const texts: string[] = []
  const renamed: Subcommand = {
    ...{ word: 'after', formerly: 'before', rest: 'read' as const, checksAccess: true as const },
    inLanguages: { de: 'später', pt: 'depois', ja: 'あとで' },
    answer: async (_asker, rest) => textMessage(`read: ${rest}`),
  }
  const takesNothing: Subcommand = {
    ...{ ...renamed, word: 'now', formerly: 'then', rest: 'none' },
    inLanguages: { de: 'nowadays', pt: 'depositar' },
  }
  const unused = () => {
    throw new Error('nobody asks for this')
  }
  const { run } = createMentionsCommand({
    subcommands: () => [renamed, takesNothing],
    changes: { ask: unused, confirm: unused },
    access: { refusal: unused },
    views: { open: unused, update: unused } as never,
    reply: async (_asker, { text }) => void texts.push(text),
    setTimer: unused,
  })
  await run({ line, user: 'U1', channel: 'C1', trigger: 't' } as never)
  return texts.join()
}

it.each([
  ['after a b', 'read: a b'],
  ['before a b', 'read: a b'],
  ['bef a b', 'read: a b'],
  ['später a b', 'read: a b'],
  ['SPA\u0308TER a b', 'read: a b'],
  ['あとで a', 'read: a'],
  ['depo a', 'There is no command /mentions depo.'],
  ['depoi a', 'read: a'],
  ['nowadays x', '/mentions now takes nothing more'],
  ['then x', '/mentions now takes nothing more, so “x” is not understood.'],
])('/mentions %s is answered by the subcommand that has, or had, the word', async (line, answer) =>
  expect(await answerTo(line)).toContain(answer),
)
