import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const inRepository = (path: string) => new URL(`../../../${path}`, import.meta.url).href
/** As the bot starts it. */
const flags = ['--disable-warning=ExperimentalWarning', `--import=${inRepository('src/compile-cache.js')}`]
const program = fileURLToPath(inRepository('packages/listen/src/mention-service.ts'))
const token = 'recall'

export type ServiceSettings = {
  folder: string
  listen: object
  proxy: string
  /** The certificate that the process trusts. */
  certificateFile: string
  environment: () => Record<string, string>
  /** Gets each line of the log. */
  log?: (line: string) => void
}

const mentionLists = z.object({
  alert_data: z.object({
    mentions: z.array(z.object({ id: z.number(), title: z.string(), snippet: z.string(), url: z.string() })),
  }),
})
export type Mention = z.output<typeof mentionLists>['alert_data']['mentions'][number]
const alertLists = z.object({
  alerts: z.array(z.looseObject({ alert_id: z.coerce.string(), alert_name: z.string() })),
})

/** The real process of the mention service, which sees the fake internet and nothing else. It can be killed and started again. */
export function createService({ folder, listen, proxy, certificateFile, environment, log }: ServiceSettings) {
  let child: ChildProcess | undefined
  let url = ''

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [...flags, program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificateFile, ...environment() },
    })
    child = started
    createInterface({ input: started.stderr }).on('line', (line) => log?.(line))
    started.stdin.end(
      JSON.stringify({
        listen,
        file: join(folder, 'mentions.sqlite'),
        port: 0,
        token,
        version: '0.0.0',
        proxy: { httpProxy: proxy, httpsProxy: proxy, noProxy: '' },
      }),
    )
    const lines = createInterface({ input: started.stdout })
    const ended = once(started, 'exit').then(([code]) => {
      throw new Error(`the mention service ended with ${code}`)
    })
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    ended.catch(() => undefined)
    url = z.object({ url: z.string() }).parse(JSON.parse(line)).url
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  async function ask(path: string, parameters: Record<string, string> = {}): Promise<unknown> {
    const query = new URLSearchParams({ access_token: token, ...parameters })
    const response = await fetch(`${url}/v1.0/${path}?${query}`)
    if (!response.ok)
      throw new Error(`the mention service answers ${response.status}: ${await response.text()}`)
    return response.json()
  }

  return {
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    status: () => ask('listening/status'),
    /** The ids of the alerts by their names. */
    async alerts(): Promise<Map<string, string>> {
      const { alerts } = alertLists.parse(await ask('listening/alerts'))
      return new Map(alerts.map(({ alert_name, alert_id }) => [alert_name, alert_id]))
    },
    /** The mentions of an alert with a higher id, the oldest first. */
    async mentions(alert: string, sinceId: number): Promise<Mention[]> {
      const found = mentionLists.parse(
        await ask(`alerts/${alert}/mentions`, {
          ...{ sort_by: 'id', sort_order: 'asc', limit: '300' },
          ...(sinceId > 0 && { since_id: String(sinceId) }),
        }),
      )
      return found.alert_data.mentions
    },
  }
}
