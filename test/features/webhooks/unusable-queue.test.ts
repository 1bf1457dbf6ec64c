import { expect, it } from 'vitest'
import { createDelivery, queuedEvents, webhookStates } from '../../../src/features/webhooks/delivery.ts'
import { createProblems } from '../../../src/health/problems.ts'
import { memoryStore } from '../../tools/memory-store.ts'

it('a webhook whose queue cannot be read for half a minute is a problem until it can be read again', async () => {
  const store = memoryStore()
  const broken = { is: true }
  const reported: string[] = []
  const problems = createProblems(() => 0, {
    raised: ({ key, code, what }) => void reported.push(`raised ${key} ${code}: ${what}`),
    cleared: ({ key }) => void reported.push(`cleared ${key}`),
  })
  const queues = queuedEvents(store)
  const deliver = createDelivery(
    {
      key: 'k',
      name: 'hooks.example',
      endpoint: { send: async () => ({ kind: 'delivered' }), close: async () => undefined },
    },
    {
      now: () => 0,
      stopping: new AbortController().signal,
      leads: () => true,
      queues: {
        ...queues,
        count: (channel) => (broken.is ? Promise.reject(new Error('EIO')) : queues.count(channel)),
      },
      states: webhookStates(store),
      problems,
      observe: () => undefined,
      log: { warn: () => undefined },
    },
  )
  for (let run = 0; run < 14; run++) await expect(deliver()).rejects.toThrow('EIO')
  expect(reported).toEqual([])
  for (let run = 0; run < 20; run++) await expect(deliver()).rejects.toThrow('EIO')
  const raised =
    'raised webhook k queue webhook_queue_unusable: Events for the webhook hooks.example wait, because their queue cannot be read or written: EIO.'
  expect(reported).toEqual([raised])
  broken.is = false
  await deliver()
  expect(reported).toEqual([raised, 'cleared webhook k queue'])
})
