import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ana, ben, brand, mei } from '../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../tools/e2e/processes.ts'

/** People press the buttons of a spike's card. Of three processes, each gets one of three presses in a row, and one of them polls the alert. */

const day = 86_400_000
const [daysBefore, perDay, crisis] = [20, 10, 60]
const configuration = {
  doubtSeconds: 1,
  plan: { monthlyMentions: 1_000_000 },
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' }],
}

describe.each([
  ['one process', 1],
  ['three processes on one database', 3],
])('on the card of a spike, with %s,', (_name, size) => {
  let processes: Processes
  let world: Processes['world']
  let people: Processes['people']

  beforeAll(async () => {
    processes = await createProcesses(size, configuration)
    ;({ world, people } = processes)
    for (let id = 1; id <= daysBefore * perDay; id++)
      world.add(id, { date: Date.now() - daysBefore * day + (id / perDay) * day, sentiment: 'neutral' })
    await processes.startAll()
    await world.until('the initial sync', () => world.watches())
    // The baseline is read at the end of the first poll, so a card of a later poll shows that it is known.
    world.add(900)
    await world.until('an ordinary card', () => world.ids().includes('900'))
    for (let id = 1001; id <= 1000 + crisis; id++)
      world.add(id, { sentiment: 'negative', reach: id, tags: [] })
    await world.until('the thread', () => world.ids().length > crisis)
    // The card counts what is in its thread, so it is drawn, and kept, once it shows a number.
    await world.until('the card is drawn', () => card().text.includes(`${crisis + 1} mentions`))
  })
  afterAll(() => processes?.close())

  const cards = () =>
    world.posted().filter(({ ts, thread, text }) => (thread ?? ts) === ts && text.includes('Spike'))
  const card = () => cards()[0] ?? { ts: '', text: '' }
  const press = (user: string, actionId: string) => people.press(user, brand, card().ts, actionId)

  it('the button “Take the lead” puts one name on the card, and the next person takes over', async () => {
    const sent = world.slack.state.envelopes.length
    for (const [user, name] of [
      [ana, 'Ana Lima'],
      [ben, 'Ben Okafor'],
      [mei, 'mei'],
    ] as const) {
      await press(user, 'spike_lead')
      await world.until(`the lead of ${name}`, () => card().text.includes(`${name} leads the response`))
    }
    expect(card().text.match(/ leads the response /g)).toHaveLength(1)
    expect(processes.connectionsSince(sent)).toBe(size)
  })

  it('a kill -9 after a press loses neither the lead nor a status that is being written', async () => {
    const dialog = await people.modal(ben, () => press(ben, 'spike_status'))
    const fault = world.slack.control.fault({ method: 'chat.update', text: 'Ana Lima', act: { do: 'hang' } })
    await press(ana, 'spike_lead')
    await world.until('the drawing began', () =>
      world.slack.state.calls.some(
        ({ args, ending }) => ending === 'hung' && JSON.stringify(args).includes('Ana Lima'),
      ),
    )
    await processes.killAll()
    world.slack.control.clearFaults(fault)
    await processes.startAll()
    await world.until('the lead', () => card().text.includes('Ana Lima leads the response'))
    const answers = { status: { status: 'Legal is on it.' } }
    await world.slack.people.submitView({ user: ben, viewId: dialog.id, answers })
    await world.until('the status', () => card().text.includes('Legal is on it.'))
    expect(card().text).toContain('Ben Okafor')
    expect(card().text).toContain('Ana Lima leads the response')
  })

  it('the button “Why this alert?” is answered with an explanation by every process', async () => {
    for (const user of [ana, ben, mei]) {
      const answer = await people.answerTo(user, brand, () => press(user, 'spike_why'))
      expect(answer).toMatch(/usual|baseline|times/i)
    }
  })

  it('“False alarm” in the menu puts the name on the card and says that the alert is stricter, until it is undone', async () => {
    const choose = (choice: string) =>
      people.answerTo(ben, brand, () => people.press(ben, brand, card().ts, 'spike_menu', choice))
    expect(await choose('false-alarm')).toMatch(/here needs 1\.5× as many mentions/)
    await world.until('the mark', () => card().text.includes('False alarm: marked by Ben Okafor'))
    const why = await people.answerTo(mei, brand, () => press(mei, 'spike_why'))
    expect(why).toContain('In the last 30 days, Overheard announced 1 spike of this alert here.')
    expect(why).toContain('1 was a false alarm.')
    expect(why).toMatch(/this rule \(sensitivity: \w+\) found 1 spike of this alert/)
    // The process that answers may hear of the press a moment after the one that stored it.
    await expect
      .poll(() => people.ask(ben, brand, '/mentions status'))
      .toContain('a spike only at 1.5× as many mentions, until')
    const undone = await people.answerTo(ben, brand, async () => {
      const { message } = world.slack.state.ephemerals.findLast((one) =>
        JSON.stringify(one.message).includes('spike_undo'),
      ) ?? { message: { ts: '' } }
      await people.press(ben, brand, message.ts, 'spike_undo')
    })
    expect(undone).toMatch(/^Undone\. .* as before/)
    await world.until('no mark after Undo', () => !card().text.includes('False alarm'))
    await choose('false-alarm')
    await world.until('the mark again', () => card().text.includes('False alarm'))
    expect(await choose('no-false-alarm')).toMatch(/as before/)
    await world.until('no mark', () => !card().text.includes('False alarm'))
    expect(card().text).toContain(' leads the response ')
    expect(await people.ask(ben, brand, '/mentions status')).not.toContain('as many mentions')
  })

  it('presses cause no second card of the spike, and every mention is posted once', () => {
    expect(cards()).toHaveLength(1)
    const expected = ['900', ...Array.from({ length: crisis }, (_, index) => String(1001 + index))]
    const own = world.posted().filter(({ ts }) => ts !== card().ts)
    expect(own.flatMap(({ ids }) => ids)).toEqual(expected)
  })
})
