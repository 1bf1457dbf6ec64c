import { readFile } from 'node:fs/promises'
import { createRuntime } from '@overheard/base/runtime'
import { createHosts } from '@overheard/listen/fetch/hosts'
import { createPoliteFetch, withoutMemory } from '@overheard/listen/fetch/polite-fetch'
import { createSend } from '@overheard/listen/fetch/send'
import { userAgentOf } from '@overheard/listen/listening'
import { describeQuery } from '@overheard/listen/query/describe-query'
import { parseQuery } from '@overheard/listen/query/parse-query'
import type { Query } from '@overheard/listen/query/query'
import { linesOf, tryFeed } from '@overheard/listen/sources/feeds/try-feed'
import packageFile from '../../../package.json' with { type: 'json' }
import { proxySettings } from '../../config/environment.ts'
import { SettingsError, variables } from '../../config/settings.ts'
import { exitCodes } from '../shutdown.ts'

/**
 * Asks a feed, a page with one or a file once, or several of them as looks at one feed, and stores nothing. Private addresses are allowed, because
 * a person at the terminal has named them.
 */
export async function askSourceOnce(
  what: string | readonly string[],
  query?: Query,
): Promise<Awaited<ReturnType<typeof tryFeed>>> {
  const { now } = createRuntime()
  const { fetch, close } = oneLook()
  return tryFeed(what, { fetch, readFile: (path) => readFile(path), now }, query).finally(close)
}

/** Polite fetches for a person at the terminal, of which nothing is stored. */
function oneLook() {
  const { now, setTimer, sleep, stopping } = createRuntime()
  const network = createSend({ proxy: proxySettings(variables), allowPrivate: true, now, setTimer })
  const noWaits = { freeAt: () => 0, waitUntil: () => undefined }
  const fetch = createPoliteFetch({
    send: network.send,
    hosts: createHosts({ waits: noWaits, now, sleep }),
    now,
    userAgent: userAgentOf(packageFile.version),
  })(withoutMemory(stopping))
  return { fetch, close: network.close }
}

type TryOptions = { json: boolean; query: string | undefined }

/** Prints what a feed, a page with one or a file would give, or what a query finds in it, one line a mention. Throws SettingsError. */
export async function trySource(what: readonly string[], { json, query }: TryOptions): Promise<number> {
  const described = query === undefined ? {} : describeQuery(query)
  if (described.problem !== undefined) throw new SettingsError(`--query: ${described.problem}`)
  const tried = await askSourceOnce(what, query === undefined ? undefined : parseQuery(query))
  if (tried.kind === 'none') {
    process.stderr.write(`${tried.sentence}\n`)
    return exitCodes.fault
  }
  const warnings = (described.warnings ?? []).map((one) => `Warning: ${one.what} ${one.whatToDo}`)
  const about = [described.inWords, ...warnings].filter((line) => line !== undefined)
  process.stdout.write(
    json ? `${JSON.stringify(tried.mentions, null, 2)}\n` : `${[...about, ...linesOf(tried)].join('\n')}\n`,
  )
  return exitCodes.stopped
}
