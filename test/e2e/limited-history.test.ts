import { rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, onPostgres, type World } from '../tools/e2e/bot-world.ts'

/**
 * The real bot process as an app that Slack counts as commercially distributed: one history call a minute, 15 messages a page. Before, a
 * search that was refused threw away its pages, so 16 messages since the last one of ours never ended.
 */

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }

let world: World | undefined
afterEach(() => world?.close())

it.skipIf(onPostgres)(
  'an unconfirmed post with 16 messages after it is found within three history calls, and mentions go on in order',
  async () => {
    const started = await createWorld({
      configuration: { doubtSeconds: 1, subscriptions: [acme] },
      slack: { distributed: true },
    })
    world = started
    started.start()
    await started.until('the initial sync', () => started.posted().length === 1)
    started.add(11)
    await started.until('11', () => started.ids().includes('11'))
    started.slack.control.fault({
      method: 'chat.postMessage',
      act: { do: 'status', status: 503, after: true },
      times: 1,
    })
    started.add(12)
    await started.until('12', () => started.ids().includes('12'))
    for (let count = 0; count < 16; count++) started.slack.people.post('ana', { channel, text: 'chat' })
    started.add(13)
    await started.until('13', () => started.ids().includes('13'), 200_000)
    expect(started.ids()).toEqual(['11', '12', '13'])
    await started.end('SIGKILL')
    rmSync(started.dataDir, { recursive: true })
    started.add(14)
    started.start()
    await started.until('14 after a wiped disk', () => started.ids().includes('14'), 200_000)
    expect(started.ids()).toEqual(['11', '12', '13', '14'])
  },
)
