import { expect, it } from 'vitest'
import { startReceiver } from '../../../../sandbox/webhook-receiver.ts'
import { alertId, channel, createWorld } from '../../../tools/e2e/bot-world.ts'

const day = 86_400_000
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`

it('a receiver gets the whole digest as text and HTML, once, although it was killed between the post and the receiver’s answer', async () => {
  const receiver = await startReceiver({ secret })
  const webhook = {
    url: receiver.url,
    secretEnv: 'WEBHOOK_SECRET',
    allowPrivate: true,
    events: ['digest.posted'],
  }
  const digest = {
    name: 'daily',
    channel,
    alerts: [alertId],
    schedule: '0 0 * * *',
    timezone: 'UTC',
    period: 'day',
  }
  const world = await createWorld({
    configuration: { doubtSeconds: 1, digests: [digest], webhooks: [webhook] },
    environment: { WEBHOOK_SECRET: secret },
  })
  try {
    world.add(1, { date: Date.now() - day, title: 'Acme & co are down', sentiment: 'negative' })
    receiver.answerWith((response) => void response.writeHead(503).end())
    world.start()
    await world.until('the refused event', () => receiver.received.length > 0)
    await world.end()
    receiver.answerWith(undefined)
    const refused = receiver.received.length
    world.start()
    await world.until('the event', () => receiver.received.length > refused)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    const { body, problem } = receiver.received.at(-1) ?? {}
    expect(problem).toBeUndefined()
    expect(body).toMatchObject({
      type: 'digest.posted',
      data: {
        subject: expect.stringMatching(/^Daily digest, /),
        text: expect.stringContaining('Acme & co are down (https://'),
        html: expect.stringContaining('Acme &amp; co are down'),
      },
    })
  } finally {
    await world.close()
    await receiver.close()
  }
})
