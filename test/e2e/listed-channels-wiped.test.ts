import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { channel as brand } from '../tools/e2e/bot-world.ts'
import { createAcme } from '../tools/e2e/listed-channels.ts'

const support = 'C0000SUPPRT'

it('a bot whose store is wiped posts each mention once in each of several channels, also after one of them had its own checkpoint before', async () => {
  const { world, live, write, shown } = await createAcme(brand)
  world.add(1)
  await live(brand)
  world.add(2)
  await shown(2, brand)
  await world.end('SIGTERM')
  write(['#support', brand])
  await live(support)
  world.add(3)
  await shown(3, brand, support)
  await world.end('SIGKILL')
  rmSync(world.dataDir, { recursive: true, force: true })
  world.add(4)
  write([brand, support])
  await live()
  await shown(4, brand, support)
  world.add(5)
  await shown(5, brand, support)
  expect(world.ids(brand)).toEqual(['2', '3', '4', '5'])
  expect(world.ids(support)).toEqual(['3', '4', '5'])
  expect(await world.end('SIGTERM')).toBe(0)
})
