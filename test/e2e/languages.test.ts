import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { de } from '../../src/messages/mention/texts.de.ts'
import { es } from '../../src/messages/mention/texts.es.ts'
import { fr } from '../../src/messages/mention/texts.fr.ts'
import { ja } from '../../src/messages/mention/texts.ja.ts'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { isPending } from '../tools/e2e/pending.ts'

/** The language of the file and of a subscription changes under a stream of mentions, and the bot is killed each time. */

const ana = 'U0000000ANA'
const support = 'C0000SUPPRT'
const configured = (language: string, own: string) => ({
  language,
  subscriptions: [
    {
      name: 'acme',
      alert: 'Acme brand',
      channel,
      schedule: '* * * * * *',
      burstWithin: '0s',
      burst: 1000,
      language: own,
    },
    {
      name: 'all',
      alert: 'Acme brand',
      channel: support,
      schedule: '* * * * * *',
      burstWithin: '0s',
      burst: 1000,
    },
  ],
})

let world: World
beforeAll(async () => {
  const users = [
    { id: ana, name: 'ana', locale: 'ja-JP' },
    { id: 'U0000000BEN', name: 'ben' },
  ]
  world = await createWorld({ configuration: configured('fr', 'de'), slack: { users } })
  world.start()
  const posted = (where: string) => world.slack.control.messages(where).length > 0
  await world.until('the initial syncs', () => posted(channel) && posted(support))
})
afterAll(() => world?.close())

const lastCard = (where: string) => JSON.stringify(world.slack.control.messages(where).at(-1)?.blocks)

it('cards are in the language of their subscription, and posted once although it changes at each kill', async () => {
  let next = 0
  const add = (count: number) => {
    for (let added = 0; added < count; added++) world.add(++next)
  }
  const isPosted = () =>
    [channel, support].every(
      (where) => world.ids(where).length >= next && world.ids(where).includes(String(next)),
    )
  const rounds = [
    ['fr', 'de', fr, de],
    ['de', 'ja', de, ja],
    ['en', 'es', undefined, es],
    ['ja', 'fr', ja, fr],
  ] as const
  for (const [language, own, common, ofOwn] of rounds) {
    const file = stringify(configured(language, own))
    writeFileSync(join(world.folder, 'overheard.yaml'), file)
    add(2)
    await world.end('SIGKILL')
    world.start()
    add(2)
    await world.until(`the cards in ${own} and ${language}`, isPosted)
    expect(lastCard(channel)).toContain(`"${ofOwn.claim}"`)
    expect(lastCard(support)).toContain(`"${common?.claim ?? 'Claim'}"`)
  }
  const all = Array.from({ length: next }, (_, index) => String(index + 1))
  for (const where of [channel, support]) expect(world.ids(where)).toEqual(all)
})

it('what one person sees is in the language of the person in Slack', async () => {
  const answers = () => world.slack.state.ephemerals.filter((one) => !isPending(one))
  await world.slack.people.runCommand({ user: ana, channel, line: '/mentions mutes' })
  await world.until('the answer', () => answers().length === 1)
  expect(answers()[0]?.message.text).toMatch(/\p{Script=Hiragana}/u)
  await world.slack.people.runCommand({ user: 'U0000000BEN', channel, line: '/mentions mutes' })
  await world.until('the other answer', () => answers().length === 2)
  expect(answers()[1]?.message.text).not.toMatch(/\p{Script=Hiragana}/u)
})
