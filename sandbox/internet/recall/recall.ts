import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourceNames } from '@overheard/listen/settings'
import { createRandom } from '../../mention-service/generator/random.ts'
import type { NetworkName } from '../expressible.ts'
import { createFaults } from '../faults.ts'
import { createLimits } from '../limits.ts'
import { createNetworks, skewsOf } from '../networks.ts'
import { serveInternet } from '../server.ts'
import { createWorld, hourMs } from '../world.ts'
import { type Found, judge, type Recall } from './judge.ts'
import { type Listened, listenedNetworks } from './listened.ts'
import { createService } from './service.ts'
import { createToldTime } from './told-time.ts'

export type RecallOptions = {
  seed: number
  hours: number
  /** How many times as fast as the real time; the time waits for processes that are slower. */
  speed: number
  kills: number
  hasKeys: boolean
  networks: readonly NetworkName[]
  planted?: number
  others?: number
  /** Share of requests that fail. */
  faults: number
  say: (line: string) => void
  log?: (line: string) => void
}

export type RecallResult = Recall & {
  cpuSeconds: number
  realSeconds: number
  hours: number
  kills: number
  requests: Record<string, number>
}

/** A day in ten minutes writes more to the disk than a slow one takes. */
const memory = '/dev/shm'
/** How often the mentions are looked at, in the time of the world. */
const lookEveryMs = 15 * 60_000

/** Lets the real mention service listen to a day of the fake internet, and says how much it has found. */
export async function runRecall(options: RecallOptions): Promise<RecallResult> {
  const { seed, hours, speed, kills, hasKeys, say } = options
  const listened = listenedNetworks(hasKeys)
  const networks = options.networks.filter((name) => isListenedTo(listened[name]))
  const world = createWorld({ seed, planted: options.planted ?? 1000, others: options.others ?? 20_000 })
  const endsAt = Math.min(world.endsAt, world.startsAt + hours * hourMs)
  const random = createRandom(seed, 61)
  const time = await createToldTime({ startsAt: world.startsAt })
  const limits = createLimits(time.now)
  const fakes = createNetworks(world, time.now, limits)
  const skews = skewsOf(fakes)
  const internet = await serveInternet({
    networks: fakes,
    now: time.now,
    skewOf: (host) => skews.get(host) ?? 0,
    faults: createFaults({ random: createRandom(seed, 62), share: options.faults }),
  })
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'overheard-recall-'))
  const certificateFile = join(folder, 'certificate.pem')
  writeFileSync(certificateFile, internet.certificate)
  const service = createService({
    folder,
    certificateFile,
    listen: listenSettings(world.alerts, listened, networks),
    proxy: internet.url,
    environment: time.environment,
    ...(options.log !== undefined && { log: options.log }),
  })
  const found: Found[] = []
  const seen = new Map<string, number>()
  let lookedAt = world.startsAt
  const begun = performance.now()
  // The process asks for the time while it starts, so the time goes on slowly.
  const started = async (): Promise<Map<string, string>> => {
    const starting = service.start()
    const ready = starting.then(() => true)
    while (
      !(await Promise.race([
        ready,
        time
          .advance(time.now() + 20)
          .then(() => new Promise<false>((resolve) => setTimeout(resolve, 5, false))),
      ]))
    );
    return meanwhile(service.alerts())
  }
  /** Requests of ours, too, may need timers of the process. */
  async function meanwhile<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    while (!isDone) {
      await time.advance(time.now() + 1)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return work
  }

  async function look(alerts: Map<string, string>): Promise<void> {
    for (const [alert, id] of alerts)
      for (let more = true; more; ) {
        const mentions = await meanwhile(service.mentions(id, seen.get(alert) ?? 0))
        for (const { id: mention, title, snippet, url } of mentions)
          found.push({
            alert,
            id: mention,
            text: `${title} ${snippet} ${url}`,
            after: lookedAt,
            at: time.now(),
          })
        seen.set(alert, mentions.at(-1)?.id ?? seen.get(alert) ?? 0)
        more = mentions.length >= 300
      }
    lookedAt = time.now()
  }

  try {
    let alerts = await started()
    const killsAt = Array.from(
      { length: kills },
      () => world.startsAt + Math.floor(random.next() * (endsAt - world.startsAt)),
    ).sort((a, b) => a - b)
    for (let next = world.startsAt + lookEveryMs; time.now() < endsAt; next += lookEveryMs) {
      const until = Math.min(next, endsAt)
      while ((killsAt[0] ?? endsAt) < until) {
        await advance(killsAt.shift() ?? until)
        await service.kill()
        alerts = await started()
      }
      await advance(until)
      await look(alerts)
      say(
        `${((time.now() - world.startsAt) / hourMs).toFixed(2)} h: ${found.length} mentions, ${internet.log.length} requests, ${limits.exceeded.length} limits exceeded, ${time.cpuSeconds().toFixed(1)} s of CPU, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
      )
    }
    await service.kill()
  } finally {
    await service.kill()
    time.close()
    await internet.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    ...judge({ world, until: endsAt, networks, found, exceeded: limits.exceeded, hasKeys }),
    ...{ cpuSeconds: time.cpuSeconds(), realSeconds: (performance.now() - begun) / 1000, hours, kills },
    requests: countBy(internet.log.map(({ host }) => host)),
  }

  function advance(until: number): Promise<void> {
    return time.advance(until, {
      speed,
      isBusy: () => internet.inFlight() > 0,
      moved: () => internet.moved(),
    })
  }
}

/** False for a source that this version of the service does not have. */
function isListenedTo(listened: Listened | undefined): boolean {
  if (listened === undefined) return false
  return listened.source === undefined || (sourceNames as readonly string[]).includes(listened.source)
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function listenSettings(
  alerts: readonly { name: string; query: string; languages?: string[] }[],
  listened: ReturnType<typeof listenedNetworks>,
  networks: readonly NetworkName[],
): object {
  const sources: Record<string, unknown> = {}
  const feeds: string[] = []
  for (const name of networks) {
    const { source, settings } = listened[name] ?? { settings: [] }
    if (source !== undefined) sources[source] = settings
    else feeds.push(...(settings as string[]))
  }
  return {
    alerts: alerts.map(({ name, query, languages = [] }) => ({ name, query, languages })),
    ...{ feeds, sources, contact: 'recall@overheard.example' },
  }
}
