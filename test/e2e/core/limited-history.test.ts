import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { channel, createWorld, onPostgres, type World, type WorldOptions } from '../../tools/e2e/bot-world.ts'

/**
 * The real bot process as an app that Slack counts as commercially distributed: 15 messages a page, and few history calls. Slack takes one
 * a minute, this workspace one in four seconds. Before, a search that was refused threw away its pages, so it never ended if 16 messages
 * followed the last one of ours.
 */

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
/** The answer to the next post is lost after Slack has stored the message. */
const lostAnswer = { do: 'status', status: 503, after: true } as const
const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.close())))

async function startedWorld(slack: WorldOptions['slack'] = {}): Promise<World> {
  const world = await createWorld({
    configuration: { doubtSeconds: 1, subscriptions: [acme] },
    slack: { distributed: true, distributedSeconds: 4, ...slack },
  })
  worlds.push(world)
  world.start()
  await world.until('the initial sync', () => world.watches())
  world.add(11)
  await world.until('11', () => world.ids().includes('11'))
  return world
}

function chat({ slack }: World): void {
  for (let count = 0; count < 16; count++) slack.people.post('ana', { channel, text: 'chat' })
}

describe.skipIf(onPostgres)('if Slack allows only few history calls with 15 messages a page,', () => {
  it.concurrent('an unconfirmed post is found although 16 messages follow it, and later mentions are posted in order', async () => {
    const world = await startedWorld()
    world.slack.control.fault({ method: 'chat.postMessage', act: lostAnswer, times: 1 })
    world.add(12)
    await world.until('12', () => world.ids().includes('12'))
    chat(world)
    world.add(13)
    await world.until('13', () => world.ids().includes('13'))
    expect(world.ids()).toEqual(['11', '12', '13'])
  })

  it.concurrent('a subscription continues after a wiped disk, although 16 messages follow its last post', async () => {
    const world = await startedWorld()
    await world.end('SIGKILL')
    rmSync(world.dataDir, { recursive: true })
    chat(world)
    world.add(12)
    world.start()
    await world.until('12', () => world.ids().includes('12'))
    expect(world.ids()).toEqual(['11', '12'])
  })

  it.concurrent('an unconfirmed post is confirmed by the event message_metadata_posted without a history call', async () => {
    const events = {
      subscribedEvents: ['message_metadata_posted'],
      metadataSubscriptions: ['overheard_mentions'],
    }
    const world = await startedWorld(events)
    const { control } = world.slack
    const searches = () => control.calls('conversations.history').length
    const before = searches()
    for (const id of ['12', '13', '14']) {
      control.fault({ method: 'chat.postMessage', act: lostAnswer, times: 1 })
      world.add(id)
      await world.until(id, () => world.ids().includes(id))
    }
    world.add(15)
    await world.until('15', () => world.ids().includes('15'))
    expect(world.ids()).toEqual(['11', '12', '13', '14', '15'])
    expect(searches()).toBe(before)
  })
})
