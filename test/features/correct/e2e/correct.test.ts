import { afterEach, describe, expect, it } from 'vitest'
import { correctionKind } from '../../../../src/features/correct/corrections.ts'
import { openCollection } from '../../../../src/model/collection.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, support } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** People correct the sentiment of a mention that two channels have. */

const shared = { alert: 'Acme brand', schedule: '*/2 * * * * *', burst: 1000, backfill: 3 }
const configuration = {
  doubtSeconds: 1,
  subscriptions: [
    { ...shared, name: 'brand', channel: brand },
    { ...shared, name: 'support', channel: support },
  ],
}

let processes: Processes | undefined
afterEach(() => processes?.close())

async function begin(size: number, options?: Parameters<typeof createProcesses>[2]) {
  const started = await createProcesses(size, configuration, options)
  processes = started
  const { world, people } = started
  for (const id of [1, 2, 3]) world.add(id, { title: `Acme case ${id}`, sentiment: 'neutral' })
  await started.startAll()
  await world.until('the cards', () => world.ids(brand).length + world.ids(support).length === 6)
  const tsOf = (channel: string, id: number) =>
    world.posted(channel).find(({ ids }) => ids[0] === String(id))?.ts ?? ''
  const textOf = (channel: string, id: number) =>
    JSON.stringify(people.messages(channel).find(({ ts }) => ts === tsOf(channel, id))?.blocks ?? [])
  const open = (user: string, channel: string, id: number) => {
    const ts = tsOf(channel, id)
    const choice = people.choiceOf(channel, ts, 'more')
    return people.modal(user, () => people.press(user, channel, ts, 'mention_more', choice))
  }
  async function correct(user: string, channel: string, id: number, sentiment: string) {
    const form = await open(user, channel, id)
    const answers = { sentiment: { sentiment } }
    return world.slack.people.submitView({ user, viewId: form.id, answers })
  }
  const shows = (id: number, words: RegExp) =>
    [brand, support].every((channel) => words.test(textOf(channel, id)))
  return { started, world, people, open, correct, shows, textOf }
}

const byAna = /👎.*Sentiment corrected by Ana Lima/
const byBen = /👍.*Sentiment corrected by Ben Okafor/
const untouched = /^(?!.*(👎|👍|corrected))/s

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('a corrected sentiment shows on the cards of both channels and orders the open list, until it is taken back', async () => {
    const { world, people, open, correct, shows } = await begin(1, await mode())
    const firstOpen = async () => /Acme case \d/.exec(await people.ask(ana, brand, '/mentions open'))?.[0]
    expect(await correct(ana, brand, 1, 'negative')).toMatchObject({ kind: 'closed' })
    await world.until('both cards', () => shows(1, byAna))
    expect(await firstOpen()).toBe('Acme case 1')
    const form = await open(ben, support, 1)
    expect(JSON.stringify(form.blocks)).toContain(
      'Corrected by Ana Lima. The mention service rated it neutral.',
    )
    expect(await correct(ben, support, 1, 'positive')).toMatchObject({ kind: 'closed' })
    await world.until('both cards again', () => shows(1, byBen))
    expect(await correct(ana, brand, 2, 'negative')).toMatchObject({ kind: 'closed' })
    await world.until('the second mention', () => shows(2, byAna))
    expect(await firstOpen()).toBe('Acme case 2')
    expect(await correct(ana, brand, 1, 'service')).toMatchObject({ kind: 'closed' })
    await world.until('no correction', () => shows(1, untouched))
    // A form without a choice and without a ticket says so, and changes nothing.
    const empty = await open(ana, brand, 3)
    expect(await world.slack.people.submitView({ user: ana, viewId: empty.id, answers: {} })).toMatchObject({
      kind: 'errors',
    })
    expect(shows(3, untouched)).toBe(true)
  })
})

describe.each([
  ['one process on a folder', 1],
  ['three processes on one database', 3],
])('with a kill -9 of %s', (_name, size) => {
  it.skipIf(onPostgres && size === 1)(
    'between the press and its effects, every card gets the correction, and it is stored once',
    async () => {
      const { started, world, correct, shows } = await begin(size)
      const { slack } = world
      slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
      const answers = await Promise.all([
        correct(ana, brand, 1, 'negative'),
        correct(ben, support, 2, 'positive'),
      ])
      for (const answer of answers) expect(answer).toMatchObject({ kind: 'closed' })
      await started.killAll()
      slack.control.clearFaults(1)
      expect([shows(1, untouched), shows(2, untouched)]).toEqual([true, true])
      await started.startAll()
      await world.until('the cards', () => shows(1, byAna) && shows(2, byBen))
      world.add(4, { title: 'Acme case 4', sentiment: 'neutral' })
      await world.until('the next mention', () => world.ids(support).includes('4'))
      expect(shows(3, untouched)).toBe(true)
      await started.killAll()
      const store = await openStoreOf(world)
      const stored = await openCollection(store, correctionKind).all().finally(store.close)
      expect(
        stored.map(({ mention, to, was, posts }) => [mention, to, was, posts.length]).toSorted(),
      ).toEqual([
        ['1', 'negative', 'neutral', 2],
        ['2', 'positive', 'neutral', 2],
      ])
    },
  )
})
