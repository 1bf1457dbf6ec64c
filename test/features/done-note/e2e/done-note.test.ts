import { afterEach, describe, expect, it } from 'vitest'
import { postedCards } from '../../../../src/cards/posted-cards.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** People mark mentions as done with a note, behind More… of a card. */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [
    { name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *', burst: 1000, backfill: 3 },
  ],
}
const hostile = '<!channel> Refunded *today*, see <https://evil.example|here> & write back'

/** The card has the note in one line, and nothing in it can format, link or ping. */
const noteOnCard =
  '“&lt;!channel&gt; Refunded *today*, see &lt;https://evil.example|here&gt; &amp; write back”'

let processes: Processes | undefined
afterEach(() => processes?.close())

async function begin(size: number, options?: Parameters<typeof createProcesses>[2]) {
  const started = await createProcesses(size, configuration, options)
  processes = started
  const { world, people } = started
  for (const id of [1, 2, 3]) world.add(id, { title: `Acme case ${id}` })
  await started.startAll()
  await world.until('the cards', () => world.ids(brand).length === 3)
  const tsOf = (id: number) => world.posted(brand).find(({ ids }) => ids[0] === String(id))?.ts ?? ''
  const textOf = (id: number) => people.textOf(brand, tsOf(id))
  function open(user: string, id: number) {
    const choice = people.choiceOf(brand, tsOf(id), 'more')
    return people.modal(user, () => people.press(user, brand, tsOf(id), 'mention_more', choice))
  }
  async function close(user: string, id: number, note: string) {
    const form = await open(user, id)
    return world.slack.people.submitView({
      user,
      viewId: form.id,
      answers: { done_note: { done_note: note } },
    })
  }
  async function stored(): Promise<string[]> {
    const store = await openStoreOf(world)
    const found: string[] = []
    for await (const { actions } of postedCards(store).since(0))
      found.push(...actions.map(({ mention, state, by, note }) => `${mention} ${state} ${by}: ${note}`))
    await store.close()
    return found.toSorted()
  }
  return { started, world, people, open, close, textOf, tsOf, stored }
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('a note closes the mention, is stored as it was typed, and is not taken after somebody else closed it', async () => {
    const { started, world, people, open, close, textOf, tsOf, stored } = await begin(1, await mode())
    expect(await close(ana, 1, hostile)).toMatchObject({ kind: 'closed' })
    await world.until('the card', () => textOf(1).includes('Done by Ana Lima'))
    expect(people.messages(brand).some(({ text }) => text.includes('<!channel>'))).toBe(false)
    expect(textOf(1)).toContain(noteOnCard)
    await people.press(ana, brand, tsOf(2), 'mention_claim')
    await world.until('the claim', () => textOf(2).includes('Claimed by Ana Lima'))
    const form = await open(ben, 2)
    await people.press(ana, brand, tsOf(2), 'mention_done')
    await world.until('the second card', () => textOf(2).includes('Done by Ana Lima'))
    const answers = { done_note: { done_note: 'Too late' } }
    expect(await world.slack.people.submitView({ user: ben, viewId: form.id, answers })).toMatchObject({
      kind: 'errors',
      errors: { done_note: expect.stringContaining('Somebody has closed this already') },
    })
    await started.killAll()
    expect(await stored()).toEqual([`1 done Ana Lima: ${hostile}`, '2 done Ana Lima: undefined'])
  })
})

it.each([
  ['one process', 1],
  ['three processes on one database', 3],
])('a kill -9 of %s between the press and its effect keeps the note, once', async (_name, size) => {
  const { started, world, close, textOf, stored } = await begin(size)
  const { slack } = world
  slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
  expect(await close(ana, 1, 'Refunded')).toMatchObject({ kind: 'closed' })
  await started.killAll()
  slack.control.clearFaults(1)
  await started.startAll()
  await world.until('the card', () => textOf(1).includes('Done by Ana Lima'))
  await started.killAll()
  expect(await stored()).toEqual(['1 done Ana Lima: Refunded'])
})
