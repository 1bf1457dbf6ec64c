import { afterEach, describe, expect, it } from 'vitest'
import { postedCards } from '../../../../src/cards/posted-cards.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, mei, support } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** Somebody begins a drill. It calls people as an urgent mention would, and tells who answered. */

const configuration = {
  doubtSeconds: 1,
  admins: [mei],
  onDuty: { users: [ben], from: '2026-01-01' },
  escalateAfter: '1s',
  subscriptions: [
    {
      ...{ name: 'brand', alert: 'Acme brand', channel: brand, schedule: '*/2 * * * * *', backfill: 1 },
      notify: { users: [ana], when: { sentiment: ['negative'] } },
    },
  ],
}

let processes: Processes | undefined
afterEach(() => processes?.close())

async function begin(size: number, options?: Parameters<typeof createProcesses>[2]) {
  const started = await createProcesses(size, configuration, options)
  processes = started
  const { world, people } = started
  world.add(1, { title: 'Acme case 1' })
  await started.startAll()
  await world.until('the first card', () => world.ids(brand).length === 1)
  const texts = () => people.messages(brand).map(({ text }) => text)
  const posts = () => people.messages(brand).filter(({ text }) => text.startsWith('Drill: '))
  const directs = () =>
    [...world.slack.state.channels.values()]
      .filter(({ kind, user }) => kind === 'im' && user === ben)
      .flatMap(({ id }) => people.messages(id))
      .filter(({ text }) => text.startsWith('Drill: '))
  const reports = () => texts().filter((text) => text.startsWith('Practice alarm over'))
  return { started, world, people, posts, directs, reports }
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('an admin begins a drill, the person on duty answers it, and the report says who did and who did not', async () => {
    const { world, people, posts, directs, reports } = await begin(1, await mode())
    expect(await people.ask(ana, brand, '/mentions drill urgent')).toContain('Only the admins of Overheard')
    expect(await people.confirmed(mei, brand, '/mentions drill urgent')).toContain(
      'Without an answer, the person on duty is told after',
    )
    await world.until('the drill', () => posts().length > 0)
    expect(posts()[0]?.text).toContain(`<@${ana}>`)
    await world.until('the call', () => directs().length === 1)
    const [direct] = directs()
    const where = [...world.slack.state.channels.values()].find(
      ({ kind, user }) => kind === 'im' && user === ben,
    )
    await people.press(ben, where?.id ?? '', direct?.ts ?? '', 'drill_answer')
    await world.until('the answer', () => posts()[0]?.text.includes('Ben Okafor answered') === true)
    expect(await people.ask(mei, brand, '/mentions drill spike')).toContain('running in this channel already')
    expect(await people.ask(ana, brand, '/mentions open')).toMatch(/1 mention|Acme case 1/)
    expect(await people.ask(ana, brand, '/mentions open')).not.toContain('Made-up')
    await world.until('the report', () => reports().length === 1)
    expect(reports()[0]).toMatch(/Ben Okafor answered after.*Notified, but no answer: Ana Lima\./s)
    await world.until('its end', () => posts()[0]?.text.includes('The drill is over.') === true)
    expect(await people.ask(mei, support, '/mentions drill nothing-such')).not.toContain('begins')
  })
})

describe.each([
  ['one process on a folder', 1],
  ['three processes on one database', 3],
])('with a kill -9 of %s', (_name, size) => {
  it.skipIf(onPostgres && size === 1)(
    'between the command and its effects, the drill is posted once, ends by itself, and counts nowhere',
    async () => {
      const { started, world, people, posts, directs, reports } = await begin(size)
      const { slack } = world
      // Slack posts the drill and the call, and never says so.
      for (const text of ['Drill: Made-up', 'Drill: Nobody'])
        slack.control.fault({
          ...{ method: 'chat.postMessage', text, times: 1 },
          act: { do: 'hang', after: true },
        })
      await people.confirmed(mei, brand, '/mentions drill')
      await world.until('the post', () => posts().length > 0)
      await started.killAll()
      await started.startAll()
      await world.until('the call', () => directs().length > 0)
      await started.killAll()
      slack.control.clearFaults(1)
      await started.startAll()
      await world.until('the report', () => reports().length > 0)
      await world.until('its end', () => posts()[0]?.text.includes('The drill is over.') === true)
      world.add(2, { title: 'Acme case 2' })
      await world.until('the next card', () => world.ids(brand).includes('2'))
      const inThread = posts().filter(({ ts, thread_ts: thread }) => thread !== undefined && thread !== ts)
      expect([posts().length - inThread.length, inThread.length, directs().length, reports().length]).toEqual(
        [1, 1, 1, 1],
      )
      expect(world.ids(brand)).toEqual(['1', '2'])
      await started.killAll()
      const store = await openStoreOf(world)
      const cards: string[] = []
      for await (const { shows } of postedCards(store).since(0))
        cards.push(shows.kind === 'card' ? shows.mention.title : shows.kind)
      await store.close()
      // The process may have died before it stored the second card.
      expect(cards).toContain('Acme case 1')
      expect(cards.filter((title) => !title.startsWith('Acme case'))).toEqual([])
    },
  )
})
