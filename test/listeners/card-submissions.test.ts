import { expect, it } from 'vitest'
import { createCardSubmissions } from '../../src/listeners/actions/card-submissions.ts'
import { entryInputs } from '../../src/listeners/texts/burst-entries.ts'
import { textMessage } from '../../src/messages/kit/block-kit.ts'

/** Asks why three mentions of a card were posted. Returns what the person is told. */
async function askedWhy(refusal?: string) {
  const told: string[] = []
  const submissions = createCardSubmissions({
    access: { refusal: async () => refusal },
    findCard: async () => ({ channel: 'C1', ts: '1.1', alert: '7' }),
    why: async ({ mention }: { mention: { id: string } }) => textMessage(`Why ${mention.id}.`),
    severalEntries: () => [],
    reply: async (_to: unknown, { text }: { text: string }) => void told.push(text),
  } as unknown as Parameters<typeof createCardSubmissions>[0])
  await submissions.entries({
    ...{ user: 'U1', view: 'V1', trigger: '', actionValue: '' },
    metadata: JSON.stringify({ channel: 'C1', ts: '1.1', responseUrl: '' }),
    values: new Map<string, string | string[]>([
      [entryInputs.entries, ['1', '2', '3']],
      [entryInputs.action, 'why'],
    ]),
  })
  return told
}

it('a person who asks why several mentions were posted reads each reason', async () =>
  expect(await askedWhy()).toEqual(['Why 1.', 'Why 2.', 'Why 3.']))

it('a person who may not read the alert of several mentions is told so once', async () =>
  expect(await askedWhy('You may not.')).toEqual(['You may not.']))
