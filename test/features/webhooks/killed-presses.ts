import { expect } from 'vitest'
import { startReceiver } from '../../../sandbox/webhook-receiver.ts'
import type { Listener } from '../../tools/e2e/killed-presses.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`

function nameOf({ body }: { body: unknown }): string {
  const { type, data } = body as { type: string; data: { mention?: { id: string } } }
  return data.mention === undefined ? type : `${type.slice('mention.'.length)} ${data.mention.id}`
}

/** The receiver of a webhook accepts nothing until the bot starts again. Each event has one id, and a mention is posted before it changes. */
export async function listen(): Promise<Listener> {
  const receiver = await startReceiver({ secret })
  let refused = 0
  const accepted = () => receiver.received.slice(refused)
  return {
    configuration: { webhooks: [{ url: receiver.url, secretEnv: 'WEBHOOK_SECRET', allowPrivate: true }] },
    environment: { WEBHOOK_SECRET: secret },
    beforeStart: () => receiver.answerWith((response) => void response.writeHead(503).end()),
    beforeRestart() {
      refused = receiver.received.length
      receiver.answerWith(undefined)
    },
    hasHeard: (changes) => changes.every((name) => accepted().some((event) => nameOf(event) === name)),
    check(changes, output) {
      for (const event of receiver.received) expect(event.problem).toBeUndefined()
      const names = accepted().map(nameOf)
      for (const id of ['1', '2', '3'])
        expect(names.filter((name) => name.endsWith(` ${id}`))[0]).toBe(`posted ${id}`)
      const idsOf = (name: string) =>
        new Set(receiver.received.filter((event) => nameOf(event) === name).map(({ id }) => id))
      for (const name of changes) expect(idsOf(name).size, name).toBe(1)
      expect(output).not.toContain(secret)
    },
    close: () => receiver.close(),
  }
}
