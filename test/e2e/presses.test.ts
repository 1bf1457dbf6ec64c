import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from '../tools/e2e/bot-world.ts'
import { ana, ben, brand, mei, support } from '../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../tools/e2e/processes.ts'

/**
 * People press the buttons of cards and bursts. Slack sends each press to the next connection, so of three processes two get presses on cards
 * of an alert that a third one polls. The polls are a year apart, so every request to the mention service would come from a press.
 */

const yearly = { alert: 'Acme brand', schedule: '0 0 1 1 *' }
const configuration = {
  subscriptions: [
    { ...yearly, name: 'cards', channel: brand, burst: 1000, backfill: 3 },
    { ...yearly, name: 'bursts', channel: support, burst: 5, backfill: 20 },
  ],
}
const negative = 7

describe.each([
  ['one process', 1],
  ['three processes on one database', 3],
])('presses on the messages of %s', (_name, size) => {
  let processes: Processes
  let world: Processes['world']
  let people: Processes['people']

  beforeAll(async () => {
    processes = await createProcesses(size, configuration)
    ;({ world, people } = processes)
    for (let id = 1; id <= 20; id++) world.add(id, { sentiment: id <= negative ? 'negative' : 'neutral' })
    await processes.startAll()
    await world.until(
      'the cards and the burst',
      () => world.ids(brand).length + world.ids(support).length === 23,
    )
    // Both subscriptions may read together or one after the other, so the number of pages is not fixed.
    await world.until('the end of what a start asks the mention service', () => {
      const requests = world.service.log.requests()
      const asked = (end: string) => requests.filter(({ path }) => path.endsWith(end)).length
      const isQuiet = requests.every(({ time, status }) => status === 200 && Date.now() - time > 3000)
      return isQuiet && asked('alerts/list') >= 1 && asked('series/sentiment') === 1
    })
  })
  afterAll(() => processes?.close())

  const cards = () => world.posted(brand).filter(({ ids }) => ids.length === 1)
  const lists = () => world.posted(support).filter(({ ids }) => ids.length > 0)
  const claimsIn = (name: string) =>
    lists().flatMap(({ text }) => text.split('\n').filter((line) => line.includes(`Claimed by ${name}`)))

  /** Presses the same button of all three cards, and waits until all show it. Every process gets such a press. */
  async function pressEach(user: string, actionId: string, shown: RegExp, choice?: string): Promise<void> {
    const sent = world.slack.state.envelopes.length
    for (const { ts } of cards()) {
      const value = choice && people.choiceOf(brand, ts, choice)
      expect(await people.press(user, brand, ts, actionId, value)).toMatchObject({ kind: 'acknowledged' })
    }
    await world.until(`${actionId} on all cards`, () => cards().every(({ text }) => shown.test(text)))
    expect(processes.connectionsSince(sent)).toBe(size)
  }

  const openMore = (user: string, ts: string) =>
    people.press(user, brand, ts, 'mention_more', people.choiceOf(brand, ts, 'more'))

  it('change the card whichever process gets them, without a request to the mention service', async () => {
    const before = world.service.log.counters().requests
    await pressEach(ana, 'mention_claim', /Claimed by Ana Lima/)
    await pressEach(ben, 'mention_release', /^(?!.*Claimed)/s)
    await pressEach(ben, 'mention_claim', /Claimed by Ben Okafor/)
    await pressEach(ana, 'mention_done', /Done by Ana Lima/)
    await pressEach(ben, 'mention_reopen', /^(?!.*Done)/s)
    await pressEach(mei, 'mention_more', /Not relevant, marked by mei/, 'not-relevant')
    await pressEach(ana, 'mention_restore', /^(?!.*Not relevant)/s)
    for (const { ts } of cards()) {
      const more = await people.modal(ana, () => openMore(ana, ts))
      await world.slack.people.pressInView({ user: ana, viewId: more.id, actionId: 'mention_why' })
      await world.until('the answer', () =>
        people.viewNow(ana).includes('no filter or mute of this channel stopped it'),
      )
      const form = await people.modal(mei, () => openMore(mei, ts))
      const submission = {
        user: mei,
        viewId: form.id,
        answers: { ticket: { ticket: 'https://t.example/7' } },
      }
      expect(await world.slack.people.submitView(submission)).toMatchObject({ kind: 'closed' })
      await world.until('the ticket', () => people.textOf(brand, ts).includes('Ticket: https://t.example/7'))
      const mute = people.choiceOf(brand, ts, 'mute')
      const dialog = await people.modal(ana, () => people.press(ana, brand, ts, 'mention_more', mute))
      expect(JSON.stringify(dialog.blocks)).toContain('Kim Lee (author)')
    }
    const choose = async (ts: string) => {
      const dialog = await people.modal(ben, () => people.press(ben, support, ts, 'burst_act'))
      const id = lists().find((one) => one.ts === ts)?.ids[0] ?? ''
      const answers = { entries: { entries: [id] }, action: { action: 'done' } }
      await world.slack.people.submitView({ user: ben, viewId: dialog.id, answers })
      await world.until('the entry', () => people.textOf(support, ts).includes('Done by Ben Okafor'))
    }
    for (const { ts } of lists()) await choose(ts)
    expect(world.service.log.counters().requests).toBe(before)
  })

  it('on the home tab send no request to the mention service, and the home tab shows the latest press whichever process draws it', async () => {
    const before = world.service.log.counters().requests
    const drawn = () => world.slack.control.calls('views.publish').length
    const openEach = async () => {
      for (let opened = 0; opened < size; opened++) {
        const tabs = drawn()
        await world.slack.people.openHome(mei)
        await world.until('a home tab', () => drawn() > tabs)
        expect(people.homeNow(mei)).toContain('Alerts in your channels (2)')
      }
    }
    await openEach()
    const [row] = world.slack.state.homes.get(mei)?.blocks.filter(({ type }) => type === 'actions') ?? []
    const blockId = String(row?.block_id)
    await world.slack.people.pressInView({ user: mei, actionId: 'open_claim', blockId })
    await world.until('the claim', () => people.homeNow(mei).includes('Yours (1)'))
    await openEach()
    expect(people.homeNow(mei)).toContain('Yours (1)')
    expect(world.service.log.counters().requests).toBe(before)
  })

  it('are shown on the card even if a kill -9 came before Slack updated the card', async () => {
    const [card = { ts: '' }, other = { ts: '' }] = cards()
    const { id: viewId } = await people.modal(mei, () => openMore(mei, other.ts))
    world.slack.control.fault({ method: 'chat.update', times: 2, act: { do: 'hang' } })
    await people.press(ana, brand, card.ts, 'mention_claim')
    const answers = { ticket: { ticket: 'https://t.example/8' } }
    await world.slack.people.submitView({ user: mei, viewId, answers })
    await world.until('both drawings began', () => world.slack.state.faults.length === 0)
    expect(people.textOf(brand, card.ts)).not.toContain('Claimed')
    expect(people.textOf(brand, other.ts)).not.toContain('t.example/8')
    await processes.killAll()
    await processes.startAll()
    await world.until('the claim', () => people.textOf(brand, card.ts).includes('Claimed by Ana Lima'))
    await world.until('the ticket', () =>
      people.textOf(brand, other.ts).includes('Ticket: https://t.example/8'),
    )
    await people.press(ben, brand, card.ts, 'mention_done')
    await world.until('done', () => people.textOf(brand, card.ts).includes('Done by Ben Okafor'))
  })

  // The test above covers a kill of several processes.
  it.skipIf(size > 1)(
    'claim each negative mention of a burst once, although a kill -9 leaves the first attempt unfinished',
    async () => {
      const [parent = { ts: '' }] = lists()
      const claim = (user: string) => people.press(user, support, parent.ts, 'burst_claim_negative')
      const open = lists().flatMap(({ text }) =>
        text.split('\n').filter((line) => /^\d+\. .*· negative/.test(line) && !/ by /.test(line)),
      )
      world.slack.control.fault({ method: 'chat.update', times: 1, act: { do: 'hang' } })
      await claim(ana)
      await world.until('the first drawing began', () => world.slack.state.faults.length === 0)
      await processes.killAll()
      await processes.startAll()
      // The process died after any number of claims by Ana, and Ben claims the others.
      const answer = await people.answerTo(ben, support, () => claim(ben))
      const claimed = Number(/^You claimed (\d+) negative/.exec(answer)?.[1] ?? 0)
      if (claimed === 0) expect(answer).toContain('claimed already')
      await world.until(
        'all claims',
        () => claimsIn('Ana Lima').length + claimsIn('Ben Okafor').length === open.length,
      )
      expect(claimsIn('Ben Okafor')).toHaveLength(claimed)
      expect(claimsIn('Ana Lima').length).toBeGreaterThan(0)
      expect(await people.answerTo(ana, support, () => claim(ana))).toContain('claimed already')
    },
  )

  it.skipIf(size > 1)(
    'open a dialog that still takes effect if it is submitted after a kill -9',
    async () => {
      const { ts, ids } = lists().at(-1) ?? { ts: '', ids: [] }
      const id = ids.at(-1) ?? ''
      const dialog = await people.modal(ana, () => people.press(ana, support, ts, 'burst_act'))
      await processes.killAll()
      await processes.startAll()
      const answers = { entries: { entries: [id] }, action: { action: 'claim' } }
      await world.slack.people.submitView({ user: ana, viewId: dialog.id, answers })
      await world.until('the claim', () => people.textOf(support, ts).includes('Claimed by Ana Lima'))
    },
  )

  it.skipIf(size > 1 || onPostgres)(
    'are answered with the message that nothing changed if the storage was emptied',
    async () => {
      const [, card = { ts: '' }] = cards()
      const before = people.textOf(brand, card.ts)
      await processes.killAll()
      rmSync(world.dataDir, { recursive: true })
      await processes.startAll()
      const press = () => people.press(ana, brand, card.ts, 'mention_claim')
      expect(await people.answerTo(ana, brand, press)).toContain('Nothing changed')
      expect(people.textOf(brand, card.ts)).toBe(before)
    },
  )
})
