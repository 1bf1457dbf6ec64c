import { randomBytes } from 'node:crypto'
import type { ProxySettings } from '@overheard/base/http'
import { createRuntime } from '@overheard/base/runtime'
import { startListening } from '@overheard/listen/listening'
import { listenSettings } from '@overheard/listen/settings'
import { createListeningClient } from '@overheard/mention-client/listening-client'
import packageFile from '../../../package.json' with { type: 'json' }
import type { ReadSite } from './site-steps.ts'

/**
 * Reads a site with a mention service that ends after it and has nothing else to do. Private addresses are allowed, because a person at the terminal has named the site.
 */
export const createReadSite =
  (proxy: ProxySettings): ReadSite =>
  async (address, signal) => {
    const { now, steady, setTimer, sleep } = createRuntime()
    const ignore = () => undefined
    const token = randomBytes(24).toString('base64url')
    const service = await startListening({
      settings: listenSettings.parse({ allowPrivate: true }),
      file: ':memory:',
      port: 0,
      ...{ token, version: packageFile.version, proxy, now, steady, setTimer, sleep, random: Math.random },
      log: { info: ignore, warn: ignore, error: ignore },
    })
    const client = createListeningClient({ baseUrl: service.url, token, now })
    try {
      return await client.readSite(address, signal)
    } finally {
      await client.close()
      await service.close()
    }
  }
