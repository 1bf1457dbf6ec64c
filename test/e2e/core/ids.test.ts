import { afterEach, expect, it } from 'vitest'
import { alertId, channel, createWorld, mention, type World } from '../../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

it('the bot posts mentions that become visible late, mentions with ids above 2^53, and the usable mentions of a page that also has broken mentions', async () => {
  world = await createWorld({ configuration })
  const { mentionStore } = world
  world.add(10)
  world.start()
  await world.until('the initial sync', () => world?.watches() === true)

  world.add(20)
  await world.until('20', () => world?.ids().join() === '20')
  world.add(15)
  await world.until('20, then 15', () => world?.ids().join() === '20,15')

  const great = '90071992547409931'
  world.add(great)
  world.add('90071992547409932')
  await world.until('both great ids', () => world?.ids().includes('90071992547409932') === true)
  expect(world.ids()).toEqual(['20', '15', great, '90071992547409932'])

  const place = (id: string) => ({ id, date: Date.now(), reach: 1 })
  mentionStore.addUnchecked(alertId, place('90071992547409940'), { id: 'none', title: 'without a usable id' })
  mentionStore.addUnchecked(alertId, place('90071992547409941'), {
    ...mention('0'),
    id: 90071992547,
    reach: 'much',
    author: null,
  })
  world.add('90071992547409950')
  await world.until('the one after them', () => world?.ids().includes('90071992547409950') === true)
  expect(world.output()).toContain('without a usable id')
  expect(world.output()).not.toContain('service-token')
})
