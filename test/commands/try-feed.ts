import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createPoliteFetch, withoutMemory } from '../../service/fetch/polite-fetch.ts'
import { createSend } from '../../service/fetch/send.ts'
import { linesOf, tryFeed } from '../../service/sources/feeds/try-feed.ts'
import { withoutProxy } from '../../src/async/http.ts'

/** `node test/commands/try-feed.ts [--json] URL|FILE`: what a feed or page would give. Exit code 1 and a sentence if it is no feed. */

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const setTimer = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
const network = createSend({ proxy: withoutProxy, allowPrivate: true, now: Date.now, setTimer })
const politeFetch = createPoliteFetch({
  send: network.send,
  hosts: { visit: (_host, _options, request) => request(), block: () => undefined },
  now: Date.now,
  userAgent: 'Overheard (self-hosted; see https://www.npmjs.com/package/overheard)',
})
const fetch = politeFetch(withoutMemory(new AbortController().signal))

const tried = await tryFeed(positionals[0] ?? '', {
  fetch,
  readFile: (path) => readFile(path),
  now: Date.now,
})
await network.close()
if (tried.kind === 'none') {
  process.stderr.write(`${tried.sentence}\n`)
  process.exitCode = 1
} else
  process.stdout.write(
    values.json ? `${JSON.stringify(tried.mentions, null, 2)}\n` : `${linesOf(tried).join('\n')}\n`,
  )
