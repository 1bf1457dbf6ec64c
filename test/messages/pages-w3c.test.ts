import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { faultsOfPage, hasChecker } from '../../packages/slack-on-your-desk/test/w3c.ts'
import { createTicketTracker } from '../../sandbox/demo/ticket-tracker.ts'
import { statusPage } from '../../src/health/status-page.ts'

const now = Date.UTC(2026, 10, 20, 12)

it.skipIf(!hasChecker)('the W3C’s checker of HTML finds no fault in the status page', async () => {
  const problem = {
    key: 'channel C1',
    since: now - 60_000,
    subscription: 'acme',
    channel: '#brand',
    what: 'Slack accepts no messages for #brand: not_in_channel.',
    whatToDo: 'Type /invite @overheard in #brand.',
  }
  const report = {
    installation: '1vmj0d4k3f9x',
    problems: [problem],
    warnings: [{ what: 'The address is http.', whatToDo: 'Use https.' }],
    behind: [{ subscription: 'acme', ms: 90_000 }],
    paused: [{ name: 'quick', at: now, state: 'paused' as const }],
    subscriptions: [{ subscription: 'acme', checkedEveryMs: 6000, checkedAt: now - 4000 }],
  }
  expect(await faultsOfPage(statusPage(report, now))).toEqual([])
})

it.skipIf(!hasChecker)(
  'the W3C’s checker of HTML finds no fault in the ticket tracker of the demo',
  async () => {
    const tracker = createTicketTracker()
    const server = createServer((request, response) => void tracker.handle(request, response))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/tickets`
    const ticket = new URLSearchParams({
      title: 'A <title>',
      text: 'Text & more',
      mention: 'https://a.example/1',
    })
    const page = await (await fetch(url, { method: 'POST', body: ticket })).text()
    expect(await faultsOfPage(page)).toEqual([])
  },
)
