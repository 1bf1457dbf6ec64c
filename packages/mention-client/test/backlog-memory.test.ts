import { setImmediate as nextPoll } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { sendJson, startServer } from '../../../test/tools/http-server.ts'
import { clientOf } from '../../../test/tools/mention-client.ts'
import { wireMention, wirePage } from '../../../test/tools/mention-responses.ts'

const backlog = 30_000
const pageSize = 300

/** Collects garbage; without a flag for the whole run. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

/** The number of these objects that are still in memory. */
async function countHeld(objects: WeakRef<object>[]): Promise<number> {
  await nextPoll()
  collectGarbage()
  return objects.filter((object) => object.deref() !== undefined).length
}

it('reading a backlog of 30,000 mentions keeps at most two pages in memory', async () => {
  const server = await startServer((url, response) => {
    const start = Number(url.searchParams.get('next') ?? 0)
    const length = Math.min(pageSize, backlog - start)
    const mentions = Array.from({ length }, (_, place) => wireMention(start + place + 1))
    sendJson(response, wirePage(mentions, start + length < backlog ? { next: String(start + length) } : {}))
  })
  const pages: WeakRef<object>[] = []
  let last = 0
  let most = 0
  for await (const page of clientOf(server.url).service.mentionsSince('7', '0')) {
    pages.push(new WeakRef(page), ...page.mentions.slice(0, 1).map((mention) => new WeakRef(mention)))
    for (const { id } of page.mentions) if (Number(id) !== ++last) throw new Error(`${id} instead of ${last}`)
    if (pages.length % 25 === 0) most = Math.max(most, await countHeld(pages))
  }
  expect(last).toBe(backlog)
  expect(server.asked).toHaveLength(Math.ceil(backlog / pageSize))
  // The page in hand and the one before it, each with its first mention.
  expect(most).toBeLessThanOrEqual(4)
  expect(most).toBeGreaterThan(0)
})
