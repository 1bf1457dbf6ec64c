import { createAlertDirectory } from '@overheard/mention-client/alert-directory'
import { expect, it } from 'vitest'
import { createAlertResolver } from '../../src/engine/schedule/alert-resolver.ts'
import { alert, minute, subscriptionOf } from '../tools/story-world.ts'

const subscription = subscriptionOf()

function open() {
  const account = { now: 0, alerts: [alert] }
  const moves: string[] = []
  const alerts = createAlertDirectory(
    async () => account.alerts,
    () => account.now,
  )
  const known = createAlertResolver({
    alerts,
    problems: { raise: () => true, clear: () => false },
    onLookupFailed: () => undefined,
    onAlertChanged: (_subscription, id) => void moves.push(id),
  })
  return { account, known, moves }
}

it('a subscription gets a recreated alert of the same name as soon as another process knows it, not ten minutes later', async () => {
  const { account, known, moves } = open()
  await known.find(subscription)
  account.now += 5 * minute
  account.alerts = [{ ...alert, id: '8' }]
  expect(await known.hasAlert(subscription, '7')).toBe(true)
  expect(await known.hasAlert(subscription, '8')).toBe(true)
  expect(await known.hasAlert(subscription, '7')).toBe(false)
  expect(moves).toEqual(['7', '8'])
})
