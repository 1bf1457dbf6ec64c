import { describe, expect, it, onTestFinished } from 'vitest'
import type { PlannedFault } from '../../../../sandbox/mention-service/faults.ts'
import { createMentionServer } from '../../../../sandbox/mention-service/server.ts'
import { createMentionStore } from '../../../../sandbox/mention-service/store.ts'
import { free, now, plain, setUp } from '../../../../test/tools/embedded-mention-service.ts'
import { createJumpingClock } from '../../../../test/tools/manual-clock.ts'
import { clientOf, errorOf } from '../../../../test/tools/mention-client.ts'
import { token } from '../../../../test/tools/secret-token.ts'

/** The client against the embedded mention service, over HTTP. */

describe('two faults of the embedded mention service between two pages', () => {
  const faults: PlannedFault['fault'][] = [
    { kind: 'status', status: 503, code: 10 },
    { kind: 'status', status: 500, code: 54 },
    { kind: 'status', status: 403, code: 12 },
    { kind: 'status', status: 429, retryAfter: '5' },
    { kind: 'status', status: 502 },
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'reset' },
    { kind: 'hang' },
    { kind: 'json', body: { error: { code: 10, message: 'busy' } } },
  ]

  it.each(faults)(
    'make the client neither lose nor repeat a mention if they are of the kind %j',
    async (fault) => {
      const { url, server, addAlert } = await setUp()
      const { alert, add } = addAlert()
      for (const id of ['1', '2', '3']) add({ ...plain, id })
      const { service } = clientOf(url, { timeoutMs: fault.kind === 'hang' ? 500 : 20_000 })
      const read: string[] = []
      for await (const page of service.mentions(alert, { sortBy: 'id', sortOrder: 'asc', limit: 1 })) {
        read.push(...page.mentions.map(({ id }) => id))
        if (read.length === 1) server.faults.plan({ fault, count: 2 })
      }
      expect(read).toEqual(['1', '2', '3'])
    },
  )
})

describe('the embedded mention service', () => {
  it('lists its alerts for a client with the right token, and refuses a client with a wrong one', async () => {
    const { url, service, addAlert } = await setUp()
    addAlert()
    addAlert('leads')
    expect((await service.listAlerts()).map(({ id, type }) => [id, type])).toEqual([
      ['1', 'mentions'],
      ['2', 'leads'],
    ])
    const stranger = clientOf(url, { token: 'wrong' }).service
    expect(await errorOf(stranger.listAlerts())).toMatchObject({ kind: 'unauthorized', code: 20 })
  })

  it('receives at most 280 requests a minute from our client and refuses none', async () => {
    const clock = createJumpingClock(now)
    const mentionStore = createMentionStore({ now: clock.now })
    const limits = { perToken: { requests: 280, windowMs: 60_000 }, perAddress: free }
    const server = createMentionServer({ mentionStore, token, now: clock.now, limits })
    const { url } = await server.listen(0)
    onTestFinished(() => server.close())
    const { service, budget } = clientOf(url, { clock })
    for (let times = 0; times < 700; times++) {
      await service.listAlerts({ priority: times % 3 === 0 ? 'command' : 'poll' })
      clock.move(times % 7)
    }
    expect(await budget.left()).toMatchObject({ pausedForMs: 0, waiting: 0 })
  })
})
