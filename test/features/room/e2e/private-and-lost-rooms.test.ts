import { rmSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, mei } from '../../../tools/e2e/people-world.ts'
import { beginSpike, type SpikeWorld } from './spike-world.ts'

/** Rooms that not everybody may see, and rooms of which the bot knows nothing any more. */

let open: SpikeWorld | undefined
afterEach(() => open?.close())

async function opened(...options: Parameters<typeof beginSpike>): Promise<SpikeWorld> {
  const begun = await beginSpike(...options)
  open = begun
  const { world, people, press, texts } = begun
  await people.answerTo(ana, brand, () => press(ana, 'room_open'))
  await world.until('the room', () => texts().some((text) => text.startsWith('Crisis room: ')))
  return begun
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('with `rooms: private` the room is a private channel, which only the invited people are in', async () => {
    const { world, rooms, card } = await opened(1, await mode(), { rooms: 'private' })
    await world.until('the card', () => card().text.includes('Room: '))
    expect(rooms()).toMatchObject([{ kind: 'private', botIsMember: true }])
    expect(rooms()[0]?.members.toSorted()).toEqual([ana, ben, mei].toSorted())
  })
})

it.skipIf(onPostgres)(
  'after the loss of the store an open room gets no report and no second room is made for it',
  async () => {
    const { world, people, rooms, texts, killAll, startAll, messages } = await opened(1)
    const before = texts().length
    await killAll()
    rmSync(world.dataDir, { recursive: true, force: true })
    await startAll()
    world.add(5000, { title: 'Acme after the loss' })
    await world.until('a card after the loss', () => world.ids().includes('5000'))
    const [room] = rooms()
    const ts = messages()[0]?.ts ?? ''
    const answer = await people.answerTo(ana, room?.id ?? '', () =>
      people.press(ana, room?.id ?? '', ts, 'room_end'),
    )
    expect(answer).toContain('Overheard does not know this room any more. Archive the channel in Slack.')
    expect(texts()).toHaveLength(before)
    expect(rooms()).toHaveLength(1)
  },
)
