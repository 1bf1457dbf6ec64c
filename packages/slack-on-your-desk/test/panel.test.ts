import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createPanel, type Lever } from '../src/panel.ts'

const pulled: string[] = []
const lever = (id: string, blocked?: string): Lever => ({
  id,
  label: id,
  hint: 'What it does.',
  ...(blocked !== undefined && { blocked }),
  pull: () => void pulled.push(id),
})
const levers = [lever('burst'), lever('crisis', 'Not yet.')]
const panel = createPanel(
  () => ({ tab: 'Demo', button: 'Demo', sections: [] }),
  () => levers,
)
const server = createServer((request, response) => void panel.handle(request, response))

afterEach(() => {
  panel.close()
  server.close()
})

it('the panel pulls a lever, but not one that is blocked: its answer says why', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const press = async (id: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/_panel/levers/${id}`, { method: 'POST' })
    return [response.status, await response.json()]
  }
  expect(await press('burst')).toEqual([200, { ok: true }])
  expect(await press('crisis')).toEqual([409, { ok: false, blocked: 'Not yet.' }])
  expect(await press('unknown')).toEqual([404, { ok: false }])
  expect(pulled).toEqual(['burst'])
})
