import { afterEach, describe, expect, it } from 'vitest'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { ana, ben, brand, mei } from '../../../tools/e2e/people-world.ts'
import { beginSpike, type SpikeWorld } from './spike-world.ts'

/** A room whose bot is killed at every call to Slack. */

let begun: SpikeWorld | undefined
afterEach(() => begun?.close())

/** `after`: Slack does what it is asked to, and never says so. Otherwise it does nothing. `text` is a part of a message. */
type Hang = { method: string; text?: string; after?: boolean }

/** All processes are killed as soon as one of them waits in vain for the answer to such a call. */
async function killAt(
  { world, killAll, startAll }: SpikeWorld,
  hangs: Hang[],
  begin: () => Promise<unknown>,
) {
  const { slack } = world
  const hung = (method: string) =>
    slack.state.calls.filter((call) => call.ending === 'hung' && call.method === method).length
  let act = begin
  for (const { method, text, after = true } of hangs) {
    const before = hung(method)
    const match = text === undefined ? {} : { text }
    const fault = slack.control.fault({ method, ...match, act: { do: 'hang', after } })
    await act()
    await world.until(`the call of ${method}`, () => hung(method) > before)
    await killAll()
    slack.control.clearFaults(fault)
    act = startAll
  }
  await act()
}

const sizes = [
  ['one process on a folder', 1],
  ['three processes on one database', 3],
] as const

describe.each(sizes)('with a kill -9 of %s', (_name, size) => {
  it.skipIf(onPostgres && size === 1)(
    'at every call, two people who press at once get one room, one canvas, one first message and one report',
    async () => {
      begun = await beginSpike(size)
      const { world, people, rooms, texts, messages, press, card, canvas } = begun
      const opening: Hang[] = [
        { method: 'conversations.create', after: false },
        { method: 'conversations.create' },
        { method: 'chat.update', text: 'leads the response', after: false },
        { method: 'conversations.setPurpose' },
        { method: 'conversations.invite' },
        { method: 'conversations.canvases.create' },
        { method: 'chat.postMessage', text: 'Crisis room' },
      ]
      await killAt(begun, opening, () => Promise.all([press(ana, 'room_open'), press(ben, 'room_open')]))
      await world.until('the first message', () => texts().length > 0)
      await world.until('the card', () => card().text.includes(`Room: <#${rooms()[0]?.id}>`))
      // Ben is on duty, so he is there, whoever of the two was first.
      expect(rooms()).toHaveLength(1)
      expect(rooms()[0]?.members).toEqual(expect.arrayContaining([ben, mei]))
      const { id: room = '' } = rooms()[0] ?? {}
      const first = messages()[0]?.ts ?? ''
      const ending: Hang[] = [
        { method: 'canvases.edit' },
        { method: 'chat.update', text: 'has ended' },
        { method: 'chat.postMessage', text: 'Report:' },
        { method: 'conversations.archive' },
      ]
      await killAt(begun, ending, () => people.press(ben, room, first, 'room_archive'))
      await world.until('the end', () => card().text.includes(', archived'))
      expect(rooms().map(({ isArchived }) => isArchived)).toEqual([true])
      expect(texts().map((text) => text.split('\n')[0])).toEqual([
        'Crisis room: Acme brand',
        expect.stringMatching(/^Report: Acme brand, 61 mentions in/),
      ])
      expect(canvas().match(/# Crisis room/g)).toHaveLength(1)
      expect(canvas()).toContain('The spike is over.')
      const said = people.messages(brand).filter(({ text }) => text.startsWith('Spike'))
      expect(said).toHaveLength(1)
    },
  )

  it.skipIf(onPostgres && size === 1)(
    'in a workspace without canvases, the numbers are in one pinned message',
    async () => {
      begun = await beginSpike(size)
      const { world, people, rooms, texts, messages, press } = begun
      const { slack } = world
      for (const error of ['canvas_disabled_user_team'])
        slack.control.fault({ method: 'conversations.canvases.create', act: { do: 'error', error } })
      const hangs: Hang[] = [{ method: 'chat.postMessage', text: 'Crisis room' }, { method: 'pins.add' }]
      await killAt(begun, hangs, () => press(ana, 'room_open'))
      const { id: room = '' } = rooms()[0] ?? {}
      const pins = () => slack.state.pins.get(room) ?? []
      await world.until('the pin', () => pins().length > 0)
      expect(pins().map(({ ts }) => ts)).toEqual([messages()[0]?.ts])
      expect(texts()[0]).toMatch(/Claimed: 0 of 61[\s\S]*1\. .*negative · .* unclaimed/)
      const ts = messages()[0]?.ts ?? ''
      await people.press(ana, room, ts, 'room_end')
      await world.until('the report', () => texts().length > 1)
      expect(texts()).toHaveLength(2)
      expect(texts()[0]).toContain('This room has ended.')
    },
  )
})
